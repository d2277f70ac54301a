import { expect, it } from "vitest";
import { placeInSlots } from "./virtualRows";

it("keeps the element of each row that stays visible", () => {
  expect(placeInSlots([0, 1, 2], 3)).toEqual([0, 1, 2]);
  expect(placeInSlots([1, 2, 3], 3)).toEqual([3, 1, 2]);
  expect(placeInSlots([7], 3)).toEqual([-1, 7, -1]);
});
