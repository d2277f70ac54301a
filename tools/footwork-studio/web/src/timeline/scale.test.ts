import { expect, test } from "vitest";
import {
  around,
  following,
  inside,
  PAD,
  panned,
  scaleOf,
  seenFrames,
  toFrame,
  toPixel,
  zoomed,
} from "./scale";

test("converts between frames and pixels", () => {
  const scale = scaleOf({ start: 100, stop: 200 }, 1000 + 2 * PAD);
  expect(scale.pixelsPerFrame).toBe(10);
  expect(toPixel(scale, 100)).toBe(PAD);
  expect(toPixel(scale, 200)).toBe(1000 + PAD);
  for (const frame of [0, 100.5, 153, 1e6])
    expect(toFrame(scale, toPixel(scale, frame))).toBeCloseTo(frame);
  expect(seenFrames(scale)).toEqual({ start: 99, stop: 201 });
});

test("zooming keeps the frame under the cursor in place", () => {
  const view = { start: 100, stop: 300 };
  const near = zoomed(view, 1000, 150, 0.5);
  expect(near).toEqual({ start: 125, stop: 225 });
  expect((150 - near.start) / 100).toBe((150 - view.start) / 200);
});

test("zooming stops at one frame and at the whole clip", () => {
  expect(zoomed({ start: 10, stop: 12 }, 100, 11, 1e-9)).toEqual({ start: 10.5, stop: 11.5 });
  expect(zoomed({ start: 10, stop: 12 }, 100, 11, 1e9)).toEqual({ start: 0, stop: 100 });
  expect(zoomed({ start: 0, stop: 1 }, 1, 0.5, 0.1)).toEqual({ start: 0, stop: 1 });
});

test("a view stays inside the clip", () => {
  expect(inside({ start: -5, stop: 5 }, 100)).toEqual({ start: 0, stop: 10 });
  expect(inside({ start: 95, stop: 105 }, 100)).toEqual({ start: 90, stop: 100 });
  expect(inside({ start: 0, stop: 1000 }, 100)).toEqual({ start: 0, stop: 100 });
  expect(panned({ start: 0, stop: 10 }, 100, -3)).toEqual({ start: 0, stop: 10 });
  expect(panned({ start: 0, stop: 10 }, 100, 3)).toEqual({ start: 3, stop: 13 });
  expect(around({ start: 20, stop: 40 }, 100)).toEqual({ start: 18, stop: 42 });
});

test("a view follows the playhead page by page", () => {
  const view = { start: 0, stop: 100 };
  expect(following(view, 1000, 50)).toBe(view);
  expect(following(view, 1000, 101)).toEqual({ start: 91, stop: 191 });
  expect(following({ start: 500, stop: 600 }, 1000, 490)).toEqual({ start: 400, stop: 500 });
});
