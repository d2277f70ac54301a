import { expect, it } from "vitest";
import type { Checked, LabelDifference } from "../api/types";
import { adjudicated, allFindings, fixesOf, groupFindings, minus } from "./review";

const difference = (ours: [number, number][], theirs: [number, number][]): LabelDifference => ({
  tag: "A",
  start: Math.min(...[...ours, ...theirs].map(([start]) => start)),
  stop: Math.max(...[...ours, ...theirs].map(([, stop]) => stop)),
  ours,
  theirs,
  edgesApart: null,
  isKept: false,
});

it("subtracts ranges", () => {
  expect(minus([[0, 10]], [])).toEqual([[0, 10]]);
  expect(minus([[0, 10]], [[0, 10]])).toEqual([]);
  expect(
    minus(
      [
        [0, 10],
        [20, 30],
      ],
      [
        [2, 3],
        [5, 22],
        [29, 40],
      ],
    ),
  ).toEqual([
    [0, 2],
    [3, 5],
    [22, 29],
  ]);
});

it("decides a difference for theirs, for ours or for both", () => {
  const one = difference([[10, 50]], [[14, 60]]);
  expect(adjudicated(one, "theirs")).toEqual([
    { kind: "erase", tag: "A", start: 10, stop: 14 },
    { kind: "paint", tag: "A", start: 50, stop: 60 },
  ]);
  // Frames that both labelled stay, because the labellers agree on them.
  expect(adjudicated(one, "both")).toEqual([
    { kind: "paint", tag: "A", start: 50, stop: 60 },
    { kind: "keep", tag: "A", ours: [[10, 60]], theirs: [[14, 60]] },
  ]);
  expect(adjudicated(difference([[14, 20]], [[10, 60]]), "both")).toEqual([
    { kind: "paint", tag: "A", start: 10, stop: 14 },
    { kind: "paint", tag: "A", start: 20, stop: 60 },
  ]);
  expect(adjudicated(one, "ours")).toEqual([
    { kind: "keep", tag: "A", ours: [[10, 50]], theirs: [[14, 60]] },
  ]);
  expect(adjudicated(difference([[1, 9]], []), "theirs")).toEqual([
    { kind: "erase", tag: "A", start: 1, stop: 9 },
  ]);
});

const finding = (code: string, severity: string, clip: string, start?: number): Checked => ({
  severity,
  code,
  clip,
  file: null,
  span: null,
  label: "A",
  joint: null,
  message: code,
  fixes:
    start === undefined
      ? []
      : [{ title: "Fill", operations: [{ kind: "paint", tag: "A", start, stop: start + 1 }] }],
});

it("groups findings by kind, errors first, and fixes them clip by clip", () => {
  const all = [
    finding("gap", "warning", "a", 3),
    finding("jump", "warning", "a"),
    finding("orphan", "error", "b"),
    finding("gap", "warning", "b", 5),
    finding("gap", "warning", "a", 7),
    // Findings with the same fix are fixed by one edit. Findings that need a decision are resolved one by one.
    finding("gap", "warning", "a", 7),
    finding("event-at-edge", "warning", "b", 5),
  ];
  const groups = groupFindings(all).map(({ code, findings, fixes }) => [
    code,
    findings.length,
    fixes,
  ]);
  expect(groups).toEqual([
    ["orphan", 1, 0],
    ["gap", 4, 4],
    ["jump", 1, 0],
    ["event-at-edge", 1, 0],
  ]);
  const edits = fixesOf(all).map(({ clip, operations }) => [clip, operations.length]);
  expect(edits).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
});

it("adds each finding that the check lacks once", () => {
  const names = new Set(["a"]);
  const other = (code: string, file: string, severity = "warning") => ({
    severity,
    file,
    position: null,
    code,
    message: code,
  });
  const all = allFindings(
    [finding("gap", "warning", "a")],
    [
      other("gap", "a.tags"),
      other("unknown-line", "a.tags"),
      other("length-unit", "footwork.toml", "note"),
    ],
    names,
  );
  expect(all.map(({ code, clip, file }) => [code, clip, file])).toEqual([
    ["gap", "a", null],
    ["unknown-line", "a", null],
    ["length-unit", null, "footwork.toml"],
  ]);
  expect(groupFindings(all).map(({ severity }) => severity)).toEqual([
    "warning",
    "warning",
    "note",
  ]);
});
