import { expect, test } from "vitest";
import { clipLabels } from "../../tests/clips";
import type { Selected } from "../state/studio";
import { selectEvent, selectSpan } from "./edits";
import { changeTyped, type TypedNumber } from "./typedNumber";

const labels = clipLabels({
  spans: [{ tag: "A", start: 10, stop: 20, byRule: false }],
  events: [{ event: "E", time: 5, data: null }],
});
const span = selectSpan({ tag: "A", start: 10, stop: 20 });
const event = selectEvent({ event: "E", time: 5 });

const operations = (one: Selected, column: TypedNumber["column"], text: string) => {
  const change = changeTyped(labels, { one, column, text });
  return change && "operations" in change ? change.operations : change;
};

test("typing one number of a span keeps the other", () => {
  expect(operations(span, "stop", "30")).toEqual([
    { kind: "removeSpan", tag: "A", start: 10, stop: 20 },
    { kind: "addSpan", tag: "A", start: 10, stop: 30 },
  ]);
  expect(operations(event, "start", "7,5")).toEqual([
    { kind: "moveEvent", event: "E", from: 5, to: 7.5 },
  ]);
});

test("an impossible number is reported, and the same number changes nothing", () => {
  expect(operations(span, "start", "20")).toEqual({ problem: "a span must stop after it starts" });
  expect(operations(span, "start", "x")).toEqual({ problem: "a frame must be a whole number" });
  expect(operations(span, "start", "10")).toEqual([]);
});

test("if the label is gone, no other label changes", () => {
  expect(operations({ ...span, start: 9 }, "stop", "30")).toBeUndefined();
});
