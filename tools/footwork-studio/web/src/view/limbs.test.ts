import { describe, expect, test } from "vitest";
import { acrossOf, landmarksOf } from "./limbs";

const joints = (...roles: (string | null)[]) => ({
  names: roles.map((_, joint) => `joint ${joint}`),
  parents: roles.map((_, joint) => joint - 1),
  drawn: roles.map(() => true),
  roles,
  sides: roles.map(() => "centre" as const),
  mayHaveMesh: false,
});

describe("landmarks", () => {
  test("are found by roles, whatever the joints' names", () => {
    const known = joints(null, "hips", "left_foot", "left_toe", "right_foot", "left_hand");
    expect(landmarksOf(known, 0)).toEqual({
      hips: 1,
      feet: [2, 4],
      hands: [5],
      soles: [3, 4],
    });
  });

  test("of a skeleton without roles are its root", () => {
    const unknown = landmarksOf(joints(null, null, null), 1);
    expect(unknown).toEqual({ hips: 1, feet: [], hands: [], soles: [] });
  });
});

test("the front is known if a joint is known on both sides", () => {
  expect(acrossOf(joints("left_upper_leg", "right_upper_leg", "left_upper_arm"))).toEqual([[0, 1]]);
  expect(acrossOf(joints("right_upper_arm", "left_upper_arm"))).toEqual([[1, 0]]);
});
