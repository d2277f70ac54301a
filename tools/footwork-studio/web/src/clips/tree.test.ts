import { expect, it } from "vitest";
import type { ClipRow, WorkState } from "../api/types";
import { folderOf, shortener, tree } from "./tree";

const row = (name: string, state: WorkState = "untouched") => ({ name, state }) as ClipRow;

const shown = (items: ReturnType<typeof tree>) =>
  items.map((item) =>
    item.kind === "clip"
      ? `${"  ".repeat(item.depth)}${item.short}`
      : `${"  ".repeat(item.depth)}${item.isFolded ? "+" : "-"} ${item.title} ${item.finished}/${item.clips}`,
  );

it("puts clips below their folders, whose parts have rows of their own", () => {
  const rows = [
    row("a/b/walk.bvh", "done"),
    row("a/b/run.bvh"),
    row("a/c/x.bvh"),
    row("d/y.bvh", "reviewed"),
    row("z.bvh"),
  ];
  expect(shown(tree(rows, new Set()))).toEqual([
    "- a 1/3",
    "  - b 1/2",
    "    walk.bvh",
    "    run.bvh",
    "  - c 0/1",
    "    x.bvh",
    "- d 1/1",
    "  y.bvh",
    "z.bvh",
  ]);
  expect(shown(tree(rows, new Set(["a/b/", "d/"])))).toEqual([
    "- a 1/3",
    "  + b 1/2",
    "  - c 0/1",
    "    x.bvh",
    "+ d 1/1",
    "z.bvh",
  ]);
  expect(shown(tree(rows, new Set(["a/"])))[0]).toBe("+ a 1/3");
  expect(tree([], new Set())).toEqual([]);
});

it("cuts what all names of a folder share, at separators", () => {
  const check = (names: string[], expected: string[]) =>
    expect(names.map(shortener(names))).toEqual(expected);
  check(
    ["c/playground_climb_down_01.bvh", "c/playground_climb_up_01.bvh", "c/playground_hang_02.bvh"],
    ["…climb_down_01", "…climb_up_01", "…hang_02"],
  );
  // Two are few, half words stay whole, and short beginnings stay.
  check(["take_walk.bvh", "take_run.bvh"], ["take_walk.bvh", "take_run.bvh"]);
  check(["walking.bvh", "walked.bvh", "walks.bvh"], ["walking", "walked", "walks"]);
  check(["a_1.bvh", "a_2.bvh", "a_3.glb"], ["a_1.bvh", "a_2.bvh", "a_3.glb"]);
  check(["m.glb#Walk", "m.glb#Run", "m.glb#Idle"], ["m.glb#Walk", "m.glb#Run", "m.glb#Idle"]);
  check(["take_.bvh", "take_1.bvh", "take_2.bvh"], ["take_.bvh", "…1", "…2"]);
  expect(folderOf("x.bvh")).toBe("");
});
