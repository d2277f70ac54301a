import { describe, expect, it, vi } from "vitest";
import { clipRow } from "../../tests/clips";
import {
  answerOf,
  GAITS,
  openQueue,
  proposalOf,
  proposalsOf,
  proposed,
  span,
  useQueues,
} from "../../tests/proposals";
import type { ClipEdit, ClipRow, Span } from "../api/types";
import {
  type Acceptance,
  accepting,
  acceptingAll,
  isSamePlace,
  trimmed,
  undecided,
} from "./proposalQueue";

const libraryOf = (...rows: ClipRow[]): Acceptance => ({
  rowOf: (clip) => rows.find(({ name }) => name === clip),
  keepsProvenance: () => false,
});

describe("proposals as data", () => {
  it("knows a trained-again proposal by half of the union", () => {
    expect(isSamePlace({ start: 0, stop: 20 }, { start: 5, stop: 22 })).toBe(true);
    expect(isSamePlace({ start: 0, stop: 20 }, { start: 15, stop: 40 })).toBe(false);
    expect(isSamePlace({ start: 9, stop: 9 }, { start: 10, stop: 10 })).toBe(true);
  });

  it("settles excluded tags by an acceptance, but not by a rejection", () => {
    const run = proposalOf(proposed("Gait.Run", 0));
    const rest = [proposalOf(proposed("Gait.Walk", 2)), proposalOf(proposed("Turn", 2))];
    const names = (kind: "accepted" | "rejected") =>
      undecided([run, ...rest], [{ proposal: run, kind, step: 1 }], GAITS).map(({ name }) => name);
    expect(names("accepted")).toEqual(["Turn"]);
    expect(names("rejected")).toEqual(["Gait.Walk", "Turn"]);
  });

  it("begins the work on a clip once, but never changes that a clip is done", () => {
    const all = proposalsOf(
      proposed("A", 0),
      proposed("A", 50, { clip: "b" }),
      proposed("A", 90),
      proposed("A", 50, { clip: "c" }),
    );
    const signed = { state: "inProgress" as const, by: "Ada", on: null };
    const rows = [clipRow("b", { state: "done" }), clipRow("c", { state: "inProgress", signed })];
    const kinds = acceptingAll(all, libraryOf(...rows)).map(({ operations }) =>
      operations.map(({ kind }) => kind),
    );
    expect(kinds).toEqual([["addSpan", "setState", "addSpan"], ["addSpan"], ["addSpan"]]);
  });

  it("keeps who signed the state of a clip and who works on it when the work begins", () => {
    const signed = {
      state: "untouched" as const,
      by: "Ada",
      on: "2026-11-26",
      assignee: "Grace",
    };
    const operations = accepting(
      proposalOf(proposed("A", 0)),
      "A",
      libraryOf(clipRow("a", { signed })),
    );
    expect(operations[1]).toEqual({ kind: "setState", state: { ...signed, state: "inProgress" } });
  });

  it("lets only a neighbour of the group within 0.1 s attract a trimmed edge", () => {
    const run = proposalOf(proposed("Gait.Run", 40));
    const by = (spans: Span[], frame: number) =>
      trimmed(run, "start", frame, { spans, exclusive: GAITS, perSec: 30 }).start;
    expect(by([span("Gait.Walk", 0, 33)], 36)).toBe(33);
    expect(by([span("Gait.Walk", 0, 32)], 36)).toBe(36);
    expect(by([span("Turn", 0, 35)], 36)).toBe(36);
    expect(by([], 99)).toBe(59);
  });
});

const UNDONE = { count: 1, wasGone: false, problem: null, revision: 3, rows: [] };

