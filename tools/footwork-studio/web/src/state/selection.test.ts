import { expect, it } from "vitest";
import type { ClipLabels } from "../api/types";
import { broughtBack, present, type Selected } from "./selection";

it("keeps the selected labels that still exist", () => {
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

it("finds restored labels in the active lane, or under another name", () => {
  const labels = (...all: [tag: string, start: number, stop: number][]) =>
    ({
      spans: all.map(([tag, start, stop]) => ({ tag, start, stop, byRule: false })),
      events: [],
    }) as unknown as ClipLabels;
  const lane = { kind: "tag" as const, name: "Walk" };
  const check = (before: ClipLabels, after: ClipLabels, back: string[]) =>
    expect(
      broughtBack(before, after, lane).map((one) =>
        one.kind === "span" ? `${one.tag} ${one.start} ${one.stop}` : one.event,
      ),
    ).toEqual(back);
  const idle: [string, number, number] = ["Idle", 0, 30];
  // Undo restores a trimmed edge, and the label that the edit had erased.
  check(labels(["Walk", 20, 90], ["Idle", 0, 20]), labels(idle, ["Walk", 30, 90]), ["Walk 30 90"]);
  check(labels(["Walk", 20, 90]), labels(["Run", 20, 90]), ["Run 20 90"]);
  // Undo restores only an erased label that is not in the active lane.
  check(labels(["Walk", 20, 90], ["Idle", 0, 20]), labels(idle), []);
  check(labels(idle), labels(idle), []);
  // Undo restores removed labels.
  check(labels(idle), labels(idle, ["Run", 40, 50], ["Run", 60, 70]), ["Run 40 50", "Run 60 70"]);
  check(labels(idle), labels(idle, ["Run", 40, 50], ["Jump", 60, 70]), []);
});
