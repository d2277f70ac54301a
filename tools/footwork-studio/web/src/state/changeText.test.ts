import { expect, test } from "vitest";
import { clipLabels } from "../../tests/clips";
import type { Operation } from "../api/types";
import { changeText } from "./changeText";
import { applyOperations } from "./operations";

const labels = clipLabels({
  spans: [
    { tag: "Idle", start: 10, stop: 40, byRule: false },
    { tag: "Run", start: 50, stop: 60, byRule: false },
  ],
  events: [{ event: "Foot", time: 7, data: null }],
});
const exclusive = [{ kind: "tags" as const, tags: ["Idle", "Run", "Walk"] }];
const said = (operations: Operation[], ...about: string[]) =>
  changeText(labels, applyOperations(labels, operations, exclusive), new Set(about));

test.each<[Operation[], string[], object]>([
  [[{ kind: "paint", tag: "Walk", start: 70, stop: 80 }], ["Walk"], { text: "Walk 70 – 80 added" }],
  [
    [{ kind: "paint", tag: "Walk", start: 20, stop: 55 }],
    ["Walk"],
    {
      text: "Walk 20 – 55 added",
      detail: "Also changed: Idle 10 – 40 → 10 – 20, Run 50 – 60 → 55 – 60",
    },
  ],
  [
    [{ kind: "paint", tag: "Walk", start: 20, stop: 21 }],
    ["Walk"],
    { text: "Walk 20 – 21 added", detail: "Also changed: Idle 10 – 40 → 10 – 20, 21 – 40" },
  ],
  [
    [
      { kind: "removeSpan", tag: "Run", start: 50, stop: 60 },
      { kind: "addSpan", tag: "Walk", start: 50, stop: 60 },
    ],
    ["Run", "Walk"],
    { text: "Run 50 – 60 is now Walk" },
  ],
  [[{ kind: "moveEvent", event: "Foot", from: 7, to: 8 }], ["Foot"], { text: "Foot at 7 → at 8" }],
  [[{ kind: "paint", tag: "Run", start: 50, stop: 60 }], ["Run"], { text: "Run: no change" }],
])("%j", (operations, about, expected) => expect(said(operations, ...about)).toEqual(expected));
