import { describe, expect, it, vi } from "vitest";
import { clipLabels } from "../../tests/clips";
import {
  GAITS,
  openQueue,
  proposalOf,
  proposalsOf,
  proposed,
  span,
  useQueues,
} from "../../tests/proposals";
import type { ClipEdit, Span } from "../api/types";
import { bestOf, inBulk, outsideLabels } from "./proposalBulk";

describe("the proposals accepted together", () => {
  it("are those that the server allows, above the score", () => {
    const all = proposalsOf(
      proposed("A", 0, { score: 0.99, possible: true }),
      proposed("A", 50, { score: 0.8 }),
      proposed("A", 90, { score: 0.79 }),
      proposed("A", 130, { score: 0.99, bulk: false }),
    );
    const starts = (least: number) => inBulk(all, least).map(({ start }) => start);
    expect([starts(0.8), starts(0)]).toEqual([[50], [50, 90]]);
  });

  it("have only the best of those that overlap or exclude each other", () => {
    const all = proposalsOf(
      proposed("Gait.Walk", 0, { score: 0.8 }),
      proposed("Gait.Run", 15, { score: 0.9 }),
      proposed("Gait.Run", 30, { score: 0.85, source: "rules" }),
      proposed("Turn", 15, { score: 0.7 }),
      proposed("Gait.Walk", 35, { score: 0.7 }),
      proposed("Gait.Walk", 55, { score: 0.7 }),
      proposed("Gait.Walk", 15, { clip: "b", score: 0.6 }),
      proposed("Kick", 100, { kind: "event", stop: 100, score: 0.7 }),
      proposed("Kick", 102, { kind: "event", stop: 102, score: 0.8 }),
    );
    expect(bestOf(all, GAITS).map(({ name, start, clip }) => `${name} ${start} ${clip}`)).toEqual([
      "Gait.Run 15 a",
      "Turn 15 a",
      "Gait.Walk 35 a",
      "Gait.Walk 55 a",
      "Gait.Walk 15 b",
      "Kick 102 a",
    ]);
  });
});

describe("existing labels", () => {
  const pieces = (labels: Span[], more: Parameters<typeof proposed>[2] = {}) =>
    outsideLabels(
      [proposalOf(proposed("Gait.Walk", 0, { stop: 100, ...more }))],
      (clip) => (clip === "a" ? labels : []),
      GAITS,
    ).map(({ start, stop }) => [start, stop]);

  it("are cut out of proposals that exclude them", () => {
    const run = span("Gait.Run", 40, 50);
    expect(pieces([run])).toEqual([
      [0, 40],
      [50, 100],
    ]);
    expect(pieces([run, span("Gait.Idle", 0, 10), span("Gait.Run", 90, 120)])).toEqual([
      [10, 40],
      [50, 90],
    ]);
    expect(pieces([span("Gait.Run", 0, 60), span("Gait.Idle", 60, 100)])).toEqual([]);
  });

  it("stay where they do not exclude the proposal", () => {
    const whole = [[0, 100]];
    expect(pieces([span("Gait.Walk", 40, 50), span("Turn", 40, 50)])).toEqual(whole);
    expect(pieces([span("Gait.Run", 40, 50)], { clip: "b" })).toEqual(whole);
    expect(pieces([span("Gait.Run", 40, 50)], { kind: "event", stop: 0 })).toEqual([[0, 0]]);
  });

  it("placed by a rule give way only to rules", () => {
    const byRule = { ...span("Gait.Run", 0, 40), byRule: true };
    expect(pieces([byRule])).toEqual([[40, 100]]);
    expect(pieces([byRule], { source: "rules" })).toEqual([[0, 100]]);
  });
});

