import { expect, test } from "vitest";
import { nextPlace } from "./edges";

test("jumps to the next or previous place", () => {
  const places = [0, 10, 20];
  expect(nextPlace(places, 10, 1)).toBe(20);
  expect(nextPlace(places, 10, -1)).toBe(0);
  expect(nextPlace(places, 20, 1)).toBeUndefined();
  expect(nextPlace(places, 5, -1)).toBe(0);
});
