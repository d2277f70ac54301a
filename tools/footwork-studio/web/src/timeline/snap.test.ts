import { expect, test } from "vitest";
import { movedEdges, nearest, snapMove, snapPlaces } from "./snap";

test("places are sorted, unique and whole", () => {
  expect(snapPlaces([30, 10, 10.4, 20])).toEqual([10, 20, 30]);
});

test("picks the nearest place within reach", () => {
  const places = [10, 20, 30];
  expect(nearest(places, 22, 3)).toBe(20);
  expect(nearest(places, 27, 3)).toBe(30);
  expect(nearest(places, 24, 3)).toBeUndefined();
  expect(nearest(places, 0, 10)).toBe(10);
  expect(nearest([], 0, 10)).toBeUndefined();
});

test("a moved edge snaps to a place within reach, or else moves by whole frames", () => {
  expect(snapMove([0], 8.6, [10], 2)).toEqual({ by: 10, at: 10 });
  expect(snapMove([0], 7.6, [10], 2)).toEqual({ by: 8, at: undefined });
});

test("the nearer edge of a span snaps", () => {
  expect(snapMove([0, 20], 8.6, [10, 29], 2)).toEqual({ by: 9, at: 29 });
});

test("a selection with spans snaps only whole frames", () => {
  const span = { kind: "span" as const, tag: "A", start: 3, stop: 9 };
  const event = { kind: "event" as const, event: "E", time: 5.5 };
  expect(movedEdges([span, event])).toEqual([3, 9]);
  expect(movedEdges([event])).toEqual([5.5]);
});
