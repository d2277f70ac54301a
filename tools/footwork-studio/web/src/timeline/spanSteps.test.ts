import { expect, it } from "vitest";
import { clipLabels, span } from "../../tests/clips";
import { selectEvent, selectSpan } from "./edits";
import { nearestEdge, nextLabel } from "./spanSteps";

const labels = clipLabels({
  spans: [span("A", 10, 20), span("A", 30, 40), span("B", 5, 50)],
  events: [{ event: "E", time: 25, data: null }],
});
const [a1, a2, b] = labels.spans.map(selectSpan);
const e = selectEvent({ event: "E", time: 25 });
const a = { kind: "tag", name: "A" } as const;

it("steps along the active lane, and a label at the playhead comes first", () => {
  expect(nextLabel(labels, [], a, 15, 1)).toEqual(a1);
  expect(nextLabel(labels, [], a, 15, -1)).toEqual(a1);
  expect(nextLabel(labels, [], a, 25, 1)).toEqual(a2);
  expect(nextLabel(labels, a1 ? [a1] : [], a, 15, 1)).toEqual(a2);
  expect(nextLabel(labels, a2 ? [a2] : [], a, 15, 1)).toBeUndefined();
  expect(nextLabel(labels, a2 ? [a2] : [], a, 15, -1)).toEqual(a1);
  expect(nextLabel(labels, [], { kind: "event", name: "E" }, 0, 1)).toEqual(e);
});

it("steps through the whole clip if no lane is active", () => {
  expect(nextLabel(labels, b ? [b] : [], undefined, 0, 1)).toEqual(a1);
  expect(nextLabel(labels, a1 ? [a1] : [], undefined, 0, 1)).toEqual(e);
});

it("finds the nearest edge of the selection", () => {
  expect(nearestEdge(a1 ? [a1] : [], 17)).toBe(20);
  expect(nearestEdge([e], 17)).toBe(25);
  expect(nearestEdge([], 17)).toBeUndefined();
});
