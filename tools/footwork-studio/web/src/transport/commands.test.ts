import { expect, test } from "vitest";
import { nextSpeed } from "./commands";

test("the next speed is one step up or down, and stops at the fastest and the slowest", () => {
  expect(nextSpeed(1, 1)).toBe(1.5);
  expect(nextSpeed(1, -1)).toBe(0.5);
  expect(nextSpeed(0.7, 1)).toBe(1);
  expect(nextSpeed(4, 1)).toBe(4);
  expect(nextSpeed(0.1, -1)).toBe(0.1);
});
