import { describe, expect, test } from "vitest";
import {
  ballOf,
  bearingFrom,
  bearingOf,
  directionOf,
  fitDistance,
  gridUnit,
  growBox,
  turned,
} from "./cameraFit";

describe("a box", () => {
  test("grows to include all joints of the body", () => {
    const pose = Float32Array.from([9, 9, 9, 0, 0, 0, 1, 2, 3]);
    expect(growBox(undefined, pose, [1, 2])).toEqual({ least: [0, 0, 0], most: [1, 2, 3] });
  });

  test("is empty without joints, or if all are NaN", () => {
    expect(growBox(undefined, new Float32Array(), [])).toBeUndefined();
    expect(growBox(undefined, Float32Array.from([NaN, NaN, NaN]), [0])).toBeUndefined();
  });

  test("of a small pose leaves room for the character to stand up", () => {
    const ball = ballOf({ least: [0, 0, 0], most: [0.1, 0.1, 0.1] }, 2);
    expect(ball.centre).toEqual([0.05, 0.05, 0.05]);
    expect(ball.radius).toBeGreaterThan(1);
  });
});

test("a ball fits the narrower dimension of the picture", () => {
  const wide = fitDistance(1, Math.PI / 3, 2);
  expect(wide).toBeCloseTo(2);
  expect(fitDistance(1, Math.PI / 3, 0.5)).toBeGreaterThan(wide);
});

describe("viewpoints", () => {
  test("at the front, the character looks at the camera", () => {
    const [x, y, z] = directionOf(bearingOf("front", [1, 0]));
    expect([x, y, z].map((value) => Math.round(value))).toEqual([1, 0, 0]);
  });

  test("from the side, the character looks to the right of the picture", () => {
    const [x, , z] = directionOf(bearingOf("side", [0, 1]));
    // For a camera at −x, the right of the picture is +z.
    expect([Math.round(x), Math.round(z)]).toEqual([-1, 0]);
  });

  test("from the top, the camera is above", () => {
    expect(directionOf(bearingOf("top", [0, 1]))[1]).toBeCloseTo(1);
  });

  test("a bearing survives the conversion to a direction and back", () => {
    const bearing = { azimuth: 0.7, polar: 1.1 };
    const back = bearingFrom(directionOf(bearing));
    expect(back.azimuth).toBeCloseTo(0.7);
    expect(back.polar).toBeCloseTo(1.1);
  });

  test("a bearing stops at the poles", () => {
    expect(turned({ azimuth: 0, polar: 0.1 }, { azimuth: 0, polar: -1 }).polar).toBeGreaterThan(0);
  });
});

test.each([
  [1.8, 1],
  [2.6, 1],
  [0.018, 0.01],
  [110, 100],
  [0, 1e-6],
])("floor lines for a stature of %s m are %s m apart", (stature, unit) => {
  expect(gridUnit(stature)).toBeCloseTo(unit);
});
