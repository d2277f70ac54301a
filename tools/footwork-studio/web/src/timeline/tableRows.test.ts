import { expect, test } from "vitest";
import { clipLabels, span } from "../../tests/clips";
import { tableRows } from "./tableRows";

test("spans and events share the rows, in order of time", () => {
  const labels = clipLabels({
    spans: [{ tag: "A", start: 10, stop: 20, byRule: true }, span("B", 0, 50)],
    events: [{ event: "E", time: 5.5, data: null }],
  });
  expect(tableRows(labels).map(({ name, start, stop }) => [name, start, stop])).toEqual([
    ["B", 0, 50],
    ["E", 5.5, undefined],
    ["A", 10, 20],
  ]);
  expect(tableRows(labels, " a ").map(({ name }) => name)).toEqual(["A"]);
  expect(tableRows(undefined)).toEqual([]);
});
