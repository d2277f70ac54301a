import { describe, expect, it } from "vitest";
import { clipRow } from "../../tests/clips";
import { type Arrangement, arrange, framesIn, splitName } from "./arrange";

const rows = [
  clipRow("a/walk_1", { frames: 60 }),
  clipRow("a/Run_2", { frames: 90, rate: [60, 1] }),
  clipRow("b/walk_2", { frames: 30 }),
];
const plain: Arrangement = {
  filter: "",
  onlyMatches: false,
  column: "name",
  isDescending: false,
  matched: (name) => (name === "a/walk_1" ? 5 : 0),
};
const names = (how: Partial<Arrangement>) =>
  arrange(rows, { ...plain, ...how }).map(({ name }) => name);

describe("arrange", () => {
  it("sorts by name", () => {
    expect(names({})).toEqual(["a/Run_2", "a/walk_1", "b/walk_2"]);
    expect(names({ isDescending: true })).toEqual(["b/walk_2", "a/walk_1", "a/Run_2"]);
  });
  it("requires all words, in any order", () => {
    expect(names({ filter: " 2 WALK" })).toEqual(["b/walk_2"]);
    expect(names({ filter: "run" })).toEqual(["a/Run_2"]);
  });
  it("sorts by duration in seconds, whatever the frame rates", () =>
    expect(names({ column: "length" })).toEqual(["b/walk_2", "a/Run_2", "a/walk_1"]));
  it("shows only matches", () => expect(names({ onlyMatches: true })).toEqual(["a/walk_1"]));
  it("orders ties by name", () =>
    expect(names({ column: "matches", isDescending: true })).toEqual([
      "a/walk_1",
      "a/Run_2",
      "b/walk_2",
    ]));
  it("does not change its input", () => {
    names({ isDescending: true });
    expect(rows[0]?.name).toBe("a/walk_1");
  });
});

it("counts frames", () =>
  expect(
    framesIn([
      [0, 3],
      [5, 6],
    ]),
  ).toBe(4));

it("splits names", () =>
  expect(splitName("cmu/playground_jump_01.bvh")).toEqual({
    folder: "cmu/",
    head: "playground_ju",
    tail: "mp_01.bvh",
  }));
