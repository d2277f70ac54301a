import { describe, expect, test } from "vitest";
import { hitEvent, hitSpan } from "./hit";
import { PAD, scaleOf } from "./scale";

const span = (start: number, stop: number) => ({ tag: "A", start, stop, byRule: false });
const scale = scaleOf({ start: 0, stop: 1000 }, 1000 + 2 * PAD);
const at = (spans: ReturnType<typeof span>[], frame: number) => {
  const hit = hitSpan(spans, frame + PAD, scale);
  return hit && [hit.part, hit.span.start];
};

describe("hitSpan", () => {
  test("finds the edges and the body of a span", () => {
    const spans = [span(100, 200)];
    expect(at(spans, 150)).toEqual(["body", 100]);
    expect(at(spans, 104)).toEqual(["start", 100]);
    expect(at(spans, 98)).toEqual(["start", 100]);
    expect(at(spans, 195)).toEqual(["stop", 100]);
    expect(at(spans, 90)).toBeUndefined();
  });

  test("between touching spans picks the edge on the pointer's side", () => {
    const spans = [span(100, 200), span(200, 300)];
    expect(at(spans, 198)).toEqual(["stop", 100]);
    expect(at(spans, 202)).toEqual(["start", 200]);
  });

  test("leaves a body between the edges of a narrow span", () => {
    expect(at([span(100, 109)], 104.5)).toEqual(["body", 100]);
    expect(at([span(100, 109)], 101)).toEqual(["start", 100]);
  });

  test("finds spans narrower than a pixel", () => {
    const far = scaleOf({ start: 0, stop: 100000 }, 1000 + 2 * PAD);
    expect(hitSpan([span(500, 501)], 5 + PAD, far)).toBeDefined();
  });
});

test("hitEvent finds the nearest event", () => {
  const events = [100, 108].map((time) => ({ event: "E", time, data: null }));
  expect(hitEvent(events, 105 + PAD, scale)?.time).toBe(108);
  expect(hitEvent(events, 103 + PAD, scale)?.time).toBe(100);
  expect(hitEvent(events, 120 + PAD, scale)).toBeUndefined();
});
