import { expect, test } from "vitest";
import { goneTo } from "./tableKeys";

test("arrow keys go from cell to cell, and other keys by pages", () => {
  expect(goneTo("ArrowDown", 3, 1, 10)).toEqual([4, 1]);
  expect(goneTo("ArrowLeft", 3, 1, 10)).toEqual([3, 0]);
  expect(goneTo("PageUp", 30, 2, 10)).toEqual([20, 2]);
  expect(goneTo("End", 3, 0, 10)).toEqual([3, 4]);
  expect(goneTo("x", 3, 0, 10)).toBeUndefined();
});
