import { createEffect, createSignal, on, untrack } from "solid-js";
import { type Client, Unreachable } from "../api/client";
import type { Problem, ProposalsAnswer, Source } from "../api/types";
import { problemOf } from "./editQueue";

/** The delay from the last change to the next request for proposals, in milliseconds. */
const REST_MS = 3000;
/** The number of decisions after which proposals are requested without that delay. */
const MANY_DECISIONS = 25;

/** The frames of the example of a tag. */
export interface Example {
  tag: string;
  clip: string;
  start: number;
  stop: number;
}

/** The parts of the queue that requests need. */
export interface AnswersHost {
  client: Pick<Client, "proposals">;
  /** Whether the server has received everything. */
  isSaved(): boolean;
  /** Whether answers must wait, because the user decides about several proposals on the page. */
  isHeld(): boolean;
  /** The number of the last step of decisions. */
  step(): number;
  /** Shows an answer that takes decisions up to a step into account. */
  take(answer: ProposalsAnswer, known: number): void;
}

/** Requests for proposals: at most one for each source at a time, and none before all edits are saved. */
export function createProposalAnswers(host: AnswersHost) {
  const [sources, setSources] = createSignal<ReadonlySet<Source>>(new Set<Source>(["learned"]));
  const [loading, setLoading] = createSignal<ReadonlySet<Source>>(new Set());
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  let example: Example | undefined;
  const running = new Map<Source, AbortController>();
  /** The sources to ask once that is possible. */
  const wanted = new Set<Source>();
  const answered = new Set<Source>();
  const held = new Map<Source, { answer: ProposalsAnswer; known: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of decisions, and of those made before the last answer was requested. */
  let [decided, known] = [0, 0];

  function ask(source: Source) {
    if (source === "similar" && !example) return;
    wanted.add(source);
    pump();
  }

  /** Sends the requests that can be sent now. */
  function pump() {
    if (untrack(host.isSaved))
      for (const source of wanted)
        if (!running.has(source)) {
          wanted.delete(source);
          void load(source);
        }
    setLoading(new Set([...running.keys(), ...wanted]));
  }

  async function load(source: Source) {
    const request = new AbortController();
    running.set(source, request);
    const like = source === "similar" ? example : undefined;
    const [step, before] = [host.step(), decided];
    try {
      const answer = await host.client.proposals(source, like, request.signal);
      const isWanted = source !== "similar" || like === example;
      if (isWanted) {
        known = Math.max(known, before);
        setProblem(undefined);
        answered.add(source);
        held.set(source, { answer, known: step });
        if (!untrack(host.isHeld)) takeHeld();
      }
    } catch (error) {
      if (!(error instanceof Unreachable) && !request.signal.aborted) setProblem(problemOf(error));
    }
    running.delete(source);
    pump();
  }

  function takeHeld() {
    const all = [...held.values()];
    held.clear();
    for (const { answer, known } of all) host.take(answer, known);
  }

  const reload = () => untrack(sources).forEach(ask);

  /** Requests the proposals of all chosen sources once nothing has changed for a while. */
  function loadSoon() {
    clearTimeout(timer);
    if (answered.size > 0)
      timer = setTimeout(reload, decided - known >= MANY_DECISIONS ? 0 : REST_MS);
  }

  createEffect(on(host.isSaved, pump));
  createEffect(on(host.isHeld, (isHeld) => isHeld || takeHeld()));

  return {
    sources,
    loading,
    problem,
    reload,
    loadSoon,
    takeHeld,
    /** Notes decisions. */
    decided(count: number) {
      decided += count;
      loadSoon();
    },
    /** Requests proposals unless they are there. */
    want() {
      for (const source of sources())
        if (!answered.has(source) && !running.has(source)) ask(source);
    },
    /** Adds a source to the queue, or removes it. */
    toggleSource(source: Source) {
      const next = new Set(sources());
      if (!next.delete(source)) next.add(source);
      setSources(next);
      if (next.has(source) && !answered.has(source)) ask(source);
    },
    /** Proposes places like some frames. */
    findLike(like: Example) {
      example = like;
      // Nothing waits for places like the example before.
      running.get("similar")?.abort();
      setSources((all) => new Set([...all, "similar" as const]));
      ask("similar");
    },
  };
}