describe("the queue", () => {
  useQueues();

  it("moves the edge of a neighbour of the group with its own", async () => {
    const { proposals, names } = await openQueue(
      proposed("Gait.Run", 0),
      proposed("Gait.Walk", 20),
      proposed("Turn", 20),
    );
    proposals.activate();
    proposals.nudge("stop", 2);
    expect(names()).toEqual(["Gait.Run 0", "Gait.Walk 22", "Turn 20"]);
    proposals.step(1);
    proposals.nudge("start", -3);
    expect(proposals.queue().map(({ start, stop }) => [start, stop])).toEqual([
      [0, 19],
      [19, 40],
      [20, 40],
    ]);
  });

  it("leaves a frame of a neighbour whose edge it moves", async () => {
    const { proposals } = await openQueue(proposed("Gait.Run", 0), proposed("Gait.Walk", 20));
    const places = () => proposals.queue().map(({ start, stop }) => [start, stop]);
    proposals.activate();
    proposals.nudge("stop", 30);
    expect(places()).toEqual([
      [0, 39],
      [39, 40],
    ]);
    proposals.step(1);
    proposals.nudge("start", -99);
    expect(places()).toEqual([
      [0, 1],
      [1, 40],
    ]);
  });

  it("has the possible proposals of a clip after its sure ones, and the others at the end", async () => {
    const possible = { possible: true, bulk: false };
    const { proposals, names } = await openQueue(
      proposed("Gait.Run", 0),
      proposed("Gait.Run", 100, { clip: "b" }),
      proposed("Kick", 200, { clip: "c", ...possible }),
      proposed("Kick", 60, possible),
      proposed("Turn", 130, { clip: "b", ...possible }),
    );
    expect(names()).toEqual(["Gait.Run 0", "Kick 60", "Gait.Run 100", "Turn 130", "Kick 200"]);
    proposals.activate();
    proposals.acceptClip();
    // The possible proposal of the accepted clip does not come next.
    expect(proposals.current()?.clip).toBe("b");
    expect(names()).toEqual(["Gait.Run 100", "Turn 130", "Kick 200", "Kick 60"]);
  });

  it("leaves a clip only after its sure proposals are decided", async () => {
    const { proposals } = await openQueue(
      proposed("Gait.Run", 0),
      proposed("Turn", 30),
      proposed("Kick", 60, { possible: true, bulk: false }),
      proposed("Gait.Run", 0, { clip: "b" }),
    );
    const place = () => [proposals.current()?.clip, proposals.current()?.name];
    proposals.activate();
    proposals.step(1);
    proposals.step(1);
    proposals.accept();
    expect(place()).toEqual(["a", "Gait.Run"]);
    proposals.accept();
    proposals.accept();
    expect(place()).toEqual(["b", "Gait.Run"]);
  });

  it("plays a whole clip at the speed for clips, and a loop at the other again", async () => {
    const { proposals, clock } = await openQueue(proposed("Gait.Run", 0), proposed("Turn", 50));
    clock.setSpeed(0.5);
    proposals.activate();
    expect(clock.speed()).toBe(0.5);
    proposals.playClip();
    expect([clock.speed(), clock.time(), proposals.isPlayingClip()]).toEqual([1.5, 0, true]);
    proposals.step(1);
    expect([clock.speed(), clock.isPlaying(), proposals.isPlayingClip()]).toEqual([
      0.5,
      true,
      false,
    ]);
    proposals.playClip();
    clock.pause();
    expect([clock.speed(), proposals.isPlayingClip()]).toEqual([0.5, false]);
  });

  it("accepts the rest of a clip and marks it done, as one step", async () => {
    const { proposals, edits, names } = await openQueue(
      proposed("Gait.Run", 0),
      proposed("Turn", 5),
      proposed("Gait.Run", 40, { clip: "b" }),
      proposed("Gait.Walk", 60, { possible: true, bulk: false }),
    );
    proposals.activate();
    proposals.acceptClip();
    expect(edits).toEqual([
      {
        label: "accept 2 proposals",
        clips: [
          {
            clip: "a",
            operations: [
              { kind: "addSpan", tag: "Gait.Run", start: 0, stop: 20 },
              { kind: "addSpan", tag: "Turn", start: 5, stop: 25 },
              { kind: "setState", state: { state: "done", by: "Ada", on: null } },
            ],
          },
        ],
      },
    ]);
    expect([names(), proposals.current()?.clip]).toEqual([["Gait.Run 40", "Gait.Walk 60"], "b"]);
    // The clip of the current proposal is not the shown one.
    proposals.acceptClip();
    expect(edits.length).toBe(1);
    proposals.turned("Undo", { ...UNDONE, label: "accept 2 proposals a" });
    expect(names().slice(0, 2)).toEqual(["Gait.Run 0", "Turn 5"]);
  });

  it("records the source and the score of each accepted span if the library keeps them", async () => {
    const { proposals, server, edits } = await openQueue(
      proposed("Gait.Run", 0, { begins: false, score: 0.93 }),
      proposed("Gait.Run", 40, { begins: false }),
      proposed("Foot.Left", 90, { kind: "event", stop: 90 }),
    );
    server.keepsProvenance = true;
    proposals.activate();
    proposals.nudge("stop", 2);
    proposals.accept();
    proposals.reject();
    proposals.answer("Gait.Walk");
    proposals.accept();
    expect(edits.flatMap(({ clips }) => clips[0]?.operations)).toEqual([
      { kind: "addSpan", tag: "Gait.Run", start: 0, stop: 22 },
      {
        kind: "setProvenance",
        tag: "Gait.Run",
        start: 0,
        stop: 22,
        source: "learned",
        score: 0.93,
      },
      // A person chose this tag.
      { kind: "addSpan", tag: "Gait.Walk", start: 40, stop: 60 },
      { kind: "addEvent", event: "Foot.Left", time: 90 },
    ]);
  });

  it("does not mark a clip done if only one tag was decided", async () => {
    const { proposals, edits } = await openQueue(
      proposed("Gait.Run", 0, { begins: false }),
      proposed("Turn", 5),
    );
    proposals.setTag("Gait");
    proposals.activate();
    proposals.acceptClip();
    expect(edits[0]?.clips[0]?.operations).toEqual([
      { kind: "addSpan", tag: "Gait.Run", start: 0, stop: 20 },
    ]);
  });

  const marksDone = (edits: { clips: ClipEdit[] }[]) => {
    const operations = edits.at(-1)?.clips[0]?.operations ?? [];
    return operations.some((one) => one.kind === "setState" && one.state?.state === "done");
  };

  it("does not mark a clip done while a source is asked", async () => {
    const { proposals, server, edits, notices } = await openQueue(proposed("A", 0));
    proposals.activate();
    server.ready = new Promise(() => {});
    proposals.reload();
    proposals.acceptClip();
    expect([edits.length, marksDone(edits)]).toEqual([1, false]);
    const [notice] = notices.notices();
    expect(notice?.text).toBe("a is not marked done: proposals are still loading");
  });

  it("does not mark a clip done if the list of proposals was cut", async () => {
    const { proposals, server, edits } = await openQueue();
    server.answer = { ...answerOf(proposed("A", 0)), total: 2 };
    proposals.reload();
    await vi.advanceTimersByTimeAsync(0);
    proposals.activate();
    proposals.acceptClip();
    expect([edits.length, marksDone(edits)]).toEqual([1, false]);
  });

  it.each([
    ["B", false],
    ["A", true],
  ])("marks a clip done unless an unchosen source proposes more: %s", async (name, isDone) => {
    const { proposals, server, edits } = await openQueue(proposed("A", 0));
    server.answer = answerOf(proposed(name, 1, { source: "rules" }));
    proposals.toggleSource("rules");
    await vi.advanceTimersByTimeAsync(0);
    proposals.toggleSource("rules");
    proposals.activate();
    proposals.acceptClip();
    expect([edits.length, marksDone(edits)]).toEqual([1, isDone]);
  });

  it("counts remembered rejections, also after an undo", async () => {
    const { proposals } = await openQueue(proposed("A", 0), proposed("B", 40));
    proposals.activate();
    proposals.reject();
    await vi.advanceTimersByTimeAsync(0);
    expect(proposals.remembered().count).toBe(1);
    proposals.turned("Undo", { ...UNDONE, label: "reject A a" });
    expect(proposals.remembered().count).toBe(0);
    proposals.turned("Redo", { ...UNDONE, label: "reject A a" });
    expect(proposals.remembered().count).toBe(1);
    proposals.withdrew(0);
    expect(proposals.remembered().count).toBe(0);
  });

  it("edits nothing until a proposal is accepted", async () => {
    const { proposals, edits, rejections, names } = await openQueue(
      proposed("A", 0),
      proposed("B", 40),
    );
    proposals.activate();
    proposals.step(1);
    proposals.step(-1);
    proposals.nudge("stop", 1);
    expect([edits, rejections, names()]).toEqual([[], [], ["A 0", "B 40"]]);
    proposals.accept();
    expect(edits).toEqual([
      {
        label: "accept A",
        clips: [
          {
            clip: "a",
            operations: [
              { kind: "addSpan", tag: "A", start: 0, stop: 21 },
              { kind: "setState", state: { state: "inProgress", by: null, on: null } },
            ],
          },
        ],
      },
    ]);
    expect([names(), proposals.current()?.name]).toEqual([["B 40"], "B"]);
  });

  it("asks what a rejected proposal is, and takes a tag or nothing", async () => {
    const { proposals, edits, rejections } = await openQueue(
      proposed("A", 0),
      proposed("B", 40),
      proposed("B", 80),
    );
    proposals.activate();
    proposals.reject();
    expect(rejections).toEqual([{ clip: "a", kind: "tag", name: "A", start: 0, stop: 20 }]);
    expect(proposals.question()?.name).toBe("A");
    proposals.accept();
    expect(edits).toEqual([]);
    proposals.answer("C");
    expect(edits.map(({ label }) => label)).toEqual(["accept C"]);
    expect(proposals.current()?.start).toBe(40);
    proposals.reject();
    proposals.reject();
    expect([rejections.length, edits.length, proposals.question()]).toEqual([2, 1, undefined]);
    expect(proposals.current()?.start).toBe(80);
  });

  it("brings a rejected proposal back if the server does not remember it", async () => {
    const { proposals, server, names } = await openQueue(proposed("A", 0));
    server.remembers = false;
    proposals.activate();
    proposals.reject();
    expect(names()).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(names()).toEqual(["A 0"]);
  });

  it("shows a decided proposal again when the decision is undone", async () => {
    const { proposals, names } = await openQueue(proposed("A", 0), proposed("B", 40));
    const turned = { count: 1, wasGone: false, problem: null, revision: 2, rows: [] };
    proposals.activate();
    proposals.accept();
    proposals.reject();
    expect(names()).toEqual([]);
    proposals.turned("Undo", { ...turned, label: "reject B a" });
    expect(names()).toEqual(["B 40"]);
    proposals.turned("Undo", { ...turned, label: "accept A a" });
    expect(names()).toEqual(["A 0", "B 40"]);
    proposals.turned("Redo", { ...turned, label: "accept A a" });
    expect(names()).toEqual(["B 40"]);
  });

  it("asks again after a rest, and the answer replaces what was decided before", async () => {
    const { proposals, server, names } = await openQueue(proposed("A", 0), proposed("B", 40));
    proposals.activate();
    proposals.accept();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.asked).toBe(2);
    // The server of this test proposes A again, since it does not know that it was accepted.
    expect(names()).toEqual(["A 0", "B 40"]);
  });

  it("keeps a decided proposal decided, however much it was trimmed", async () => {
    const { proposals, edits, rejections, names } = await openQueue(
      proposed("A", 0),
      proposed("B", 40),
      proposed("C", 80),
    );
    proposals.activate();
    const shorten = () => {
      for (let by = 0; by < 15; by += 1) proposals.nudge("stop", -1);
    };
    shorten();
    proposals.accept();
    expect(edits[0]?.clips[0]?.operations[0]).toMatchObject({ start: 0, stop: 5 });
    expect(names()).toEqual(["B 40", "C 80"]);
    shorten();
    proposals.reject();
    expect(rejections).toEqual([{ clip: "a", kind: "tag", name: "B", start: 40, stop: 60 }]);
    expect(names()).toEqual(["C 80"]);
  });

  it("restores the decision that was undone, not the last one", async () => {
    const { proposals, names } = await openQueue(
      proposed("A", 0),
      proposed("B", 40),
      proposed("C", 80, { clip: "b" }),
    );
    const turned = { count: 1, wasGone: false, problem: null, revision: 2, rows: [] };
    proposals.activate();
    proposals.accept();
    proposals.accept();
    proposals.accept();
    proposals.turned("Undo", { ...turned, label: "accept A a" });
    expect([names(), proposals.current()?.name]).toEqual([["A 0"], "A"]);
    proposals.turned("Undo", { ...turned, label: "accept C a" });
    expect(names()).toEqual(["A 0"]);
    proposals.turned("Undo", { ...turned, label: "accept C b" });
    expect(names()).toEqual(["A 0", "C 80"]);
    proposals.turned("Redo", { ...turned, label: "accept A a" });
    expect(names()).toEqual(["C 80"]);
  });

  it("ends its keys and its loop with its panel, and starts again in another one", async () => {
    const { proposals, clock, names } = await openQueue(proposed("A", 0), proposed("B", 40));
    proposals.activate();
    proposals.step(1);
    proposals.toggleGrid();
    proposals.deactivate();
    expect([proposals.isActive(), proposals.isGrid(), clock.loop()]).toEqual([
      false,
      false,
      undefined,
    ]);
    proposals.want();
    proposals.activate();
    expect([names(), proposals.current()?.name]).toEqual([["A 0", "B 40"], "B"]);
    expect(clock.loop()).toBeDefined();
  });

  it("decides six side by side by numbers that stay until the page turns", async () => {
    const many = Array.from({ length: 8 }, (_, at) => proposed("A", at * 40));
    const { proposals, edits, rejections } = await openQueue(...many);
    proposals.activate();
    expect(proposals.page()).toEqual([]);
    proposals.toggleGrid();
    const starts = () => proposals.page().map((cell) => cell?.start);
    expect(starts()).toEqual([0, 40, 80, 120, 160, 200]);
    proposals.acceptAt(2);
    proposals.rejectAt(0);
    expect(starts()).toEqual([undefined, 40, undefined, 120, 160, 200]);
    proposals.acceptAt(2);
    expect([edits.length, rejections.map(({ start }) => start)]).toEqual([1, [0]]);
    expect(proposals.question()).toBe(undefined);
    for (const place of [5, 1, 3]) proposals.acceptAt(place);
    expect([starts()[4], proposals.current()?.start]).toEqual([160, 160]);
    proposals.acceptAt(4);
    expect([starts(), proposals.current()?.start]).toEqual([[240, 280], 240]);
  });

  it("shows another page of six when another proposal becomes current", async () => {
    const many = Array.from({ length: 8 }, (_, at) => proposed("A", at * 40));
    const { proposals } = await openQueue(...many);
    proposals.activate();
    proposals.toggleGrid();
    proposals.step(1);
    expect(proposals.page()[0]?.start).toBe(0);
    proposals.goTo(6);
    expect(proposals.page().map((cell) => cell?.start)).toEqual([240, 280]);
  });
});
