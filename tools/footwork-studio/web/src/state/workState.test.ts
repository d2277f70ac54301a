import { expect, it } from "vitest";
import type { ClipRow, WorkState } from "../api/types";
import {
  assigned,
  nextUnfinished,
  progressOf,
  progressText,
  signed,
  signedText,
  stateOf,
} from "./workState";

const row = (name: string, state: WorkState, frames = 60, mirrorOf: string | null = null) =>
  ({ name, state, frames, rate: [60, 1], mirrorOf }) as ClipRow;

it("counts the clips and the minutes of each state, without mirrored twins", () => {
  const progress = progressOf([
    row("a", "done", 3600),
    row("b", "untouched", 3600),
    row("b~mirrored", "done", 3600, "b"),
    row("c", "reviewed", 7200),
    row("d", "inProgress", 3600),
  ]);
  expect(progress.counts).toEqual({ untouched: 1, inProgress: 1, done: 1, reviewed: 1 });
  expect(progressText(progress)).toBe("2 of 4 clips finished (1 reviewed), 3.0 of 5.0 minutes");
});

it("goes to the next unfinished clip, wrapping around at the ends", () => {
  const rows = [row("a", "untouched"), row("b", "done"), row("c", "inProgress"), row("d", "done")];
  const check = (from: string | undefined, by: 1 | -1, expected: string | undefined) =>
    expect(nextUnfinished(rows, from, by)).toBe(expected);
  check("a", 1, "c");
  check("c", 1, "a");
  check("c", -1, "a");
  check("b", -1, "a");
  check("d", 1, "a");
  check(undefined, 1, "a");
  check("gone", -1, "c");
  expect(nextUnfinished([row("a", "untouched"), row("b", "done")], "a", 1)).toBeUndefined();
  expect(nextUnfinished([], "a", 1)).toBeUndefined();
});

it("signs a state with name and day only if there is a name", () => {
  const day = new Date(2026, 10, 6, 23, 59);
  expect(signed("done", " Ann ", day)).toEqual({ state: "done", by: "Ann", on: "2026-11-06" });
  expect(signedText(signed("done", "Ann", day))).toBe("Done by Ann on 2026-11-06");
  expect(signedText(signed("inProgress", " ", day))).toBe("In progress");
});

it("counts a clip as in progress once it has a user's label or note", () => {
  const labels = { state: null, spans: [], events: [], refused: [], notes: [] };
  const span = { tag: "A", start: 0, stop: 9, byRule: true };
  expect(stateOf(labels)).toBe("untouched");
  expect(stateOf({ ...labels, spans: [span] })).toBe("untouched");
  expect(stateOf({ ...labels, spans: [{ ...span, byRule: false }] })).toBe("inProgress");
  expect(stateOf({ ...labels, notes: ["x"] })).toBe("inProgress");
  const state = { state: "untouched" as const, by: null, on: null };
  expect(stateOf({ ...labels, notes: ["x"], state })).toBe("untouched");
});

it("a state that only assigns the clip leaves the state to the labels", () => {
  const labels = { state: null, spans: [], events: [], refused: [], notes: ["x"] };
  const to = assigned(undefined, " Ben ");
  expect(to).toEqual({ state: "untouched", by: null, on: null, assignee: "Ben" });
  expect(stateOf({ ...labels, state: to })).toBe("inProgress");
  expect(assigned(to ?? undefined, "")).toBeNull();
  const done = { state: "done" as const, by: "Ann", on: null };
  expect(assigned({ ...done, assignee: "Ben" }, "")).toEqual(done);
});