describe("accepting in bulk", () => {
  useQueues();
  const walk = proposed("Gait.Walk", 0, { stop: 100, begins: false });
  const run = proposed("Gait.Run", 40, { stop: 50, possible: true, bulk: false, begins: false });
  const added = (edit: { label: string; clips: ClipEdit[] } | undefined) => [
    edit?.label,
    ...(edit?.clips ?? []).flatMap(({ operations }) =>
      operations.map((one) => (one.kind === "addSpan" ? [one.tag, one.start, one.stop] : one.kind)),
    ),
  ];
  const around = ["accept 1 proposal", ["Gait.Walk", 0, 40], ["Gait.Walk", 50, 100]];

  it("keeps a label accepted just before, for a clip", async () => {
    const { proposals, edits } = await openQueue(walk, run);
    proposals.activate();
    proposals.step(1);
    proposals.accept();
    proposals.acceptClip();
    expect(edits.map(added)).toEqual([
      ["accept Gait.Run", ["Gait.Run", 40, 50]],
      [...around, "setState"],
    ]);
    expect(proposals.queue()).toEqual([]);
  });

  it("keeps a label accepted just before, for all above the score", async () => {
    const { proposals, edits } = await openQueue(walk, run);
    proposals.activate();
    proposals.step(1);
    proposals.accept();
    proposals.askAll();
    proposals.acceptAll();
    expect(added(edits.at(-1))).toEqual(around);
    expect(proposals.queue()).toEqual([]);
  });

  it("keeps the labels of the open clip", async () => {
    const { proposals, server, edits } = await openQueue(walk);
    server.labels = clipLabels({ clip: "a", spans: [span("Gait.Run", 40, 50)] });
    proposals.activate();
    proposals.acceptClip();
    expect(added(edits[0])).toEqual([...around, "setState"]);
  });

  it("accepts nothing where exclusive labels cover the proposals", async () => {
    const { proposals, server, edits, notices } = await openQueue(walk);
    server.labels = clipLabels({ clip: "a", spans: [span("Gait.Run", 0, 100)] });
    proposals.activate();
    proposals.setTag("Gait");
    proposals.acceptClip();
    proposals.askAll();
    proposals.acceptAll();
    expect([edits, proposals.queue().length]).toEqual([[], 1]);
    expect(notices.notices().at(-1)?.text).toMatch(/^Nothing accepted/);
  });
});

describe("the question", () => {
  useQueues();

  it("accepts all above the score as one edit, without the possible ones", async () => {
    const { proposals, edits } = await openQueue(
      proposed("A", 0),
      proposed("A", 40, { clip: "b" }),
      proposed("A", 80, { score: 0.7 }),
      proposed("A", 120, { possible: true }),
    );
    expect(proposals.bulk().length).toBe(2);
    proposals.askAll();
    proposals.acceptAll();
    expect(edits.map(({ label, clips }) => [label, clips.map(({ clip }) => clip)])).toEqual([
      ["accept 2 proposals", ["a", "b"]],
    ]);
    expect([proposals.queue().length, proposals.asked()]).toEqual([2, undefined]);
  });

  it("accepts exactly the proposals that it showed", async () => {
    const { proposals, edits } = await openQueue(proposed("A", 0), proposed("B", 40));
    proposals.askAll();
    proposals.setLeast(0);
    proposals.setTag("B");
    proposals.acceptAll();
    const tags = edits[0]?.clips[0]?.operations.flatMap((one) => ("tag" in one ? [one.tag] : []));
    expect(tags).toEqual(["A", "B"]);
    proposals.acceptAll();
    expect(edits.length).toBe(1);
  });

  it("accepts nothing if the library changed, although a newer answer waits", async () => {
    const { proposals, server, edits } = await openQueue(proposed("A", 0));
    proposals.askAll();
    proposals.changed(2);
    server.answer = { ...server.answer, revision: 2 };
    proposals.reload();
    await vi.advanceTimersByTimeAsync(0);
    proposals.acceptAll();
    expect([edits, proposals.about().get("learned")?.revision]).toEqual([[], 2]);
    proposals.askAll();
    proposals.acceptAll();
    expect(edits.length).toBe(1);
  });

  it("accepts nothing if the library changed, and asks the server again", async () => {
    const { proposals, server, edits, notices } = await openQueue(proposed("A", 0));
    proposals.askAll();
    proposals.changed(2);
    proposals.acceptAll();
    expect([edits, proposals.asked()]).toEqual([[], undefined]);
    expect(notices.notices().map(({ text }) => text)).toEqual([
      "Nothing accepted: the library changed",
    ]);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.asked).toBe(2);
  });

  it("does not count decisions of this page and their undo as changes", async () => {
    const { proposals, edits } = await openQueue(proposed("A", 0), proposed("B", 40));
    const turned = { count: 1, wasGone: false, problem: null, revision: 3, rows: [] };
    proposals.activate();
    proposals.accept();
    proposals.changed(2);
    proposals.saved("accept A", { changed: true, revision: 2 });
    proposals.changed(3);
    const rows = [{ name: "a" }] as unknown as (typeof turned)["rows"];
    proposals.turned("Undo", { ...turned, rows, label: "accept A a" });
    proposals.askAll();
    proposals.acceptAll();
    expect(edits.map(({ label }) => label)).toEqual(["accept A", "accept 2 proposals"]);
  });

  it("counts the other edits of this page as changes", async () => {
    const { proposals, edits } = await openQueue(proposed("A", 0));
    proposals.changed(2);
    proposals.saved("paint A", { changed: true, revision: 2 });
    proposals.changed(3);
    proposals.saved("accept A", { changed: false, revision: 3 });
    proposals.askAll();
    proposals.acceptAll();
    expect(edits).toEqual([]);
  });
});
