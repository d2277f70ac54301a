import { describe, expect, test } from "vitest";
import {
  type Holds,
  hasWrapped,
  isStill,
  type Now,
  press,
  rangesOf,
  release,
  travel,
  union,
} from "./holds";

const round = { start: 0, stop: 100 };
const playing = (time: number, lap = 0, leg = 1, piece = 1): Now => ({
  place: { time, lap, leg, piece },
  round,
  isPlaying: true,
});
const still = (time: number, leg = 1, piece = 1): Now => ({
  place: { time, lap: 0, leg, piece },
  round,
  isPlaying: false,
});
const none: Holds = [];
const numbers = (ranges: readonly { start: number; stop: number }[]) =>
  ranges.map(({ start, stop }) => [start, stop]);
const held = (from: Now, to: Now, ...between: Now[]) => {
  const holds = between.reduce(travel, press(none, "A", from));
  return numbers(release(holds, "A", to).ranges);
};

describe("while playing", () => {
  test("nested tags are exact", () => {
    let holds = press(none, "A", playing(30));
    holds = travel(holds, playing(40.3));
    holds = press(holds, "B", playing(45));
    const inner = release(holds, "B", playing(60));
    const outer = release(travel(inner.holds, playing(80)), "A", playing(90));
    expect(numbers(inner.ranges)).toEqual([[45, 60]]);
    expect(numbers(outer.ranges)).toEqual([[30, 90]]);
    expect(outer.holds).toEqual([]);
  });

  test("a time within a frame, or a rounding error before it, counts as that frame", () => {
    expect(held(playing(30.00000001), playing(89.99999999))).toEqual([[30, 90]]);
    expect(held(playing(30.7), playing(90.2))).toEqual([[30, 90]]);
  });

  test("a hold paints at least one frame", () => {
    expect(held(playing(30.2), playing(30.8))).toEqual([[30, 31]]);
    expect(held(playing(30.2), playing(30.2))).toEqual([[30, 31]]);
  });

  test("a release shortly before the last drawn frame counts at its own time", () => {
    expect(held(playing(30), playing(90), playing(91.5))).toEqual([[30, 90]]);
  });

  test("a second press of a held key does nothing", () => {
    const holds = press(none, "A", playing(30));
    expect(press(holds, "A", playing(50))).toBe(holds);
    expect(release(none, "A", playing(50)).ranges).toEqual([]);
  });

  test("backward gives the same frames as forward", () => {
    expect(held(playing(90), playing(30))).toEqual([[30, 90]]);
  });

  test("nothing is painted past the end at which playback wraps around", () => {
    expect(held(playing(90), playing(20, 1), playing(99))).toEqual([[90, 100]]);
    expect(held(playing(90), playing(95, 1))).toEqual([[90, 100]]);
    expect(held(playing(99.5), playing(0.2, 1))).toEqual([[99, 100]]);
    expect(held(playing(10), playing(80, -1))).toEqual([[0, 10]]);
    const inLoop = (time: number, lap = 0): Now => ({
      ...playing(time, lap),
      round: { start: 20, stop: 40 },
    });
    expect(held(inLoop(35), inLoop(25, 1))).toEqual([[35, 40]]);
    const [hold] = travel(press(none, "A", inLoop(35)), inLoop(25, 1));
    expect(hold && hasWrapped(hold)).toBe(true);
  });

  test("a hold to the end paints the last frame", () => {
    expect(held(playing(90), playing(100))).toEqual([[90, 100]]);
  });

  test("seeking leaves out the frames in between", () => {
    const from = playing(60, 0, 2, 2);
    expect(held(playing(10), playing(70, 0, 2, 2), playing(20), from)).toEqual([
      [10, 20],
      [60, 70],
    ]);
  });

  test("changing the speed keeps one range", () => {
    // This also holds if the screen skips frames.
    for (const last of [12, 20])
      expect(held(playing(10), playing(30, 0, 2), playing(last), playing(20, 0, 2))).toEqual([
        [10, 30],
      ]);
  });
});

describe("while paused", () => {
  test("tags the shown frame", () => {
    expect(held(still(30), still(30))).toEqual([[30, 31]]);
  });

  test("stepping and scrubbing tag the frames that they pass, both ends included", () => {
    expect(held(still(30, 1), still(33, 4), still(31, 2), still(32, 3))).toEqual([[30, 34]]);
    expect(held(still(30, 1), still(20, 2))).toEqual([[20, 31]]);
    expect(held(still(30, 1), still(30, 3), still(40, 2))).toEqual([[30, 41]]);
  });

  test("a hold stays still until the playhead moves or playback begins", () => {
    const isStillAt = (...between: Now[]) =>
      between.reduce(travel, press(none, "A", still(30))).every(isStill);
    expect(isStillAt(still(30))).toBe(true);
    expect(isStillAt(still(31, 2))).toBe(false);
    expect(isStillAt(playing(30, 0, 2))).toBe(false);
    expect(isStillAt(playing(30, 0, 2), playing(30.2, 0, 2), still(30.2, 3))).toBe(false);
  });

  test("a jump begins a new piece, and leaves out the skipped frames", () => {
    // On the last frame, after which playback wraps to the first.
    expect(held(still(269), playing(84, 0, 2, 2), playing(0, 0, 2, 2))).toEqual([[0, 84]]);
    expect(held(still(30), still(70, 2, 2))).toEqual([[70, 71]]);
    expect(held(still(30), still(70, 3, 2), still(33, 2))).toEqual([
      [30, 34],
      [70, 71],
    ]);
  });

  test("playing on from the shown frame continues the hold", () => {
    expect(held(still(30, 1), playing(90, 0, 2), playing(30, 0, 2))).toEqual([[30, 90]]);
  });
});

test("the frames of a hold are known before it ends", () => {
  const [hold] = travel(press(none, "A", playing(30)), playing(44.5));
  expect(hold && numbers(rangesOf(hold))).toEqual([[30, 44]]);
});

test("union merges touching ranges", () => {
  const ranges = [
    { start: 5, stop: 5 },
    { start: 30, stop: 40 },
    { start: 10, stop: 20 },
    { start: 20, stop: 25 },
  ];
  expect(numbers(union(ranges))).toEqual([
    [10, 25],
    [30, 40],
  ]);
});
