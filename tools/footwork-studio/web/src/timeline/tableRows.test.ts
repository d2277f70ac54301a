import { expect, test } from "vitest";
import { tableRows } from "./tableRows";

test("rows are in order of time, spans and events together", () => {
  const labels = {
    clip: "a",
    frames: 100,
    rate: [30, 1] as [number, number],
    roundFrames: null,
    revision: 0,
    readOnly: null,
    spans: [
      { tag: "A", start: 10, stop: 20, byRule: true },
      { tag: "B", start: 0, stop: 50, byRule: false },
    ],
    refused: [],
    events: [{ event: "E", time: 5.5, data: null }],
    findings: [],
  };
  expect(tableRows(labels).map(({ name, start, stop }) => [name, start, stop])).toEqual([
    ["B", 0, 50],
    ["E", 5.5, undefined],
    ["A", 10, 20],
  ]);
  expect(tableRows(labels, " a ").map(({ name }) => name)).toEqual(["A"]);
  expect(tableRows(undefined)).toEqual([]);
});
