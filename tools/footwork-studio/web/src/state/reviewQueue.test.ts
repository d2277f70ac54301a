import { expect, test } from "vitest";
import type { ClipRow, SignedState, WorkState } from "../api/types";
import { peopleOf, reviewQueue } from "./reviewQueue";

const row = (name: string, state: WorkState, signed: Partial<SignedState> = {}) =>
  ({ name, state, mirrorOf: null, signed: { state, by: null, on: null, ...signed } }) as ClipRow;

const ROWS = [
  row("a", "done", { by: "Ann" }),
  row("b", "done", { by: "Ben" }),
  row("c", "inProgress", { by: "Ann", assignee: "Ben" }),
  row("d", "done", { by: "Ann", assignee: "Ben" }),
  row("e", "done", { by: "Ann", assignee: "Cleo" }),
  row("f", "reviewed", { by: "Ben" }),
  { ...row("a (mirrored)", "done"), mirrorOf: "a" },
];

const names = (of: "all" | "mine", name: string, apart: Record<string, number> = {}) =>
  reviewQueue(ROWS, { of, name, differences: (clip) => apart[clip] ?? 0 }).map(({ name }) => name);

test("has the done clips, and those with differences come first", () => {
  expect(names("all", "")).toEqual(["a", "b", "d", "e"]);
  expect(names("all", "", { e: 2, b: 1 })).toEqual(["e", "b", "a", "d"]);
});

test("of a reviewer has the assigned clips, then the unassigned clips of other labellers", () => {
  expect(names("mine", "Ben")).toEqual(["d", "a"]);
  expect(names("mine", "Ann")).toEqual(["b"]);
  expect(names("mine", "Ben", { a: 9 })).toEqual(["d", "a"]);
});

test("knows the people of a library", () => {
  expect(peopleOf(ROWS)).toEqual(["Ann", "Ben", "Cleo"]);
});
