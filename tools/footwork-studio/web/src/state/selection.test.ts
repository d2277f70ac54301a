import { expect, it } from "vitest";
import type { ClipLabels } from "../api/types";
import { present, type Selected } from "./selection";

it("keeps the part of a selection that still exists", () => {
  const run: Selected = { kind: "span", tag: "Run", start: 0, stop: 9 };
  const step: Selected = { kind: "event", event: "Step", time: 3 };
  const labels = {
    spans: [{ tag: "Run", start: 0, stop: 9, byRule: false }],
    events: [{ event: "Step", time: 4 }],
  } as unknown as ClipLabels;
  expect(present(labels, [run, step])).toEqual([run]);
  expect(present(undefined, [run])).toEqual([]);
  const all = [run];
  expect(present(labels, all)).toBe(all);
});
