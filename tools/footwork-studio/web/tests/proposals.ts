import { createRoot, createSignal } from "solid-js";
import { afterEach, beforeEach, vi } from "vitest";
import type {
  ClipEdit,
  ClipLabels,
  ClipRow,
  ProposalsAnswer,
  Proposed,
  Reject,
  Source,
  Span,
} from "../src/api/types";
import { createClock } from "../src/state/clock";
import { createNotices } from "../src/state/notices";
import { keyed, type Proposal } from "../src/state/proposalQueue";
import { createProposals } from "../src/state/proposals";
import { createTimelineState } from "../src/state/timeline";

export const proposed = (name: string, start: number, more: Partial<Proposed> = {}): Proposed => ({
  clip: "a",
  kind: "tag",
  name,
  start,
  stop: start + 20,
  score: 0.9,
  source: "learned",
  possible: false,
  bulk: true,
  begins: true,
  ...more,
});
export const answerOf = (...proposals: Proposed[]): ProposalsAnswer => ({
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
export const proposalsOf = (...proposals: Proposed[]): Proposal[] => keyed(answerOf(...proposals));
export const proposalOf = (proposal: Proposed) => proposalsOf(proposal)[0] as Proposal;
export const GAITS = [{ kind: "below" as const, tag: "Gait" }];
export const span = (tag: string, start: number, stop: number): Span => ({
  tag,
  start,
  stop,
  byRule: false,
});

let dispose = () => {};
/** Prepares the tests of a file for queues of proposals. */
export function useQueues() {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("requestAnimationFrame", () => 0);
    vi.stubGlobal("cancelAnimationFrame", () => {});
  });
  afterEach(() => {
    dispose();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}

/** Opens a queue of proposals. The test decides what the server proposes. */
export async function openQueue(...first: Proposed[]) {
  const server = {
    answer: answerOf(...first),
    asked: 0,
    remembers: true,
    keepsProvenance: false,
    /** A promise that requests wait for. */
    ready: Promise.resolve(),
    rows: new Map<string, ClipRow>(),
    /** The labels of the open clip; `undefined` while they load. */
    labels: undefined as ClipLabels | undefined,
  };
  const edits: { label: string; clips: ClipEdit[] }[] = [];
  const rejections: Reject[] = [];
  const notices = createNotices();
  const [isSaved, setIsSaved] = createSignal(true);
  const { proposals, clock } = createRoot((end) => {
    dispose = end;
    const clock = createClock();
    clock.open(600, [30, 1]);
    const proposals = createProposals({
      client: {
        async proposals(source: Source) {
          server.asked += 1;
          await server.ready;
          return { ...server.answer, source };
        },
      },
      clock,
      notices,
      timeline: createTimelineState(),
      clip: () => "a",
      labels: () => server.labels,
      rowOf: (clip) => server.rows.get(clip ?? ""),
      exclusive: () => GAITS,
      keepsProvenance: () => server.keepsProvenance,
      signedDone: () => ({ state: "done", by: "Ada", on: null }),
      open: async () => {},
      speed: () => 0.5,
      reviewSpeed: () => 1.5,
      isSaved,
      editClips: (label, clips) => edits.push({ label, clips }),
      async reject(rejection) {
        rejections.push(rejection);
        return server.remembers ? rejections.length : undefined;
      },
    });
    return { proposals, clock };
  });
  /** Lets the server answer a new request at once with these proposals. */
  const answer = async (...all: Proposed[]) => {
    server.answer = answerOf(...all);
    proposals.reload();
    await vi.advanceTimersByTimeAsync(0);
  };
  proposals.want();
  await vi.advanceTimersByTimeAsync(0);
  const names = () => proposals.queue().map(({ name, start }) => `${name} ${start}`);
  return { proposals, clock, server, edits, rejections, notices, names, answer, setIsSaved };
}
