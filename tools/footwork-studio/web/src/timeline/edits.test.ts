import { describe, expect, test } from "vitest";
import { clipLabels } from "../../tests/clips";
import type { ClipLabels } from "../api/types";
import { applyOperations } from "../state/operations";
import type { Selected } from "../state/studio";
import {
  addAll,
  addSpan,
  type Change,
  merge,
  moveEdge,
  nudgeEdges,
  relabel,
  relabelEvents,
  remove,
  selectEvent,
  selectSpan,
  setNumbers,
  split,
  trim,
} from "./edits";
import { moveAll, shiftAll } from "./moving";

type Numbers = [tag: string, start: number, stop: number];

const clip = (spans: Numbers[], events: [string, number][] = []) =>
  clipLabels({
    spans: spans.map(([tag, start, stop]) => ({ tag, start, stop, byRule: false })),
    events: events.map(([event, time]) => ({ event, time, data: null })),
  });
const span = (tag: string, start: number, stop: number) => selectSpan({ tag, start, stop });
const event = (name: string, time: number) => selectEvent({ event: name, time });

/** The labels of the clip after a change. Checks that they contain all labels selected by the change. */
function after(labels: ClipLabels, change: Change) {
  const now = applyOperations(labels, change.operations, []);
  const all: Selected[] = [...now.spans.map(selectSpan), ...now.events.map(selectEvent)];
  for (const one of change.selection) expect(all).toContainEqual(one);
  return [
    ...now.spans.map(({ tag, start, stop }) => `${tag} ${start} ${stop}`),
    ...now.events.map(({ event, time }) => `${event} ${time}`),
  ];
}

describe("edges", () => {
  const labels = clip([
    ["A", 10, 20],
    ["A", 30, 40],
    ["B", 0, 50],
  ]);

  test.each([
    ["start", 25, "A 25 40"],
    ["start", 15, "A 20 40"],
    ["start", 60, "A 39 40"],
    ["stop", 35, "A 30 35"],
    ["stop", 10, "A 30 31"],
    ["stop", 500, "A 30 100"],
  ] as const)("the %s moved to %d makes %s", (side, to, expected) => {
    const change = moveEdge(labels, span("A", 30, 40), side, to);
    expect(after(labels, change)).toEqual(["A 10 20", expected, "B 0 50"]);
    expect(change.label).toBe(`move the ${side === "start" ? "start" : "end"} of A`);
  });

  test("moving an edge by 0 frames changes nothing", () => {
    expect(moveEdge(labels, span("A", 30, 40), "start", 30).operations).toEqual([]);
  });

  test("are nudged for the whole selection", () => {
    const change = nudgeEdges(labels, [span("A", 30, 40), span("B", 0, 50)], "stop", 2);
    expect(after(labels, change)).toEqual(["A 10 20", "A 30 42", "B 0 52"]);
    expect(change.label).toBe("move the end of 2 labels");
  });

  test("of a rule's span leave the frames that they do not cross to the rule", () => {
    const rule = { tag: "A", start: 10, stop: 20, byRule: true };
    const labels = clipLabels({ spans: [rule] });
    const moved = (side: "start" | "stop", to: number) => {
      const { spans } = applyOperations(
        labels,
        moveEdge(labels, span("A", 10, 20), side, to).operations,
        [],
      );
      return spans.map(({ start, stop, byRule }) => [start, stop, byRule]);
    };
    expect(moved("stop", 23)).toEqual([
      [10, 20, true],
      [20, 23, false],
    ]);
    expect(moved("stop", 17)).toEqual([[10, 17, true]]);
    expect(moved("start", 8)).toEqual([
      [8, 10, false],
      [10, 20, true],
    ]);
    expect(moved("start", 12)).toEqual([[12, 20, true]]);
    expect(moved("start", 10)).toEqual([[10, 20, true]]);
  });

  test("are set to the shown frame, which becomes the first or the last one", () => {
    expect(trim(labels, [], "start", 35).operations).toEqual([]);
    expect(after(labels, trim(labels, [span("B", 0, 50)], "stop", 35))).toContain("B 0 36");
    expect(trim(labels, [span("A", 10, 20)], "start", 20).operations).toEqual([]);
    expect(trim(labels, [span("A", 30, 40)], "stop", 20).operations).toEqual([]);
  });
});

