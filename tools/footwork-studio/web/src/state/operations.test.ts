import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { clipLabels } from "../../tests/clips";
import type { ClipLabels, ExclusiveGroup, Moment, Operation, Span } from "../api/types";
import { applyOperations, withoutRivals } from "./operations";

/** The labels of a clip, before or after operations. */
interface Labels {
  spans: Span[];
  events: Moment[];
}

/** A case that the server's tests run too: page and server must compute the same labels. */
interface Case {
  name: string;
  frames: number;
  before: Labels;
  operations: Operation[];
  after: Labels;
}

const read = (file: string): unknown =>
  JSON.parse(
    readFileSync(new URL(`../../../../../testdata/studio/${file}`, import.meta.url), "utf8"),
  );
const CASES = read("operations.json") as Case[];
const EXCLUSIVE = read("exclusive.json") as { groups: string[][]; cases: Case[] };

const clipOf = ({ frames, before }: Case) => clipLabels({ frames, ...before });

describe("applyOperations", () => {
  // As in the list in `footwork.toml`, a single tag stands for the tags below it.
  const groups = EXCLUSIVE.groups.map(
    (tags): ExclusiveGroup =>
      tags.length === 1 ? { kind: "below", tag: tags[0] ?? "" } : { kind: "tags", tags },
  );
  const all = [
    ...CASES.map((one) => ({ ...one, exclusive: [] })),
    ...EXCLUSIVE.cases.map((one) => ({ ...one, exclusive: groups })),
  ];
  test.each(all)("$name", (one) => {
    const clip = clipOf(one);
    const copy = structuredClone(clip);
    const { spans, events } = applyOperations(clip, one.operations, one.exclusive);
    expect({ spans, events }).toEqual(one.after);
    // The input is unchanged.
    expect(clip).toEqual(copy);
  });
});

describe("withoutRivals", () => {
  const spans = (some: [string, number, number][]) =>
    some.map(([tag, start, stop]) => ({ tag, start, stop, byRule: false }));
  const before = spans([
    ["Gait.Run", 0, 30],
    ["Gait.Walk", 30, 60],
    ["Style.Sad", 0, 60],
  ]);
  const labels = clipOf({
    name: "",
    frames: 100,
    before: { spans: before, events: [] },
    operations: [],
    after: { spans: [], events: [] },
  });
  const groups: ExclusiveGroup[] = [{ kind: "below", tag: "Gait" }];

  test("erases the frames of a new tag from other members of its group, and paints nothing", () => {
    const given = [{ tag: "Gait.Idle", start: 20, stop: 40 }];
    expect(withoutRivals(labels, given, groups).spans).toEqual(
      spans([
        ["Gait.Run", 0, 20],
        ["Gait.Walk", 40, 60],
        ["Style.Sad", 0, 60],
      ]),
    );
  });

  test("returns the same labels if there is nothing to erase", () => {
    expect(withoutRivals(labels, [], groups)).toBe(labels);
    const apart = [{ tag: "Gait.Idle", start: 60, stop: 90 }];
    expect(withoutRivals(labels, apart, groups)).toBe(labels);
    const free = [{ tag: "Style.Slow", start: 0, stop: 60 }];
    expect(withoutRivals(labels, free, groups)).toBe(labels);
  });
});

// The page shows an edit before the server confirms it. If the edit is impossible, the page shows its possible part
// until the server refuses it.
describe("impossible operations", () => {
  const labels: ClipLabels = clipOf({
    name: "",
    frames: 100,
    before: { spans: [{ tag: "A", start: 10, stop: 20, byRule: false }], events: [] },
    operations: [],
    after: { spans: [], events: [] },
  });
  const check = (operation: Operation, spans: string[]) =>
    expect(
      applyOperations(labels, [operation], []).spans.map(
        ({ tag, start, stop }) => `${tag} ${start} ${stop}`,
      ),
    ).toEqual(spans);

  test("painting is clamped to the clip, and paints nothing in an empty range", () => {
    check({ kind: "paint", tag: "C", start: 90, stop: 120 }, ["A 10 20", "C 90 100"]);
    check({ kind: "paint", tag: "C", start: 50, stop: 50 }, ["A 10 20"]);
  });

  test("removing what does not exist changes nothing", () =>
    check({ kind: "removeSpan", tag: "A", start: 10, stop: 30 }, ["A 10 20"]));
});
