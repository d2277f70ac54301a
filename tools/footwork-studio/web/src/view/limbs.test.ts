import { describe, expect, test } from "vitest";
import { landmarksOf, sideOf, sidesOf, words } from "./limbs";

test.each([
  ["LeftUpLeg", "left"],
  ["LHipJoint", "left"],
  ["left_knee", "left"],
  ["thigh.L", "left"],
  ["Bip01 L Foot", "left"],
  ["lefthand", "left"],
  ["mixamorig:RightArm", "right"],
  ["RThumb", "right"],
  ["hand_r", "right"],
  ["Spine1", "centre"],
  ["LeftRightHelper", "centre"],
  ["", "centre"],
])("the side of %s is %s", (name, side) => {
  expect(sideOf(name)).toBe(side);
});

test("words are separated by capitals and by what is not a letter", () => {
  expect(words("mixamorig:LeftToeBase_01")).toEqual(["mixamorig", "left", "toe", "base"]);
});

test("a joint without a side has that of its parent", () => {
  expect(sidesOf(["Hips", "LeftLeg", "Toe", "", "Spine"], [-1, 0, 1, 2, 0])).toEqual([
    "centre",
    "left",
    "left",
    "left",
    "centre",
  ]);
});

describe("landmarks", () => {
  test("of a BVH file", () => {
    const names = ["Hips", "LeftFoot", "LeftToeBase", "RightFoot", "RightToeBase", "LeftHand"];
    expect(landmarksOf(names, [-1, 0, 1, 0, 3, 0], 0)).toEqual({
      hips: 0,
      feet: [1, 3],
      hands: [5],
      soles: [2, 4],
    });
  });

  test("of a DeepMimic clip, whose root is the hips", () => {
    const names = ["root", "right_hip", "right_ankle", "right_toe", "left_wrist"];
    expect(landmarksOf(names, [-1, 0, 1, 2, 0], 0)).toEqual({
      hips: 0,
      feet: [2],
      hands: [4],
      soles: [3],
    });
  });

  test("are never helpers of animators", () => {
    const names = ["root", "foot_ik_l", "foot_l"];
    expect(landmarksOf(names, [-1, 0, 0], 0).feet).toEqual([2]);
  });
});