describe("moving", () => {
  const labels = clip(
    [
      ["A", 10, 20],
      ["A", 30, 40],
    ],
    [
      ["E", 5],
      ["E", 6],
    ],
  );

  test("keeps lengths, and keeps touching spans apart", () => {
    const change = moveAll(labels, [span("A", 10, 20)], 10);
    expect(after(labels, change)).toEqual(["A 20 30", "A 30 40", "E 5", "E 6"]);
    expect(change.label).toBe("move A");
  });

  test("of all labels leaves those that cannot move", () => {
    const whole = clip(
      [
        ["Loop", 0, 100],
        ["A", 10, 20],
      ],
      [["E", 99]],
    );
    const all = [span("Loop", 0, 100), span("A", 10, 20), event("E", 99)];
    const change = moveAll(whole, all, 1);
    expect(after(whole, change)).toEqual(["A 11 21", "Loop 0 100", "E 99"]);
    expect(change.selection).toEqual([span("Loop", 0, 100), span("A", 11, 21), event("E", 99)]);
    expect(moveAll(whole, [span("Loop", 0, 100)], 1).operations).toEqual([]);
    const shifted = shiftAll(whole, -5);
    expect(after(whole, shifted)).toEqual(["A 5 15", "Loop 0 100", "E 94"]);
    expect([shifted.stayed, shifted.label]).toEqual([1, "shift 2 labels by -5"]);
    expect(shiftAll(whole, -11).stayed).toBe(2);
    expect(shiftAll(whole, 0).operations).toEqual([]);
  });

  test("by a shift of all labels skips spans that rules placed", () => {
    const ruled = clip([
      ["A", 10, 20],
      ["A", 22, 30],
    ]);
    const spans = ruled.spans.map((one) => ({ ...one, byRule: one.start === 22 }));
    const { operations, stayed } = shiftAll({ ...ruled, spans }, 5);
    expect([operations, stayed]).toEqual([
      [
        { kind: "removeSpan", tag: "A", start: 10, stop: 20 },
        { kind: "addSpan", tag: "A", start: 15, stop: 25 },
      ],
      0,
    ]);
  });

  test("a span onto another span of its tag merges them", () => {
    const change = moveAll(labels, [span("A", 10, 20)], 15);
    expect(after(labels, change)).toEqual(["A 25 40", "E 5", "E 6"]);
  });

  test("stays inside the clip, all together", () => {
    const all = [span("A", 10, 20), span("A", 30, 40), event("E", 5), event("E", 6)];
    expect(after(labels, moveAll(labels, all, -50))).toEqual(["A 5 15", "A 25 35", "E 0", "E 1"]);
    expect(after(labels, moveAll(labels, all, 500))).toEqual([
      "A 70 80",
      "A 90 100",
      "E 65",
      "E 66",
    ]);
  });

  test("with an event between two frames, spans still move by whole frames", () => {
    const between = clip([["A", 10, 20]], [["E", 5.25]]);
    const all = [span("A", 10, 20), event("E", 5.25)];
    expect(after(between, moveAll(between, all, -50))).toEqual(["A 5 15", "E 0.25"]);
    expect(after(between, moveAll(between, all, 2.6))).toEqual(["A 13 23", "E 8.25"]);
    const late = clip([["A", 10, 20]], [["E", 98.5]]);
    expect(after(late, moveAll(late, [span("A", 10, 20), event("E", 98.5)], 3))).toEqual([
      "A 13 23",
      "E 98.5",
    ]);
    // Alone, the event moves as far as there is room.
    expect(after(between, moveAll(between, [event("E", 5.25)], -50))).toContain("E 0");
  });

  test("events that move together do not replace each other", () => {
    const both = [event("E", 5), event("E", 6)];
    expect(after(labels, moveAll(labels, both, 1)).slice(2)).toEqual(["E 6", "E 7"]);
    expect(after(labels, moveAll(labels, both, -1)).slice(2)).toEqual(["E 4", "E 5"]);
    expect(after(labels, moveAll(labels, [event("E", 5)], 1)).slice(2)).toEqual(["E 6"]);
  });

  test("nothing moves without a selection", () => {
    expect(moveAll(labels, [], 5).operations).toEqual([]);
  });
});

describe("relabelling", () => {
  const exclusive = [{ kind: "tags" as const, tags: ["A", "B", "C"] }];
  const labels = clip(
    [
      ["A", 10, 20],
      ["B", 20, 40],
      ["C", 60, 70],
    ],
    [["E", 5]],
  );
  const then = (change: Change) =>
    applyOperations(labels, change.operations, exclusive).spans.map(
      ({ tag, start, stop }) => `${tag} ${start} ${stop}`,
    );

  test("keeps the frames, and neighbouring spans", () => {
    const change = relabel(labels, [span("A", 10, 20)], "B");
    expect(then(change)).toEqual(["B 10 20", "B 20 40", "C 60 70"]);
    expect(change.selection).toEqual([span("B", 10, 20)]);
    expect(change.label).toBe("relabel A as B");
  });

  test("merges with overlapping spans of the new tag, and takes frames from other tags of its group", () => {
    const all = clip([
      ["D", 15, 30],
      ["A", 10, 20],
      ["B", 20, 40],
    ]);
    const change = relabel(all, [span("D", 15, 30)], "A");
    const now = applyOperations(all, change.operations, exclusive).spans;
    expect(now.map(({ tag, start, stop }) => `${tag} ${start} ${stop}`)).toEqual([
      "A 10 30",
      "B 30 40",
    ]);
    expect(change.selection).toEqual([span("A", 10, 30)]);
  });

  test("skips spans that have the tag already, and keeps the data of events", () => {
    expect(relabel(labels, [span("A", 10, 20)], "A").operations).toEqual([]);
    const change = relabelEvents(labels, [event("E", 5)], "F");
    expect(after(labels, change)).toContain("F 5");
    expect(after(labels, change)).not.toContain("E 5");
  });
});

