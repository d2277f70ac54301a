import { describe, expect, it } from "vitest";
import type { PoseCost, RecordingHeader, SearchRow } from "../api/types";
import { partnersOf, placePath, placePose } from "./placePose";
import {
  costRows,
  decisionText,
  nextJump,
  readTape,
  runsOf,
  searchBefore,
  tapeFrame,
} from "./tape";

const pose = { clip: 0, frame: 3, mirrored: false };
const found = (frame: number, decision: string, more: Partial<SearchRow> = {}): SearchRow => ({
  frame,
  trigger: "due",
  decision,
  filter: null,
  from: pose,
  to: pose,
  continuing: null,
  limit: null,
  candidates: [],
  discarded: null,
  rule: null,
  forbidden: null,
  wanted: [],
  got: [],
  ...more,
});

const header: RecordingHeader = {
  name: "a.fwrec",
  revision: 1,
  frames: 4,
  firstFrame: 0,
  origin: [0, 0, 0],
  clips: [
    { name: "a", problem: null },
    { name: "b", problem: null },
  ],
  groups: ["foot", "way"],
  filters: [],
  decisions: ["waits", "plays on", "dwells", "stays", "jumps"],
  searches: [found(0, "stays"), found(2, "jumps")],
  hasOtherTags: false,
};
const rows = [
  [0, 0, 0, 0, 0, 0, 5, 1, 3],
  [0, 0, 0.1, 0, 0.1, 0, 6, 1, 1],
  [0, 0, 0.2, 0.5, 0.2, 1, -8, 0.25, -5],
  [0, 0, 0.3, 0.5, 0.3, 1, -9, 0.5, 1],
];
const tape = readTape({ header, values: new Float32Array(rows.flat()) });

describe("a recording", () => {
  it("reads frames, in which negative numbers stand for mirrored twins and moves", () => {
    if (!tape) throw new Error("no tape");
    expect(tapeFrame(tape, 0)).toMatchObject({
      pose: { clip: 0, frame: 5, mirrored: false },
      decision: "stays",
      wasMoved: false,
    });
    expect(tapeFrame(tape, 2)).toMatchObject({
      pose: { clip: 1, frame: 7, mirrored: true },
      blend: 0.25,
      decision: "jumps",
      wasMoved: true,
    });
    expect(tapeFrame(tape, 99)).toEqual(tapeFrame(tape, 3));
    expect(readTape({ header: null, values: new Float32Array() })).toBeUndefined();
  });

  it("finds searches, jumps and runs", () => {
    if (!tape) throw new Error("no tape");
    expect([-1, 0, 1, 2, 3].map((frame) => searchBefore(tape, frame))).toEqual([-1, 0, 0, 1, 1]);
    expect([nextJump(tape, 0, 1), nextJump(tape, 2, 1), nextJump(tape, 3, -1)]).toEqual([
      2,
      undefined,
      2,
    ]);
    expect(runsOf(tape)).toEqual([
      { start: 0, stop: 2, clip: 0 },
      { start: 2, stop: 4, clip: 1 },
    ]);
  });

  it("lists the playing pose first, and does not count rounding errors as soft costs", () => {
    const cost = (whole: number, ...groups: number[]): PoseCost => ({ pose, cost: whole, groups });
    const search = found(0, "jumps", {
      continuing: cost(5, 2, 3),
      candidates: [cost(1.00001, 0.5, 0.5), cost(3, 1, 1)],
      forbidden: cost(0.5),
    });
    const all = costRows(search);
    expect(all.map(({ role }) => role)).toEqual([
      "Playing on",
      "Jumped to",
      "Runner-up",
      "Forbidden by the filter",
    ]);
    expect(all.map(({ soft }) => soft)).toEqual([0, 0, 1, 0]);
    expect(all.map(({ candidate }) => candidate)).toEqual([undefined, 0, 1, undefined]);
    expect(decisionText("jumps", found(0, "jumps", { trigger: "end" }))).toBe("Had to jump");
    expect(decisionText("jumps", search)).toBe("Jumped to a better pose");
  });
});

describe("a placed pose", () => {
  const values = new Float32Array([0, 1, 5, 1, 0, 5, -1, 0, 6]);

  it("moves with its root, and turns with the heading", () => {
    // The root is at z = 5 and faces +x. Joint 1 is 1 m ahead of it.
    const placed = placePose(values, [0, 5, 1, 0], undefined, [10, 2, 20], 0);
    expect([...placed].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
      10, 3, 20, 10, 2, 21, 9, 2, 19,
    ]);
  });

  it("keeps all lengths when it is mirrored", () => {
    const partners = partnersOf(["Hips", "LeftFoot", "RightFoot"]);
    expect(partners).toEqual([0, 2, 1]);
    const placed = placePose(values, [0, 5, 0, 1], partners, [0, 0, 0], 0.7);
    const apart = (of: Float32Array, a: number, b: number) =>
      Math.hypot(...[0, 1, 2].map((axis) => (of[a * 3 + axis] ?? 0) - (of[b * 3 + axis] ?? 0)));
    expect(apart(placed, 1, 2)).toBeCloseTo(apart(values, 1, 2), 5);
    expect(apart(placed, 0, 1)).toBeCloseTo(apart(values, 0, 2), 5);
  });

  it("knows sides by words and letters", () => {
    const names = [
      "l_arm",
      "r_arm",
      "Arm.L",
      "Arm.R",
      "LHand",
      "RHand",
      "ball",
      "LEFT_LEG",
      "RIGHT_LEG",
    ];
    expect(partnersOf(names)).toEqual([1, 0, 3, 2, 5, 4, 6, 8, 7]);
  });

  it("starts paths at the character", () => {
    const path = placePath([[0, 1]], [1, 0, 2], Math.PI / 2);
    expect(path[0]).toEqual([1, 0, 2]);
    expect(path[1]?.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([2, 0, 2]);
  });
});
