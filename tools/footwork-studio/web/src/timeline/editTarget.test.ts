import { expect, it } from "vitest";
import { clipLabels } from "../../tests/clips";
import { selectEvent, selectSpan } from "./edits";
import { editTarget } from "./editTarget";

const labels = clipLabels({
  spans: [
    { tag: "A", start: 10, stop: 20, byRule: false },
    { tag: "A", start: 30, stop: 40, byRule: false },
    { tag: "B", start: 0, stop: 50, byRule: false },
  ],
  events: [{ event: "E", time: 15.5, data: null }],
});
const a = { kind: "tag", name: "A" } as const;
const e = { kind: "event", name: "E" } as const;

it("is the selection, no matter where the playhead is", () => {
  const chosen = [selectSpan({ tag: "B", start: 0, stop: 50 })];
  expect(editTarget(labels, chosen, a, 15)).toEqual(chosen);
});

it("is the active lane's label at the playhead if no label is selected", () => {
  expect(editTarget(labels, [], a, 19)).toEqual([selectSpan({ tag: "A", start: 10, stop: 20 })]);
  expect(editTarget(labels, [], a, 20)).toEqual([]);
  expect(editTarget(labels, [], e, 15)).toEqual([selectEvent({ event: "E", time: 15.5 })]);
  expect(editTarget(labels, [], e, 16)).toEqual([]);
  expect(editTarget(labels, [], undefined, 15)).toEqual([]);
});
