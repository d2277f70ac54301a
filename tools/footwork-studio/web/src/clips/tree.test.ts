import { expect, it } from "vitest";
import type { ClipRow, WorkState } from "../api/types";
import { folderOf, placesOf, shortener, tree } from "./tree";

const row = (name: string, state: WorkState = "untouched") => ({ name, state }) as ClipRow;

const treeOf = (rows: ClipRow[], folded: string[]) =>
  tree(rows, new Set(folded), placesOf(rows.map(({ name }) => name)));

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
  expect(shown(treeOf(rows, []))).toEqual([
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
  expect(shown(treeOf(rows, ["a/b/", "d/"]))).toEqual([
    "- a 1/3",
    "  + b 1/2",
    "  - c 0/1",
    "    x.bvh",
    "+ d 1/1",
    "z.bvh",
  ]);
  expect(shown(treeOf(rows, ["a/"]))[0]).toBe("+ a 1/3");
  expect(treeOf([], [])).toEqual([]);
});

it("cuts names the same way if only some clips of a folder are listed", () => {
  const names = ["c/take_walk_1.bvh", "c/take_walk_2.bvh", "c/take_run_1.bvh"];
  const listed = names.slice(0, 2).map((name) => row(name));
  expect(shown(tree(listed, new Set(), placesOf(names)))).toEqual([
    "- c 0/2",
    "  …walk_1",
    "  …walk_2",
  ]);
});

it("cuts the parts that all names of a folder share, at separators", () => {
  const check = (names: string[], expected: string[]) =>
    expect(names.map(shortener(names))).toEqual(expected);
  check(
    ["c/playground_climb_down_01.bvh", "c/playground_climb_up_01.bvh", "c/playground_hang_02.bvh"],
    ["…climb_down_01", "…climb_up_01", "…hang_02"],
  );
  // Two names are too few to shorten. Words are never split, and short shared prefixes stay.
  check(["take_walk.bvh", "take_run.bvh"], ["take_walk.bvh", "take_run.bvh"]);
  check(["walking.bvh", "walked.bvh", "walks.bvh"], ["walking", "walked", "walks"]);
  check(["a_1.bvh", "a_2.bvh", "a_3.glb"], ["a_1.bvh", "a_2.bvh", "a_3.glb"]);
  check(["m.glb#Walk", "m.glb#Run", "m.glb#Idle"], ["m.glb#Walk", "m.glb#Run", "m.glb#Idle"]);
  check(["take_.bvh", "take_1.bvh", "take_2.bvh"], ["take_.bvh", "…1", "…2"]);
  expect(folderOf("x.bvh")).toBe("");
});
