import { createRoot, createSignal } from "solid-js";
import { expect, test } from "vitest";
import { clipLabels, span } from "../../tests/clips";
import type { ClipEdit, Span } from "../api/types";
import { createClock } from "../state/clock";
import type { Selected, Studio } from "../state/studio";
import { createLabelTableModel } from "./labelTableModel";

const labelsOf = (spans: Span[]) => clipLabels({ spans });

/** Creates a table of two spans, and records the edits that it makes. */
function createWorld() {
  const [clip, setClip] = createSignal("a.bvh");
  const [labels, setLabels] = createSignal(labelsOf([span("A", 10, 20), span("B", 30, 40)]));
  const [selection, select] = createSignal<readonly Selected[]>([]);
  const edits: ClipEdit[] = [];
  const studio = {
    clip,
    labels,
    selection,
    select,
    clock: createClock(),
    editClips: (_: string, clips: ClipEdit[]) => void edits.push(...clips),
  };
  const table = createLabelTableModel(studio as unknown as Studio);
  const type = (place: number, text: string) => {
    const row = table.rows()[place];
    if (row) table.startTyping(row, "stop", text);
  };
  return { table, setClip, setLabels, edits, type };
}
const world = () => createRoot(() => createWorld());

test("a typed number edits its own label, even if the row has moved meanwhile", () => {
  const { table, setLabels, edits, type } = world();
  type(0, "25");
  setLabels(labelsOf([span("C", 0, 5), span("A", 10, 20), span("B", 30, 40)]));
  expect(table.typing()).toBeDefined();
  expect(table.save()).toBe(true);
  expect(edits[0]?.operations).toEqual([
    { kind: "removeSpan", tag: "A", start: 10, stop: 20 },
    { kind: "addSpan", tag: "A", start: 10, stop: 25 },
  ]);
});

test("closes a cell when its label is gone or another clip opens", () => {
  const { table, setClip, setLabels, edits, type } = world();
  type(0, "35");
  setLabels(labelsOf([span("B", 30, 40)]));
  expect(table.typing()).toBeUndefined();
  expect(table.save()).toBe(true);
  type(0, "35");
  setClip("b.bvh");
  expect(table.typing()).toBeUndefined();
  expect(edits).toEqual([]);
});

test("keeps a rejected number open and says why", () => {
  const { table, edits, type } = world();
  type(1, "30");
  expect(table.save()).toBe(false);
  expect(table.problem()).toBe("a span must stop after it starts");
  expect(edits).toEqual([]);
});
