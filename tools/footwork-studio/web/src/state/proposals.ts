import { batch, createEffect, createMemo, createSignal, on, untrack } from "solid-js";
import { type Client, Unreachable } from "../api/client";
import type {
  ClipEdit,
  ClipLabels,
  ClipRow,
  ExclusiveGroup,
  Problem,
  ProposalsAnswer,
  Reject,
  Source,
  Turned,
} from "../api/types";
import type { Place } from "./arming";
import type { Clock } from "./clock";
import { problemOf } from "./editQueue";
import type { Notices } from "./notices";
import {
  accepting,
  acceptingAll,
  type Decision,
  inBulk,
  isAtOrBelow,
  isSamePlace,
  keyed,
  moved,
  type Proposal,
  trimmed,
  undecided,
} from "./proposalQueue";
import type { TimelineState } from "./timeline";
import { isFinished } from "./workState";

/** The sources, in the order of the queue. */
export const SOURCES: readonly { id: Source; title: string; help: string }[] = [
  { id: "learned", title: "Learned", help: "Classifiers trained on the labelled clips" },
  { id: "similar", title: "Similar", help: "Places like the selected span" },
  { id: "rules", title: "Rules", help: "The rules of footwork.toml" },
  { id: "contacts", title: "Contacts", help: "Strikes of feet" },
];

/** The number of proposals that loop side by side. */
export const GRID_SIZE = 6;
/** The delay from the last change to the next request for proposals, in milliseconds. */
const REST_MS = 3000;
/** The number of decisions after which proposals are requested without that delay. */
const MANY_DECISIONS = 25;
/** The time around a looping proposal, in seconds. */
export const AROUND_SECS = 0.5;
/** The least score of proposals accepted together, until the source has a measured one. */
const CAUTIOUS = 0.95;

/** The frames of the example of a tag. */
export interface Example {
  tag: string;
  clip: string;
  start: number;
  stop: number;
}

/** The parts of the studio that proposals need. */
export interface ProposalsHost {
  client: Pick<Client, "proposals">;
  clock: Clock;
  notices: Notices;
  timeline: TimelineState;
  clip(): string | undefined;
  labels(): ClipLabels | undefined;
  rowOf(clip: string | undefined): ClipRow | undefined;
  exclusive(): readonly ExclusiveGroup[];
  open(clip: string, frame?: number): Promise<void>;
  /** Whether the server has received everything. */
  isSaved(): boolean;
  /** Accepts: an edit like any other, as one step of undo. */
  editClips(label: string, clips: ClipEdit[]): void;
  /** Sends a rejection after all earlier edits; returns whether the server remembers it. */
  reject(rejection: Reject): Promise<boolean>;
}

