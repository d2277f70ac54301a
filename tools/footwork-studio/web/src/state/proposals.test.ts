import { createRoot } from "solid-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClipEdit, ProposalsAnswer, Proposed, Reject, Span } from "../api/types";
import { createClock } from "./clock";
import { createNotices } from "./notices";
import { acceptingAll, inBulk, isSamePlace, keyed, trimmed, undecided } from "./proposalQueue";
import { createProposals } from "./proposals";
import { createTimelineState } from "./timeline";

const proposed = (name: string, start: number, more: Partial<Proposed> = {}): Proposed => ({
  clip: "a",
  kind: "tag",
  name,
  start,
  stop: start + 20,
  score: 0.9,
  source: "learned",
  possible: false,
  begins: true,
  ...more,
});
const answerOf = (...proposals: Proposed[]): ProposalsAnswer => ({
  revision: 1,
  source: "learned",
  proposals,
  total: proposals.length,
  labelled: 3,
  threshold: 0.8,
  quality: [],
  rejected: 0,
  findings: [],
});
const GAITS = [{ kind: "below" as const, tag: "Gait" }];
const span = (tag: string, start: number, stop: number): Span => ({
  tag,
  start,
  stop,
  byRule: false,
});

describe("proposals as data", () => {
  const one = (proposal: Proposed) => keyed(answerOf(proposal))[0] as ReturnType<typeof keyed>[0];

  it("knows a trained-again proposal by half of the union", () => {
    expect(isSamePlace({ start: 0, stop: 20 }, { start: 5, stop: 22 })).toBe(true);
    expect(isSamePlace({ start: 0, stop: 20 }, { start: 15, stop: 40 })).toBe(false);
    expect(isSamePlace({ start: 9, stop: 9 }, { start: 10, stop: 10 })).toBe(true);
  });

  it("settles excluded tags by an acceptance, but not by a rejection", () => {
    const run = one(proposed("Gait.Run", 0));
    const rest = [one(proposed("Gait.Walk", 2)), one(proposed("Turn", 2))];
    const names = (kind: "accepted" | "rejected") =>
      undecided([run, ...rest], [{ proposal: run, kind, step: 1 }], GAITS).map(({ name }) => name);
    expect(names("accepted")).toEqual(["Turn"]);
    expect(names("rejected")).toEqual(["Gait.Walk", "Turn"]);
  });

  it("never accepts in bulk what is only possible", () => {
    const all = keyed(
      answerOf(
        proposed("A", 0, { score: 0.99, possible: true }),
        proposed("A", 50, { score: 0.8 }),
        proposed("A", 90, { score: 0.79 }),
      ),
    );
    expect(inBulk(all, 0.8).map(({ start }) => start)).toEqual([50]);
  });

  it("begins the work on a clip, but never changes that a clip is done", () => {
    const all = keyed(answerOf(proposed("A", 0), proposed("A", 50, { clip: "b" })));
    const kinds = acceptingAll(all, (clip) => clip === "b").map(({ operations }) =>
      operations.map(({ kind }) => kind),
    );
    expect(kinds).toEqual([["addSpan", "setState"], ["addSpan"]]);
  });

  it("lets only a neighbour of the group within 0.1 s attract a trimmed edge", () => {
    const run = one(proposed("Gait.Run", 40));
    const by = (spans: Span[], frame: number) =>
      trimmed(run, "start", frame, { spans, exclusive: GAITS, perSec: 30 }).start;
    expect(by([span("Gait.Walk", 0, 33)], 36)).toBe(33);
    expect(by([span("Gait.Walk", 0, 32)], 36)).toBe(36);
    expect(by([span("Turn", 0, 35)], 36)).toBe(36);
    expect(by([], 99)).toBe(59);
  });
});

describe("the queue", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("requestAnimationFrame", () => 0);
    vi.stubGlobal("cancelAnimationFrame", () => {});
  });
  let dispose = () => {};
  afterEach(() => {
    dispose();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** A queue whose server proposes as the test says. */
  async function open(...first: Proposed[]) {
    const server = { answer: answerOf(...first), asked: 0, remembers: true };
    const edits: { label: string; clips: ClipEdit[] }[] = [];
    const rejections: Reject[] = [];
    const proposals = createRoot((end) => {
      dispose = end;
      const clock = createClock();
      clock.open(600, [30, 1]);
      return createProposals({
        client: {
          proposals: async () => {
            server.asked += 1;
            return server.answer;
          },
        },
        clock,
        notices: createNotices(),
        timeline: createTimelineState(),
        clip: () => "a",
        labels: () => undefined,
        rowOf: () => undefined,
        exclusive: () => GAITS,
        open: async () => {},
        isSaved: () => true,
        editClips: (label, clips) => edits.push({ label, clips }),
        async reject(rejection) {
          rejections.push(rejection);
          return server.remembers;
        },
      });
    });
    proposals.want();
    await vi.advanceTimersByTimeAsync(0);
    const names = () => proposals.queue().map(({ name, start }) => `${name} ${start}`);
    return { proposals, server, edits, rejections, names };
  }

  it("edits nothing until a proposal is accepted", async () => {
    const { proposals, edits, rejections, names } = await open(proposed("A", 0), proposed("B", 40));
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
    const { proposals, edits, rejections } = await open(
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
    const { proposals, server, names } = await open(proposed("A", 0));
    server.remembers = false;
    proposals.activate();
    proposals.reject();
    expect(names()).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(names()).toEqual(["A 0"]);
  });

  it("shows a decided proposal again when the decision is undone", async () => {
    const { proposals, names } = await open(proposed("A", 0), proposed("B", 40));
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

  it("accepts all above the score as one edit, without the possible ones", async () => {
    const { proposals, edits } = await open(
      proposed("A", 0),
      proposed("A", 40, { clip: "b" }),
      proposed("A", 80, { score: 0.7 }),
      proposed("A", 120, { possible: true }),
    );
    expect(proposals.bulk().length).toBe(2);
    proposals.acceptAll();
    expect(edits.map(({ label, clips }) => [label, clips.map(({ clip }) => clip)])).toEqual([
      ["accept 2 proposals", ["a", "b"]],
    ]);
    expect(proposals.queue().length).toBe(2);
  });

  it("asks again after a rest, and the answer replaces what was decided before", async () => {
    const { proposals, server, names } = await open(proposed("A", 0), proposed("B", 40));
    proposals.activate();
    proposals.accept();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.asked).toBe(2);
    // The server of this test proposes A again, since it does not know that it was accepted.
    expect(names()).toEqual(["A 0", "B 40"]);
  });

  it("decides six side by side by their numbers", async () => {
    const many = Array.from({ length: 8 }, (_, at) => proposed("A", at * 40));
    const { proposals, edits, rejections } = await open(...many);
    proposals.activate();
    expect(proposals.page()).toEqual([]);
    proposals.toggleGrid();
    const starts = () => proposals.page().map(({ start }) => start);
    expect(starts()).toEqual([0, 40, 80, 120, 160, 200]);
    proposals.acceptAt(2);
    proposals.rejectAt(0);
    expect(starts()).toEqual([40, 120, 160, 200, 240, 280]);
    expect([edits.length, rejections.map(({ start }) => start)]).toEqual([1, [0]]);
    expect(proposals.question()).toBe(undefined);
  });
});
