import { describe, expect, test } from "vitest";
import { contactOf, lowestOf } from "./contact";
import { followPoint } from "./follow";
import { type Frames, type Point, readPoint } from "./frames";
import { placeTrails, trailLength, trailSegments, trailSpacing, trailStrengths } from "./trails";

/**
 * Makes frames with one joint, whose position in each frame is given by `at`. Only the frames `[start, stop)` are
 * loaded.
 */
function framesOf(start: number, stop: number, at: (frame: number) => Point): Frames {
  const values = new Float32Array((stop - start) * 3);
  for (let frame = start; frame < stop; frame += 1) values.set(at(frame), (frame - start) * 3);
  const chunk = { start, stop, values };
  return { chunkAt: (frame) => (frame >= 0 && frame < 512 ? chunk : undefined) };
}

const line = framesOf(0, 100, (frame) => [frame, 1, 0]);
const into: Point = [0, 0, 0];

test("frames that are not loaded are not read", () => {
  expect(readPoint(line, 99, 0, 1, into)).toBe(true);
  expect(into).toEqual([99, 1, 0]);
  expect(readPoint(line, 100, 0, 1, into)).toBe(false);
  expect(readPoint(line, -1, 0, 1, into)).toBe(false);
});

describe("following", () => {
  test("stays with a character that moves straight on, even at the ends", () => {
    for (const frame of [0, 3, 50, 99]) {
      expect(followPoint(line, frame, 0, 1, 30, into)).toBe(true);
      expect(into[0]).toBeCloseTo(frame);
    }
  });

  test("smooths jitter", () => {
    const shaking = framesOf(0, 100, (frame) => [frame % 2, 0, 0]);
    followPoint(shaking, 50, 0, 1, 30, into);
    expect(into[0]).toBeGreaterThan(0.2);
    expect(into[0]).toBeLessThan(0.8);
  });

  test("is undefined on frames that are not loaded", () => {
    expect(followPoint(line, 200, 0, 1, 30, into)).toBe(false);
  });
});

describe("trails", () => {
  test("reach a second on both sides with at most 60 points each", () => {
    expect(trailSpacing(30)).toEqual({ side: 30, stride: 1 });
    expect(trailSpacing(120)).toEqual({ side: 60, stride: 2 });
    expect(trailSpacing(0.2)).toEqual({ side: 1, stride: 1 });
  });

  test("repeat the last point beyond the ends of the clip", () => {
    const spacing = { side: 2, stride: 2 };
    const place = new Float32Array(trailLength(spacing) * 3);
    placeTrails(line, 98, [0], 1, spacing, [10, 1, 0], place);
    expect([...place].filter((_, at) => at % 3 === 0)).toEqual([84, 86, 88, 88, 88]);
    expect(place[1]).toBe(0);
  });

  test("are segments that never join two trails", () => {
    expect([...trailSegments(2, { side: 1, stride: 1 })]).toEqual([0, 1, 1, 2, 3, 4, 4, 5]);
  });

  test("are strongest at the shown frame, and stronger before it than after it", () => {
    const strengths = trailStrengths({ side: 4, stride: 1 });
    expect(Math.max(...strengths)).toBe(strengths[4]);
    expect(strengths[2]).toBeGreaterThan(strengths[6] ?? 1);
    expect(Math.min(...strengths)).toBeGreaterThan(0);
  });
});

describe("contact", () => {
  const still = framesOf(0, 100, () => [0, 0.02, 0]);

  test("holds while a foot is low and still, even if the clip has only one frame", () => {
    expect(contactOf(still, 50, 0, 1, 30, 0.02, 1.8)).toBe(1);
    const one = framesOf(0, 1, () => [0, 0, 0]);
    expect(contactOf(one, 0, 0, 1, 30, 0, 1.8)).toBe(1);
  });

  test("does not hold while a foot slides, is high, or is not loaded", () => {
    const slides = framesOf(0, 100, (frame) => [frame * 0.05, 0, 0]);
    expect(contactOf(slides, 50, 0, 1, 30, 0, 1.8)).toBe(0);
    expect(contactOf(still, 50, 0, 1, 30, -0.2, 1.8)).toBe(0);
    expect(contactOf(still, 300, 0, 1, 30, 0, 1.8)).toBe(0);
  });

  test("is measured from the foot's lowest height, or from the floor", () => {
    expect(lowestOf(still, 100, 0, 1, 1.8)).toBeCloseTo(0.02);
    const high = framesOf(0, 100, () => [0, 1, 0]);
    expect(lowestOf(high, 100, 0, 1, 1.8)).toBe(0);
  });
});
