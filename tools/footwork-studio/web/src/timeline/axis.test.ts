import { expect, test } from "vitest";
import { axisOf, nth } from "./axis";
import type { Curve } from "./curves";

const curve = (values: number[]): Curve => ({
  kind: "values",
  values: Float32Array.from(values),
  low: 0,
  high: 0,
});
const ramp = (length: number) => Array.from({ length }, (_, at) => at);

test("follows the visible frames", () => {
  expect(axisOf("speed", [curve(ramp(100))], { start: 20, stop: 30 })).toEqual({
    low: 20,
    high: 29,
  });
  expect(axisOf("speed", [curve(ramp(100))], { start: 200, stop: 300 })).toBeUndefined();
  expect(axisOf("speed", [{ kind: "loading" }, undefined], { start: 0, stop: 9 })).toBeUndefined();
});

test("cuts off half a percent of the values at either end", () => {
  const values = ramp(1000).map((at) => (at === 500 ? 1e6 : at === 600 ? -1e6 : at));
  const axis = axisOf("speed", [curve(values)], { start: 0, stop: 1000 });
  expect(axis?.high).toBeLessThan(1000);
  expect(axis?.low).toBeGreaterThanOrEqual(0);
  // With only a few frames, no value is an outlier, so the largest value is visible.
  expect(axisOf("speed", [curve([1, 2, 90])], { start: 0, stop: 3 })).toEqual({ low: 1, high: 90 });
});

test("shows feet on one axis of at least 10 cm", () => {
  const [left, right] = [curve([0, 0.01]), curve([0.02, 0.03])];
  const axis = axisOf("left_foot.height", [left, right], { start: 0, stop: 2 });
  expect(axis?.low).toBe(0);
  expect(axis?.high).toBeCloseTo(0.1, 6);
  expect(axisOf("left_foot.height", [curve([0, 0.5])], { start: 0, stop: 2 })?.high).toBe(0.5);
  expect(axisOf("speed", [left], { start: 0, stop: 2 })?.high).toBeCloseTo(0.01, 6);
});

test("selects the value that sorting would put there", () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 0x7fffffff;
    return Math.floor((seed / 0x7fffffff) * 20);
  };
  for (let round = 0; round < 200; round += 1) {
    const values = Float32Array.from({ length: 1 + (round % 40) }, random);
    const sorted = Float32Array.from(values).sort();
    const index = round % values.length;
    expect(nth(Float32Array.from(values), index)).toBe(sorted[index]);
  }
});