describe("splitting and merging", () => {
  const labels = clip([
    ["A", 10, 20],
    ["A", 20, 30],
    ["A", 40, 50],
    ["B", 0, 100],
  ]);

  test("split cuts spans, and never at an edge", () => {
    expect(after(labels, split([span("B", 0, 100)], 45))).toEqual([
      "A 10 20",
      "A 20 30",
      "A 40 50",
      "B 0 45",
      "B 45 100",
    ]);
    expect(split([span("A", 10, 20)], 10).operations).toEqual([]);
  });

  test("merge joins the selected spans and the frames between them", () => {
    const change = merge(labels, [span("A", 10, 20), span("A", 40, 50)]);
    expect(after(labels, change)).toEqual(["A 10 50", "B 0 100"]);
    expect(change.label).toBe("merge A");
  });

  test("merging one span joins it with the next span of its tag", () => {
    const change = merge(labels, [span("A", 10, 20)]);
    expect(after(labels, change)).toEqual(["A 10 30", "A 40 50", "B 0 100"]);
    expect(merge(labels, [span("B", 0, 100)]).operations).toEqual([]);
  });

  test("remove removes the selection and nothing else", () => {
    const change = remove([span("A", 10, 20)]);
    expect(after(labels, change)).toEqual(["A 20 30", "A 40 50", "B 0 100"]);
  });
});

describe("numbers", () => {
  const labels = clip([["A", 10, 20]], [["E", 5.5]]);

  test("give a span different frames", () => {
    const change = setNumbers(labels, span("A", 10, 20), { start: 0, stop: 100 });
    expect("operations" in change && after(labels, change)).toEqual(["A 0 100", "E 5.5"]);
  });

  test("give an event a different time, which may lie between frames", () => {
    const change = setNumbers(labels, event("E", 5.5), { start: 7.25, stop: 0 });
    expect("operations" in change && after(labels, change)).toEqual(["A 10 20", "E 7.25"]);
  });

  test.each([
    [20, 10],
    [-1, 10],
    [0, 101],
    [0.5, 10],
    [Number.NaN, 10],
  ])("%d to %d is rejected", (start, stop) => {
    expect(setNumbers(labels, span("A", 10, 20), { start, stop })).toHaveProperty("problem");
  });
});

test("pasting adds missing labels, and merges overlapping spans", () => {
  const labels = clip([["A", 10, 20]], [["E", 5]]);
  const copies = [
    span("A", 10, 20),
    span("A", 20, 25),
    span("B", 10, 20),
    { ...event("E", 5), data: "1" },
    { ...event("E", 6), data: "2" },
    { ...event("E", 7), data: null },
  ];
  const change = addAll(labels, copies);
  expect(change.label).toBe("paste 4 labels");
  expect(after(labels, change)).toEqual(["A 10 20", "A 20 25", "B 10 20", "E 5", "E 6", "E 7"]);
  expect(applyOperations(labels, change.operations, []).events).toEqual([
    { event: "E", time: 5, data: null },
    { event: "E", time: 6, data: "2" },
    { event: "E", time: 7, data: null },
  ]);
  expect(change.selection.slice(2)).toEqual([event("E", 6), event("E", 7)]);
  expect(after(labels, addAll(labels, [span("A", 15, 25)]))).toEqual(["A 10 25", "E 5"]);
});

describe("a typed span", () => {
  const labels = clip([["A", 10, 20]]);
  const add = (tag: string, start: number, stop: number) => addSpan(labels, { tag, start, stop });

  test("is added unchanged, or merged with overlapping spans of its tag", () => {
    expect(add("A", 20, 30)).toMatchObject({ operations: [{ kind: "addSpan", start: 20 }] });
    expect(add("A", 15, 30)).toMatchObject({
      operations: [{ kind: "paint", start: 15, stop: 30 }],
      selection: [span("A", 10, 30)],
    });
  });

  test("says why it is rejected", () => {
    expect(add("", 0, 1)).toEqual({ problem: "which tag?" });
    expect(add("A B", 0, 1)).toEqual({ problem: "not a valid tag name" });
    expect(add("A", 5, 5)).toEqual({ problem: "a span must stop after it starts" });
    expect(add("A", 0, 101)).toEqual({ problem: "frames are 0 to 100" });
    expect(add("A", 0.5, 2)).toEqual({ problem: "a frame must be a whole number" });
  });
});
