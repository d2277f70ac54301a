import { expect, it } from "vitest";
import { clipLabels, span } from "../../tests/clips";
import { type Made, type MadeEdit, madeText, withEdit } from "./made";

const EMPTY = clipLabels();
const WALK = clipLabels({ spans: [span("Walk", 0, 9)] });
const BOTH = clipLabels({ spans: [span("Run", 20, 30), span("Walk", 0, 9)] });
const paint = (tag: string, some: Partial<MadeEdit>): MadeEdit => ({
  burst: "1",
  label: `paint ${tag}`,
  clips: [{ clip: "a.bvh", operations: [{ kind: "paint", tag, start: 0, stop: 9 }] }],
  before: EMPTY,
  after: WALK,
  ...some,
});
const first = paint("Walk", {});
const second = paint("Run", { before: WALK, after: BOTH });

/** Returns the notice after the last of some edits. */
const said = (...edits: MadeEdit[]) => {
  const made = edits.reduce<Made | undefined>(withEdit, undefined);
  const last = edits.at(-1);
  return made && last && madeText(made, last);
};

it("describes a single edit, and counts the edits of a burst", () => {
  expect(said(first)).toEqual({ text: "Walk 0 – 9 added" });
  expect(said(first, second)?.text).toBe("2 edits: Run 20 – 30 added, Walk 0 – 9 added");
  expect(said(first, { ...second, burst: "2" })).toEqual({ text: "Run 20 – 30 added" });
});

it("counts only edits that changed something", () => {
  const idle = paint("Walk", { before: WALK });
  expect(said(idle)).toEqual({ text: "Walk: no change" });
  expect(said(paint("Run", { after: EMPTY }), first)).toEqual({ text: "Walk 0 – 9 added" });
  expect(said(first, idle)).toEqual({ text: "Walk 0 – 9 added" });
  expect(said(first, idle, second)?.text).toMatch(/^2 edits: /);
});

it("says that a burst has no net effect", () => {
  const back = paint("Walk", { before: WALK, after: EMPTY });
  expect(said(first, back)).toEqual({ text: "2 edits without a net change" });
});

it("names the clips if there are several", () => {
  const b = clipLabels({ clip: "b.bvh" });
  const there = paint("Run", {
    clips: [{ clip: "b.bvh", operations: [] }],
    before: b,
    after: { ...b, spans: [span("Run", 0, 9)] },
  });
  expect(said(first, there)).toEqual({ text: "2 edits", detail: "a.bvh, b.bvh" });
});
