import { expect, it } from "vitest";
import { freeBelow, keptInside, ROW_PX, rankOf } from "./labelPlaces";

const FREE = { left: 300, right: 1000, top: 100, bottom: 600 };

it("leaves visible labels in place, and moves others to the edge with a direction", () => {
  const check = (x: number, y: number, place: [number, number, string]) => {
    const at = keptInside(x, y, 40, FREE);
    expect([at.x, at.y, at.beyond]).toEqual(place);
  };
  check(500, 300, [500, 300, ""]);
  // Half of the label would be covered, but its place is visible.
  check(310, 300, [340, 300, ""]);
  check(200, 300, [340, 300, "left"]);
  check(1400, 300, [960, 300, "right"]);
  check(500, 20, [500, 100 + ROW_PX, "up"]);
  check(500, 900, [500, 600, "down"]);
});

it("stays at the left edge if there is no room", () => {
  const narrow = { ...FREE, left: 300, right: 320 };
  expect(keptInside(900, 300, 40, narrow)).toEqual({ x: 340, y: 300, beyond: "right" });
});

it("puts one's own badge before all others, whichever came first", () => {
  const keys = ["window-3", "selected", "next-0", "idle-0", "you-1", "you-0"];
  const ranked = keys.toSorted((a, b) => rankOf(a) - rankOf(b));
  expect(ranked).toEqual(["you-1", "you-0", "idle-0", "next-0", "selected", "window-3"]);
});

it("puts a label above the labels already placed", () => {
  const boxes = [
    { left: 0, right: 100, bottom: 200 },
    { left: 50, right: 150, bottom: 200 - ROW_PX },
  ];
  expect(freeBelow(boxes, 20, 90, 205)).toBe(200 - 2 * ROW_PX);
  expect(freeBelow(boxes, 200, 290, 205)).toBe(205);
});
