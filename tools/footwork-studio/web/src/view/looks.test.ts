import { describe, expect, test } from "vitest";
import { declutter, shortName, type Wish } from "./declutter";
import { parseColour } from "./palette";
import { createQuality } from "./quality";

const wish = (x: number, y: number, depth: number, isShown = false): Wish => ({
  x,
  y,
  width: 50,
  depth,
  isSeen: true,
  isShown,
});
const shown = (wishes: Wish[]) => {
  declutter(
    wishes,
    wishes.map((_, at) => at),
  );
  return wishes.map(({ isShown }) => isShown);
};

describe("names", () => {
  test("that overlap: only the nearer one is shown", () => {
    expect(shown([wish(0, 0, 5), wish(20, 5, 4), wish(80, 0, 9)])).toEqual([false, true, true]);
  });

  test("stay visible until another name is clearly nearer", () => {
    expect(shown([wish(0, 0, 5, true), wish(20, 5, 4.8)])).toEqual([true, false]);
    expect(shown([wish(0, 0, 5, true), wish(20, 5, 4)])).toEqual([false, true]);
  });

  test("outside the picture are hidden, and block no others", () => {
    const outside = { ...wish(0, 0, 1), isSeen: false };
    expect(shown([outside, wish(0, 0, 2)])).toEqual([false, true]);
  });

  test("are shown without their namespace", () => {
    expect(shortName("mixamorig:Hips")).toBe("Hips");
    expect(shortName("Hips")).toBe("Hips");
  });
});

test.each([
  ["rgb(255, 0, 51)", [1, 0, 0.2]],
  ["rgba(0, 255, 0, 0.5)", [0, 1, 0]],
  ["color(srgb 0.5 0.25 1)", [0.5, 0.25, 1]],
])("the colour %s", (text, colour) => {
  expect(parseColour(text)).toEqual(colour);
});

describe("quality", () => {
  test("drops while all frames are slow, down to a minimum", () => {
    const quality = createQuality(1, false);
    let now = 0;
    const run = (frames: number, ms: number) => {
      let ratio = 0;
      for (let at = 0; at < frames; at += 1) ratio = quality.moving((now += ms));
      return ratio;
    };
    expect(run(100, 16)).toBe(1);
    expect(run(13, 40)).toBeCloseTo(0.8);
    expect(run(500, 40)).toBeCloseTo(0.75);
    expect(quality.still()).toBe(1);
  });

  test("ignores pauses between pictures", () => {
    const quality = createQuality(1, false);
    for (let at = 0; at < 100; at += 1) expect(quality.moving(at * 500)).toBe(1);
  });

  test("uses at most one and a half device pixels per CSS pixel", () => {
    expect(createQuality(3, false).still()).toBe(1.5);
    expect(createQuality(1, true).moving(0)).toBe(1);
  });
});
