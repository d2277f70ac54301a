import { describe, expect, it, vi } from "vitest";
import { GAITS, openQueue, proposalsOf, proposed, useQueues } from "../../tests/proposals";
import { bestOf, inBulk } from "./proposalBulk";

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
