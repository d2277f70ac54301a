import { describe, expect, test } from "vitest";
import type { Joints } from "../state/motion";
import { createFigure, headingOf, placeParts } from "./figure";

/** A skeleton with hips at one metre, a head and two legs. Left is +x. */
const JOINTS: Joints = {
  names: ["Hips", "Head", "LeftUpLeg", "LeftFoot", "RightUpLeg", "RightFoot", ""],
  parents: [-1, 0, 0, 2, 0, 4, 1],
  drawn: [true, true, true, true, true, true, true],
  roles: ["hips", "head", "left_upper_leg", "left_foot", "right_upper_leg", "right_foot", null],
  sides: ["centre", "centre", "left", "left", "right", "right", "centre"],
  mayHaveMesh: false,
};
/** The same skeleton below a root joint on the floor, which carries it. */
const CARRIED: Joints = {
  names: ["Reference", ...JOINTS.names],
  parents: [-1, ...JOINTS.parents.map((parent) => parent + 1)],
  drawn: [true, ...JOINTS.drawn],
  roles: [null, ...JOINTS.roles],
  sides: ["centre", ...JOINTS.sides],
  mayHaveMesh: false,
};
const POSE = Float32Array.from([
  0, 1, 0, 0, 1.6, 0, 0.1, 1, 0, 0.1, 0, 0, -0.1, 1, 0, -0.1, 0, 0, 0, 1.7, 0,
]);

describe("a figure", () => {
  const figure = createFigure(JOINTS, POSE, POSE);

  test("has a bone to each joint, and a ball at each named joint", () => {
    const bones = figure.parts.filter((part) => !part.isJoint);
    expect(bones.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [0, 2],
      [2, 3],
      [0, 4],
      [4, 5],
      [1, 6],
    ]);
    expect(bones.map(({ side }) => side)).toEqual([
      "centre",
      "left",
      "left",
      "right",
      "right",
      "centre",
    ]);
    expect(figure.parts.filter((part) => part.isJoint)).toHaveLength(6);
  });

  test("is about as tall as its limbs suggest, in any unit", () => {
    expect(figure.stature).toBeCloseTo(1.65 * 1.1);
    const huge = POSE.map((value) => value * 100);
    expect(createFigure(JOINTS, huge, huge).stature).toBeCloseTo(165 * 1.1, 3);
  });

  test("has a stature even if all joints coincide", () => {
    const point = new Float32Array(POSE.length);
    const none = createFigure(JOINTS, point, point);
    expect(none.stature).toBeGreaterThan(0);
    expect(none.parts.every((part) => part.isJoint)).toBe(true);
  });

  test("leaves out a root that only carries the character along", () => {
    const now = Float32Array.from([0, 0, 0, ...POSE]);
    const later = Float32Array.from([0, 0, 0, ...POSE.map((v, at) => (at % 3 ? v : v + 2))]);
    const of = createFigure(CARRIED, now, later);
    expect(of.body).not.toContain(0);
    expect(of.stature).toBeCloseTo(figure.stature);
    expect(of.parts.some(({ from, to }) => from === 0 || to === 0)).toBe(false);
    expect(of.landmarks.hips).toBe(1);
  });

  test("leaves out parts that are not drawn: the pole to the hips, and helpers", () => {
    const steered: Joints = {
      names: [...CARRIED.names, "ik_foot_l"],
      parents: [...CARRIED.parents, 0],
      drawn: [false, ...JOINTS.drawn, false],
      roles: [...CARRIED.roles, null],
      sides: [...CARRIED.sides, "left"],
      mayHaveMesh: false,
    };
    const pose = Float32Array.from([0, 0, 0, ...POSE, 5, 0, 0]);
    const of = createFigure(steered, pose, pose);
    expect(of.body).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(of.stature).toBeCloseTo(figure.stature);
    const drawn = of.parts.flatMap(({ from, to }) => [from, to]);
    expect(drawn).not.toContain(0);
    expect(drawn).not.toContain(8);
  });

  test("has a round head at the head joint, whatever the joint's name", () => {
    const heads = (joints: Joints) => {
      const bones = createFigure(joints, POSE, POSE).parts.filter((part) => !part.isJoint);
      return bones.filter(({ radii: [from, to] }) => from < to).map(({ to }) => to);
    };
    expect(heads(JOINTS)).toEqual([6]);
    expect(heads({ ...JOINTS, names: JOINTS.names.map(() => "bone") })).toEqual([6]);
    expect(heads({ ...JOINTS, roles: JOINTS.roles.map(() => null) })).toEqual([]);
  });

  test("faces the direction that its left side implies", () => {
    const [x, z] = headingOf(figure, POSE);
    expect(x).toBeCloseTo(0);
    expect(z).toBeCloseTo(1);
    const turned = POSE.slice();
    for (let at = 0; at < turned.length; at += 3) {
      turned[at] = POSE[at + 2] ?? 0;
      turned[at + 2] = -(POSE[at] ?? 0);
    }
    expect(headingOf(figure, turned)[0]).toBeCloseTo(1);
  });
});

test("parts are placed relative to the origin of the picture", () => {
  const parts = createFigure(JOINTS, POSE, POSE).parts.slice(0, 2);
  const from = new Float32Array(9);
  const to = new Float32Array(9);
  placeParts(parts, POSE, [0, 1, 0], from, to, 1);
  expect([...from]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect([...to.slice(3)].map((value) => Number(value.toFixed(3)))).toEqual([0, 0.6, 0, 0.1, 0, 0]);
});
