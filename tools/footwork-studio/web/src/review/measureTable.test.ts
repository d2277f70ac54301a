import { expect, it } from "vitest";
import { cellTitle, fencesOf, sorted, valueText } from "./measureTable";

const range = (clip: string, start = 0) => ({ clip, start, stop: start + 10 });

it("sorts by values, and puts ranges without a value last in both directions", () => {
  const values: Record<string, number | null> = { a: 2, b: null, c: 3, d: 2 };
  const all = ["d", "b", "a", "c"].map((clip) => range(clip));
  const names = (isDescending: boolean, by = "speed") =>
    sorted(all, { by, isDescending }, ({ clip }) => values[clip] ?? null).map(({ clip }) => clip);
  expect(names(true)).toEqual(["c", "a", "d", "b"]);
  expect(names(false)).toEqual(["a", "d", "c", "b"]);
  expect(names(true, "clip")).toEqual(["d", "c", "b", "a"]);
  expect(names(true, "")).toEqual(["d", "b", "a", "c"]);
});

it("marks values beyond Tukey's fences, but low values only of measures that are not faults", () => {
  expect(fencesOf([1, 2, 3, 4], false)).toBeUndefined();
  const [low, high] = fencesOf([1, 2, 3, 4, 5], false) ?? [];
  expect(low).toBeCloseTo(-1);
  expect(high).toBeCloseTo(7);
  expect(fencesOf([1, 2, 3, 4, 5], true)?.[0]).toBe(Number.NEGATIVE_INFINITY);
});

it("writes larger numbers with fewer decimals", () => {
  expect([valueText(31, ""), valueText(31.4, "deg"), valueText(204, "")]).toEqual([
    "31",
    "31.4",
    "204",
  ]);
  expect([valueText(0.0294, "m"), valueText(1.4, "m/s"), valueText(-0.0001, "m")]).toEqual([
    "0.029",
    "1.40",
    "0.000",
  ]);
});

it("every cell of an unreadable clip gives the reason", () => {
  const row = { range: range("a"), values: [], problem: "a.bvh line 3: expected a number" };
  const title = "Not evaluated: a.bvh line 3: expected a number";
  expect(cellTitle(row, undefined, "m", false)).toBe(title);
  expect(cellTitle(undefined, undefined, "m", false)).toBe("Not measured yet");
});
