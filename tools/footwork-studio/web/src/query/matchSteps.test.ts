import { describe, expect, it } from "vitest";
import { countMatches, type MatchingClip, matchAt, stepMatch } from "./matchSteps";

const clips: MatchingClip[] = [
  {
    name: "a",
    ranges: [
      [0, 5],
      [10, 12],
    ],
  },
  { name: "c", ranges: [[3, 4]] },
];
const order = (name: string) => ["a", "b", "c"].indexOf(name);
const check = (name: string | undefined, frame: number, by: 1 | -1, expected: string) => {
  const found = stepMatch(clips, { name, frame }, by, order);
  expect(`${found?.name}${found?.start}`).toBe(expected);
};

describe("stepMatch", () => {
  it("goes to the next start in the clip", () => check("a", 0, 1, "a10"));
  it("continues in the next clip", () => check("a", 10, 1, "c3"));
  it("starts from a clip without a match", () => {
    check("b", 7, 1, "c3");
    check("b", 7, -1, "a10");
  });
  it("goes back to the start of the current match", () => check("a", 4, -1, "a0"));
  it("wraps around", () => {
    check("c", 3, 1, "a0");
    check("a", 0, -1, "c3");
    check(undefined, 0, 1, "a0");
  });
  it("goes nowhere without matches", () =>
    expect(stepMatch([], { name: "a", frame: 0 }, 1, order)).toBeUndefined());
});

it("counts and numbers matches", () => {
  expect(countMatches(clips)).toBe(3);
  expect(matchAt(clips, { name: "c", frame: 3 })).toBe(2);
  expect(matchAt(clips, { name: "a", frame: 7 })).toBeUndefined();
});
