import { describe, expect, test } from "vitest";
import type { ClipLabels, Operation } from "../api/types";
import { applyOperations } from "./operations";

const before: ClipLabels = {
  clip: "a.bvh",
  frames: 100,
  rate: [30, 1],
  roundFrames: null,
  revision: 0,
  readOnly: null,
  spans: [
    { tag: "A", start: 10, stop: 20, byRule: false },
    { tag: "A", start: 20, stop: 30, byRule: false },
    { tag: "B", start: 0, stop: 100, byRule: true },
  ],
  refused: [],
  events: [{ event: "E", time: 5, data: '{"a":1}' }],
  findings: [],
};

const after = (...operations: Operation[]) => {
  const { spans, events } = applyOperations(before, operations);
  return [
    ...spans.map(({ tag, start, stop }) => `${tag} ${start} ${stop}`),
    ...events.map(({ event, time, data }) => `${event} ${time} ${data ?? ""}`.trim()),
  ];
};
const A = ["A 10 20", "A 20 30"];
const B = ["B 0 100"];
const E = ['E 5 {"a":1}'];

describe("applyOperations", () => {
  test("painting joins what it overlaps or touches", () => {
    const paint = (start: number, stop: number) => after({ kind: "paint", tag: "A", start, stop });
    expect(paint(30, 40)).toEqual(["A 10 20", "A 20 40", ...B, ...E]);
    expect(paint(5, 15)).toEqual(["A 5 20", "A 20 30", ...B, ...E]);
    expect(paint(15, 25)).toEqual(["A 10 30", ...B, ...E]);
    expect(paint(50, 60)).toEqual([...A, "A 50 60", ...B, ...E]);
  });

  test("painting stays in the clip, and paints nothing where there is nothing", () => {
    expect(after({ kind: "paint", tag: "C", start: 90, stop: 120 })).toContain("C 90 100");
    expect(after({ kind: "paint", tag: "C", start: 50, stop: 50 })).toEqual([...A, ...B, ...E]);
  });

  test("erasing cuts, splits and drops", () => {
    const erase = (tag: string, start: number, stop: number) =>
      after({ kind: "erase", tag, start, stop });
    expect(erase("A", 15, 25)).toEqual(["A 10 15", "A 25 30", ...B, ...E]);
    expect(erase("A", 12, 14)).toEqual(["A 10 12", "A 14 20", "A 20 30", ...B, ...E]);
    expect(erase("A", 0, 50)).toEqual([...B, ...E]);
    expect(erase("A", 30, 40)).toEqual([...A, ...B, ...E]);
  });

  test("spans are added and removed exactly, and once", () => {
    const add: Operation = { kind: "addSpan", tag: "A", start: 30, stop: 40 };
    expect(after(add, add)).toEqual([...A, "A 30 40", ...B, ...E]);
    expect(after({ kind: "removeSpan", tag: "A", start: 10, stop: 20 })).toEqual([
      "A 20 30",
      ...B,
      ...E,
    ]);
    expect(after({ kind: "removeSpan", tag: "A", start: 10, stop: 30 })).toEqual([
      ...A,
      ...B,
      ...E,
    ]);
  });

  test("events are added once, and moved with what goes with them", () => {
    const none = [...A, ...B];
    expect(after({ kind: "addEvent", event: "E", time: 5.0001 })).toEqual([...none, ...E]);
    expect(after({ kind: "addEvent", event: "E", time: 3 })).toEqual([...none, "E 3", ...E]);
    expect(after({ kind: "moveEvent", event: "E", from: 5, to: 7 })).toEqual([
      ...none,
      'E 7 {"a":1}',
    ]);
    expect(after({ kind: "removeEvent", event: "E", time: 5 })).toEqual(none);
  });

  test("what was before stays as it was", () => {
    const copy = structuredClone(before);
    after({ kind: "erase", tag: "A", start: 0, stop: 100 });
    expect(before).toEqual(copy);
  });
});
