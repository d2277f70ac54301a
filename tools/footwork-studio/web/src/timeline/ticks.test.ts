import { expect, test } from "vitest";
import { frameStep, marks, readTime, secondStep, smallStep, timeText } from "./ticks";

test("numbers of marks do not overlap", () => {
  expect(frameStep(100)).toBe(1);
  expect(frameStep(10)).toBe(10);
  expect(frameStep(0.1)).toBe(1000);
  expect(secondStep(600)).toBe(0.2);
  expect(secondStep(6)).toBe(15);
});

test("minor marks divide the major step and are not too close together", () => {
  expect(smallStep(10, 10)).toBe(1);
  expect(smallStep(10, 3)).toBe(2);
  expect(smallStep(10, 0.1)).toBe(10);
  expect(smallStep(1, 100)).toBe(1);
});

test("marks are multiples of the step", () => {
  expect(marks(-1, 21, 10)).toEqual([0, 10, 20]);
  expect(marks(10, 10, 10)).toEqual([10]);
  expect(marks(11, 19, 10)).toEqual([]);
  expect(marks(0, 0.3, 0.1)).toHaveLength(4);
});

test.each([
  [0, "0.00 s"],
  [3.2, "3.20 s"],
  [59.999, "1:00.00"],
  [63.2, "1:03.20"],
])("%d seconds are %s, and back", (secs, text) => {
  expect(timeText(secs)).toBe(text);
  expect(readTime(text)).toBeCloseTo(secs, 1);
});

test("an invalid time is undefined", () => {
  expect(readTime("3,5")).toBe(3.5);
  expect(["", "x", "1:", "-1", "1e3"].map(readTime)).toEqual(Array(5).fill(undefined));
});
