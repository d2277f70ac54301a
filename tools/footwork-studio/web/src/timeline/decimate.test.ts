import { expect, test } from "vitest";
import { columns, extent, pixelRuns } from "./decimate";

const range = (start: number, stop: number) => ({ start, stop });

test("merges neighbouring ranges into one run, and drops ranges outside the view", () => {
  const ranges = [range(-20, -10), range(0, 10), range(10, 20), range(40, 50), range(500, 600)];
  expect(pixelRuns(ranges, (frame) => frame, 100)).toEqual([
    { left: 0, right: 20 },
    { left: 40, right: 50 },
  ]);
});

test("returns at most half as many runs as pixels, each of them visible", () => {
  const ranges = Array.from({ length: 10000 }, (_, n) => range(n * 2, n * 2 + 1));
  const runs = pixelRuns(ranges, (frame) => frame / 20, 1000);
  expect(runs.length).toBeLessThanOrEqual(500);
  const sparse = pixelRuns([range(100, 101)], (frame) => frame / 100, 1000);
  expect(sparse).toEqual([{ left: 1, right: 2 }]);
});

test("the extent of values ignores NaN", () => {
  expect(extent(new Float32Array([Number.NaN, 2, -1, Number.POSITIVE_INFINITY]))).toEqual([-1, 2]);
  expect(extent(new Float32Array([Number.NaN]))).toBeUndefined();
});

test("each column keeps the minimum and the maximum of its values", () => {
  const values = new Float32Array([1, 5, 2, 8, Number.NaN, Number.NaN, 3]);
  const nan = Number.NaN;
  expect([...columns(values, 0, 2, 4)]).toEqual([1, 5, 2, 8, nan, nan, 3, 3]);
  expect([...columns(values, 1, 0.5, 4)]).toEqual([5, 5, 5, 5, 2, 2, 2, 2]);
  expect([...columns(values, -2, 2, 2)].slice(2)).toEqual([1, 5]);
});
