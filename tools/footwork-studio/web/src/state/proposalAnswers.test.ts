import { describe, expect, it, vi } from "vitest";
import { openQueue, proposalOf, proposalsOf, proposed, useQueues } from "../../tests/proposals";
import { moved } from "./proposalQueue";
import { replaced } from "./proposalVersions";

describe("a new answer", () => {
  useQueues();

  it("keeps trimmed frames of a proposal under its new key", () => {
    const before = proposalsOf(proposed("A", 0), proposed("B", 40), proposed("C", 80));
    const trimmed = moved(proposalOf(proposed("B", 40)), "start", 55);
    const answered = proposalsOf(proposed("B", 42, { stop: 60 }), proposed("A", 2));
    const { edges } = replaced(
      { proposals: before, edges: new Map([[trimmed.key, trimmed]]), currentKey: undefined },
      answered,
      undefined,
    );
    expect([...edges]).toEqual([
      [
        answered[0]?.key,
        { ...answered[0], start: 55, stop: 60, proposedAt: { start: 42, stop: 60 } },
      ],
    ]);
  });

  it("changes neither the current proposal nor its looping frames", async () => {
    const { proposals, edits, answer, names } = await openQueue(
      proposed("A", 0),
      proposed("B", 40),
    );
    proposals.activate();
    proposals.step(1);
    proposals.nudge("stop", 1);
    await answer(proposed("C", 200), proposed("B", 44), proposed("A", 2));
    expect(names()).toEqual(["C 200", "B 40", "A 2"]);
    expect(proposals.current()).toMatchObject({ name: "B", start: 40, stop: 61 });
    proposals.accept();
    expect(edits[0]?.clips[0]?.operations[0]).toMatchObject({ tag: "B", start: 40, stop: 61 });
  });

  it("keeps the current proposal until it is decided, even if it is not proposed again", async () => {
    const { proposals, answer, names } = await openQueue(
      proposed("A", 0),
      proposed("B", 40),
      proposed("C", 80),
    );
    proposals.activate();
    proposals.step(1);
    await answer(proposed("A", 0), proposed("C", 80));
    await answer(proposed("A", 0), proposed("C", 80));
    expect([names(), proposals.current()?.name]).toEqual([["A 0", "B 40", "C 80"], "B"]);
    proposals.accept();
    expect([names(), proposals.current()?.name]).toEqual([["A 0", "C 80"], "C"]);
    await answer(proposed("A", 0), proposed("C", 80));
    expect(names()).toEqual(["A 0", "C 80"]);
  });

  it("waits while the question about many is open", async () => {
    const { proposals, answer, names } = await openQueue(proposed("A", 0));
    proposals.askAll();
    await answer(proposed("A", 0), proposed("B", 40));
    expect(names()).toEqual(["A 0"]);
    proposals.cancelAll();
    expect(names()).toEqual(["A 0", "B 40"]);
  });

  it("waits until the grid closes or its page turns", async () => {
    const { proposals, answer, names } = await openQueue(
      ...Array.from({ length: 7 }, (_, at) => proposed("A", at * 40)),
    );
    const starts = () => proposals.page().map((cell) => cell?.start);
    proposals.activate();
    proposals.toggleGrid();
    await answer(proposed("B", 500), proposed("A", 240));
    expect([starts(), names().length]).toEqual([[0, 40, 80, 120, 160, 200], 7]);
    for (const place of [0, 1, 2, 3, 4, 5]) proposals.acceptAt(place);
    expect(names()).toEqual(["B 500", "A 240"]);
    expect(proposals.current()?.start).toBe(240);
    await answer(proposed("C", 0));
    proposals.toggleGrid();
    expect(names()).toEqual(["C 0", "A 240"]);
  });
});

describe("requests", () => {
  useQueues();

  it("finish, and are made once more if something was decided meanwhile", async () => {
    const { proposals, server, names } = await openQueue(
      ...Array.from({ length: 40 }, (_, at) => proposed("A", at * 40)),
    );
    proposals.activate();
    let finish = () => {};
    server.ready = new Promise((done) => {
      finish = done;
    });
    for (let by = 0; by < 30; by += 1) {
      proposals.accept();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(server.asked).toBe(2);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    // The running request answers, and one more takes the later decisions into account.
    expect([server.asked, names().length]).toEqual([3, 40]);
    proposals.accept();
    await vi.advanceTimersByTimeAsync(100);
    expect(server.asked).toBe(3);
    await vi.advanceTimersByTimeAsync(3000);
    expect(server.asked).toBe(4);
  });

  it("wait until all edits are saved", async () => {
    const { proposals, server, setIsSaved } = await openQueue(proposed("A", 0));
    setIsSaved(false);
    proposals.reload();
    proposals.toggleSource("rules");
    proposals.findLike({ tag: "A", clip: "a", start: 0, stop: 9 });
    await vi.advanceTimersByTimeAsync(0);
    expect([server.asked, [...proposals.loading()].sort()]).toEqual([
      1,
      ["learned", "rules", "similar"],
    ]);
    setIsSaved(true);
    await vi.advanceTimersByTimeAsync(0);
    expect([server.asked, proposals.loading().size]).toEqual([4, 0]);
  });

  it("show only the places like the last example", async () => {
    const { proposals, server, names } = await openQueue();
    let finish = () => {};
    server.ready = new Promise((done) => {
      finish = done;
    });
    proposals.findLike({ tag: "A", clip: "a", start: 0, stop: 9 });
    proposals.findLike({ tag: "B", clip: "a", start: 0, stop: 9 });
    server.ready = new Promise(() => {});
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect([server.asked, names(), proposals.about().has("similar")]).toEqual([3, [], false]);
  });
});