/** Proposals: the queue, the current one, and decisions, which are edits or rejections. */
export function createProposals(host: ProposalsHost) {
  const { client, clock, notices } = host;
  const [answers, setAnswers] = createSignal<ReadonlyMap<Source, Proposal[]>>(new Map());
  const [about, setAbout] = createSignal<ReadonlyMap<Source, ProposalsAnswer>>(new Map());
  const [loading, setLoading] = createSignal<ReadonlySet<Source>>(new Set());
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  const [sources, setSources] = createSignal<ReadonlySet<Source>>(new Set<Source>(["learned"]));
  const [tag, setTag] = createSignal("");
  const [example, setExample] = createSignal<Example | undefined>(undefined);
  const [decisions, setDecisions] = createSignal<readonly Decision[]>([]);
  const [edges, setEdges] = createSignal<ReadonlyMap<string, Proposal>>(new Map());
  const [currentKey, setCurrentKey] = createSignal<string | undefined>(undefined);
  const [isActive, setIsActive] = createSignal(false);
  const [isGrid, setIsGrid] = createSignal(false);
  const [isConfirming, setIsConfirming] = createSignal(false);
  const [question, setQuestion] = createSignal<Proposal | undefined>(undefined);
  const [chosenLeast, setLeast] = createSignal<number | undefined>(undefined);
  let undone: Decision[] = [];
  let step = 0;

  /** All undecided proposals of the chosen sources. */
  const open = createMemo(() => {
    const all = SOURCES.flatMap(({ id }) => (sources().has(id) ? (answers().get(id) ?? []) : []));
    const left = undecided(all, decisions(), host.exclusive());
    return edges().size === 0 ? left : left.map((one) => edges().get(one.key) ?? one);
  });
  const queue = createMemo(() => {
    const asked = tag();
    // What is only possible comes last, whatever its source.
    const [likely, possible]: [Proposal[], Proposal[]] = [[], []];
    for (const one of open())
      if (isAtOrBelow(one.name, asked)) (one.possible ? possible : likely).push(one);
    return likely.concat(possible);
  });
  const index = createMemo(() => {
    const key = currentKey();
    return key === undefined ? -1 : queue().findIndex((one) => one.key === key);
  });
  const current = createMemo(() => queue()[index()]);
  const least = () => chosenLeast() ?? about().get("learned")?.threshold ?? CAUTIOUS;
  const bulk = createMemo(() => inBulk(queue(), least()));
  /** The proposals that loop side by side: the current one and those after it. */
  const page = createMemo(() => {
    const from = Math.max(index(), 0);
    return isGrid() ? queue().slice(from, from + GRID_SIZE) : [];
  });
  /** The proposals of the open clip. */
  const here = createMemo(() => open().filter(({ clip }) => clip === host.clip()));

  // Requests.
  const running = new Map<Source, AbortController>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sinceAnswer = 0;

  async function load(source: Source) {
    const like = example();
    if (source === "similar" && !like) return;
    running.get(source)?.abort();
    const over = new AbortController();
    running.set(source, over);
    setLoading((all) => new Set([...all, source]));
    // The server knows everything decided until now.
    const known = step;
    sinceAnswer = 0;
    try {
      const answer = await client.proposals(
        source,
        source === "similar" ? like : undefined,
        over.signal,
      );
      if (!over.signal.aborted) take(answer, known);
    } catch (error) {
      if (!over.signal.aborted && !(error instanceof Unreachable)) setProblem(problemOf(error));
    }
    if (running.get(source) !== over) return;
    running.delete(source);
    setLoading((all) => new Set([...all].filter((one) => one !== source)));
  }

  function take(answer: ProposalsAnswer, known: number) {
    const before = untrack(current);
    const at = untrack(index);
    batch(() => {
      setProblem(undefined);
      setAnswers((all) => new Map([...all, [answer.source, keyed(answer)]]));
      setAbout((all) => new Map([...all, [answer.source, answer]]));
      const isOther = (decision: Decision) => decision.proposal.source !== answer.source;
      setDecisions((all) => all.filter((one) => one.step > known || isOther(one)));
    });
    if (!before || untrack(current)) return;
    // The current proposal keeps its place, or a new version of it has it.
    const same = (one: Proposal) =>
      one.clip === before.clip && one.name === before.name && isSamePlace(one, before);
    const now = untrack(queue);
    setCurrentKey((now.find(same) ?? now[Math.min(at, now.length - 1)])?.key);
  }

  /** Requests the proposals of all chosen sources once nothing has changed for a while. */
  function loadSoon() {
    clearTimeout(timer);
    if (answers().size === 0) return;
    const wait = sinceAnswer >= MANY_DECISIONS ? 0 : REST_MS;
    timer = setTimeout(() => {
      if (host.isSaved()) for (const source of sources()) void load(source);
      else loadSoon();
    }, wait);
  }

  // Decisions.
  const decide = (kind: Decision["kind"], proposals: readonly Proposal[]) => {
    step += 1;
    undone = [];
    sinceAnswer += proposals.length;
    const made = proposals.map((proposal) => ({ proposal, kind, step }));
    setDecisions((all) => [...all, ...made]);
    loadSoon();
  };
  const isDone = (clip: string) => {
    const row = host.rowOf(clip);
    return row !== undefined && isFinished(row.state);
  };
  /** Shows the proposal at a place in the queue. */
  const goTo = (place: number) => {
    const now = queue();
    const next = now[Math.min(Math.max(place, 0), now.length - 1)];
    batch(() => {
      setQuestion(undefined);
      setCurrentKey(next?.key);
    });
    if (next) show(next);
    else endLoop();
  };
  /** Makes a decision, and shows the proposal that takes its place in the queue. */
  const decideAt = (proposal: Proposal, run: () => void) => {
    const at = queue().findIndex(({ key }) => key === proposal.key);
    const mine = index();
    batch(run);
    if (at <= mine || mine < 0) goTo(at < mine ? mine - 1 : at);
  };

  function accept(proposal = current(), name = proposal?.name) {
    if (!proposal || name === undefined) return;
    const operations = accepting(proposal, name, isDone(proposal.clip));
    decideAt(proposal, () => {
      host.editClips(`accept ${name}`, [{ clip: proposal.clip, operations }]);
      decide("accepted", [{ ...proposal, name }]);
    });
  }

  function send(proposal: Proposal) {
    const { clip, kind, name, start, stop } = proposal;
    decide("rejected", [proposal]);
    const made = step;
    void host.reject({ clip, kind, name, start, stop }).then((isKept) => {
      if (!isKept) setDecisions((all) => all.filter((one) => one.step !== made));
    });
  }

  /** Rejects the current proposal, and asks what it is. */
  function reject() {
    const proposal = current();
    if (!proposal) return;
    const at = index();
    batch(() => {
      send(proposal);
      setQuestion(proposal);
      // The rejected one stays in sight until the question is answered.
      setCurrentKey(queue()[Math.min(at, queue().length - 1)]?.key);
    });
  }

  /** Answers what a rejected proposal is: a label, or nothing. */
  function answer(name: string | undefined) {
    const asked = question();
    if (!asked) return;
    const at = index();
    batch(() => {
      setQuestion(undefined);
      if (name === undefined) return;
      const operations = accepting(asked, name, isDone(asked.clip));
      host.editClips(`accept ${name}`, [{ clip: asked.clip, operations }]);
      decide("accepted", [{ ...asked, name }]);
    });
    goTo(at);
  }

  const setEdge = (changed: Proposal) => {
    setEdges((all) => new Map([...all, [changed.key, changed]]));
    loop(changed);
  };
  const isSpan = (proposal: Proposal | undefined): proposal is Proposal =>
    proposal !== undefined && proposal.kind === "tag";

  // The loop.
  let isLooping = false;
  function loop({ start, stop }: Proposal) {
    const around = Math.round(AROUND_SECS * clock.framesPerSec());
    clock.setLoop({ start: start - around, stop: Math.max(stop, start + 1) + around });
    isLooping = true;
  }
  function endLoop() {
    if (isLooping) clock.setLoop(undefined);
    isLooping = false;
  }
  /** Opens the clip of a proposal and loops it. */
  function show(proposal: Proposal) {
    const first = Math.max(Math.floor(proposal.start - AROUND_SECS * clock.framesPerSec()), 0);
    if (host.clip() !== proposal.clip) void host.open(proposal.clip, first);
    host.timeline.setLane({ kind: proposal.kind, name: proposal.name });
    loop(proposal);
    clock.seek(clock.range().start);
    clock.play();
  }

  const activate = () => {
    if (isActive()) return;
    setIsActive(true);
    const shown = current();
    if (shown) show(shown);
    else if (queue().length > 0) goTo(0);
  };
  const deactivate = () => {
    if (!isActive()) return;
    batch(() => {
      setIsActive(false);
      setIsGrid(false);
      setQuestion(undefined);
    });
    endLoop();
  };
  // The first answer shows its first proposal.
  createEffect(
    on(queue, (now) => {
      if (isActive() && now.length > 0 && currentKey() === undefined) goTo(0);
    }),
  );

  return {
    SOURCES,
    queue,
    here,
    current,
    index,
    page,
    bulk,
    question,
    problem,
    loading,
    /** The last answer of each source, without its proposals. */
    about,
    sources,
    tag,
    setTag,
    least,
    setLeast,
    isActive,
    isGrid,
    isConfirming,
    setIsConfirming,
    activate,
    deactivate,
    /** Requests proposals unless they are there. */
    want() {
      for (const source of sources())
        if (!answers().has(source) && !running.has(source)) void load(source);
    },
    reload: () => sources().forEach((source) => void load(source)),
    /** Adds a source to the queue, or removes it. */
    toggleSource(source: Source) {
      const next = new Set(sources());
      if (!next.delete(source)) next.add(source);
      setSources(next);
      if (next.has(source) && !answers().has(source)) void load(source);
    },
    /** Proposes places like some frames. */
    findLike(like: Example) {
      setExample(like);
      setSources((all) => new Set([...all, "similar" as const]));
      void load("similar");
    },
    /** Notes a change of labels or rules. */
    changed: loadSoon,
    goTo,
    goToKey(key: string) {
      const at = queue().findIndex((one) => one.key === key);
      if (at >= 0) goTo(at);
    },
    step(by: number) {
      if (question()) answer(undefined);
      else goTo(Math.max(index(), 0) + by);
    },
    accept: () => {
      if (!question()) accept();
    },
    /** Rejects, or answers that a rejected proposal is nothing. */
    reject: () => (question() ? answer(undefined) : reject()),
    answer,
    acceptAt(place: number) {
      const proposal = page()[place];
      if (proposal) accept(proposal);
    },
    rejectAt(place: number) {
      const proposal = page()[place];
      if (proposal) decideAt(proposal, () => send(proposal));
    },
    /** Accepts all proposals above the chosen score, as one step of undo. */
    acceptAll() {
      const all = bulk();
      if (all.length === 0) return;
      const clips = acceptingAll(all, isDone);
      batch(() => {
        const what = all.length === 1 ? "1 proposal" : `${all.length} proposals`;
        host.editClips(`accept ${what}`, clips);
        decide("accepted", all);
        setIsConfirming(false);
      });
      goTo(0);
    },
    toggleGrid: () => setIsGrid((is) => !is),
    trim(side: "start" | "stop") {
      const proposal = current();
      if (!isSpan(proposal) || question() || proposal.clip !== host.clip()) return;
      const frame = clock.frame() + (side === "stop" ? 1 : 0);
      setEdge(
        trimmed(proposal, side, frame, {
          spans: host.labels()?.spans ?? [],
          exclusive: host.exclusive(),
          perSec: clock.framesPerSec(),
        }),
      );
    },
    nudge(side: "start" | "stop", by: number) {
      const proposal = current();
      if (!isSpan(proposal) || question() || proposal.clip !== host.clip()) return;
      const frame = Math.min(proposal[side] + by, clock.frames());
      setEdge(moved(proposal, side, frame));
    },
    /** Handles a pointer press, or the focus moving, to a part of the page. */
    entered(place: Place) {
      if (place === "proposals") activate();
      else if (place !== "neutral") deactivate();
    },
    /** Follows an undo or redo: proposals whose acceptance or rejection was undone come back. */
    turned(what: string, { label, count }: Turned) {
      const kind = label?.startsWith("reject ")
        ? "rejected"
        : label?.startsWith("accept ")
          ? "accepted"
          : undefined;
      if (!kind) return;
      if (what === "Redo") {
        const redone = undone.filter(({ step }) => step === undone.at(-1)?.step);
        undone = undone.filter((one) => !redone.includes(one));
        setDecisions((all) => [...all, ...redone]);
        return;
      }
      const steps = [
        ...new Set(decisions().flatMap((one) => (one.kind === kind ? [one.step] : []))),
      ];
      const back = new Set(steps.slice(-count));
      const restored = decisions().filter((one) => back.has(one.step));
      undone.push(...restored);
      batch(() => {
        setQuestion(undefined);
        setDecisions((all) => all.filter((one) => !back.has(one.step)));
        const [first] = restored;
        if (first && isActive()) setCurrentKey(first.proposal.key);
      });
      const shown = current();
      if (shown && isActive()) show(shown);
      else if (restored.length > 0) notices.say({ kind: "news", text: `${label}: proposed again` });
      loadSoon();
    },
  };
}

export type Proposals = ReturnType<typeof createProposals>;
