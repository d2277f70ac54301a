import { batch, createEffect, createMemo, createSignal, on, untrack } from "solid-js";
import type { Client } from "../api/client";
import type {
  ClipEdit,
  ClipLabels,
  ClipRow,
  Edited,
  ExclusiveGroup,
  ProposalsAnswer,
  Reject,
  SignedState,
  Source,
  Span,
  Turned,
} from "../api/types";
import { countText } from "../ui/counts";
import type { Place } from "./arming";
import { type ClipPlaybackHost, createClipPlayback } from "./clipPlayback";
import type { Notices } from "./notices";
import { createProposalAnswers } from "./proposalAnswers";
import { bestOf, createProposalBulk, outsideLabels } from "./proposalBulk";
import { createProposalDecisions } from "./proposalDecisions";
import { createHeldEdge, type Side } from "./proposalEdge";
import { createProposalGrid } from "./proposalGrid";
import { whyHidden } from "./proposalHidden";
import {
  accepting,
  acceptingAll,
  finishing,
  following,
  inOrder,
  isAtOrBelow,
  keyed,
  moved,
  nextOf,
  type Proposal,
  proposedFrames,
  trimmed,
  undecided,
  versionOf,
} from "./proposalQueue";
import { replaced } from "./proposalVersions";
import type { TimelineState } from "./timeline";

/** The sources, in the order of the queue. */
export const SOURCES: readonly { id: Source; title: string; help: string }[] = [
  { id: "learned", title: "Learned", help: "Classifiers trained on the labelled clips" },
  { id: "similar", title: "Similar", help: "Places like the selected span" },
  { id: "rules", title: "Rules", help: "The rules of footwork.toml" },
  { id: "contacts", title: "Contacts", help: "Strikes of feet" },
];

/** The time around a looping proposal, in seconds. */
export const AROUND_SECS = 0.5;
const ALL_LABELLED = "Nothing accepted: exclusive labels are there already";
/** The parts of the studio that proposals need. */
export interface ProposalsHost extends ClipPlaybackHost {
  client: Pick<Client, "proposals">;
  notices: Notices;
  timeline: TimelineState;
  clip(): string | undefined;
  labels(): ClipLabels | undefined;
  rowOf(clip: string | undefined): ClipRow | undefined;
  /** The state of a clip that is done, signed by the user. */
  signedDone(): SignedState;
  exclusive(): readonly ExclusiveGroup[];
  /** Whether sidecars keep the source and the score of accepted spans. */
  keepsProvenance(): boolean;
  open(clip: string, frame?: number): Promise<void>;
  /** Whether the server has received everything. */
  isSaved(): boolean;
  /** Accepts: an edit like any other, as one step of undo. */
  editClips(label: string, clips: ClipEdit[]): void;
  /** Sends a rejection after all earlier edits; returns how many the server remembers then, or `undefined` if it failed. */
  reject(rejection: Reject): Promise<number | undefined>;
}

/** Proposals: the queue, the current one, and decisions, which are edits or rejections. */
export function createProposals(host: ProposalsHost) {
  const { clock, notices } = host;
  const [proposed, setProposed] = createSignal<ReadonlyMap<Source, readonly Proposal[]>>(new Map());
  const [about, setAbout] = createSignal<ReadonlyMap<Source, ProposalsAnswer>>(new Map());
  const [tag, setTag] = createSignal("");
  const [edges, setEdges] = createSignal<ReadonlyMap<string, Proposal>>(new Map());
  const [currentKey, setCurrentKey] = createSignal<string | undefined>(undefined);
  /** The remembered rejections; each change is a new object, also one that keeps their number. */
  const [remembered, setRemembered] = createSignal({ count: 0 });
  const [isActive, setIsActive] = createSignal(false);
  const [question, setQuestion] = createSignal<Proposal | undefined>(undefined);
  const decisions = createProposalDecisions();
  const answers = createProposalAnswers({
    client: host.client,
    isSaved: host.isSaved,
    isHeld: () => bulk.asked() !== undefined || grid.page().some(Boolean),
    step: decisions.step,
    take,
  });

  /** All undecided proposals of the chosen sources. */
  const open = createMemo(() => {
    const all = SOURCES.flatMap(({ id }) =>
      answers.sources().has(id) ? (proposed().get(id) ?? []) : [],
    );
    const left = undecided(all, decisions.made(), host.exclusive());
    return edges().size === 0 ? left : left.map((one) => edges().get(one.key) ?? one);
  });
  const queue = createMemo(() => {
    const asked = tag();
    return inOrder(open().filter(({ name }) => isAtOrBelow(name, asked)));
  });
  const index = createMemo(() => {
    const key = currentKey();
    return key === undefined ? -1 : queue().findIndex((one) => one.key === key);
  });
  const current = createMemo(() => queue()[index()]);
  const grid = createProposalGrid({ queue, index });
  const bulk = createProposalBulk({
    queue,
    about,
    exclusive: host.exclusive,
    notices,
    reload: answers.reload,
  });
  /** The proposals of the open clip. */
  const here = createMemo(() => open().filter(({ clip }) => clip === host.clip()));

  /** Shows an answer that takes decisions up to a step into account. */
  function take(answer: ProposalsAnswer, known: number) {
    const { source } = answer;
    const before = untrack(() => ({
      proposals: proposed().get(source) ?? [],
      edges: edges(),
      currentKey: currentKey(),
    }));
    const now = replaced(before, keyed(answer), untrack(current));
    batch(() => {
      setProposed((all) => new Map([...all, [source, now.proposals]]));
      setAbout((all) => new Map([...all, [source, answer]]));
      setRemembered({ count: answer.rejected });
      setEdges(now.edges);
      setCurrentKey(now.currentKey);
      decisions.settle(source, known);
    });
  }

  // Decisions.
  const decide = (...[kind, label, proposals]: Parameters<typeof decisions.add>) => {
    const step = decisions.add(kind, label, proposals);
    answers.decided(proposals.length);
    return step;
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
  /**
   * Decides. If that settles the current proposal, the next one of the grid or the queue becomes current: one of its clip while sure
   * ones of that are undecided, also if they were passed over, but none of the clip `over`, if another has any.
   */
  const deciding = (run: () => void, over?: string) => {
    const side = grid.keys();
    const at = side.indexOf(currentKey() ?? "");
    const places = nextOf(queue(), index()).filter(({ clip }) => clip !== over);
    const next = [...side.slice(at + 1), ...side, ...places.map(({ key }) => key)];
    batch(() => {
      run();
      if (current()) return;
      const left = new Set(queue().map(({ key }) => key));
      setCurrentKey(next.find((key) => left.has(key)) ?? queue().at(-1)?.key);
      // A page of the grid is over: the next one has the answers that had to wait.
      if (side.length > 0 && !side.some((key) => left.has(key))) answers.takeHeld();
    });
  };
  const showCurrent = () => {
    const shown = current();
    if (shown) show(shown);
    else endLoop();
  };
  /** Decides, and shows the current proposal if it is another one then. */
  const decideAndShow = (run: () => void, over?: string) => {
    const before = currentKey();
    deciding(run, over);
    if (currentKey() !== before) showCurrent();
  };

  /** The labelled spans of a clip. For clips that are not open, only those accepted since the last answers are known. */
  function spansOf(clip: string): readonly Span[] {
    const labels = host.labels();
    if (labels?.clip === clip) return labels.spans;
    return decisions.made().flatMap(({ proposal, kind }) => {
      const { name: tag, start, stop } = proposal;
      const isSpan = kind === "accepted" && proposal.clip === clip && proposal.kind === "tag";
      return isSpan ? [{ tag, start, stop, byRule: false }] : [];
    });
  }
  /** The pieces of proposals that can be accepted without a change to existing labels, and the label of that edit. */
  function acceptable(proposals: readonly Proposal[]) {
    const pieces = bestOf(outsideLabels(proposals, spansOf, host.exclusive()), host.exclusive());
    const count = new Set(pieces.map(({ key }) => key)).size;
    return { pieces, label: `accept ${countText(count, "proposal")}` };
  }

  /** Accepts a proposal as a label. */
  function acceptAs(proposal: Proposal, name: string) {
    const label = `accept ${name}`;
    const operations = accepting(proposal, name, host);
    host.editClips(label, [{ clip: proposal.clip, operations }]);
    decide("accepted", label, [{ ...proposal, name }]);
  }
  const accept = (proposal: Proposal | undefined) =>
    proposal && decideAndShow(() => acceptAs(proposal, proposal.name));

  function send(proposal: Proposal) {
    const { clip, kind, name } = proposal;
    const made = decide("rejected", `reject ${name}`, [proposal]);
    void host.reject({ clip, kind, name, ...proposedFrames(proposal) }).then((count) => {
      if (count === undefined) decisions.drop(made);
      else setRemembered({ count });
    });
  }

  /** Rejects the current proposal, and asks what it is. */
  function reject() {
    const proposal = current();
    if (!proposal) return;
    // The rejected one stays in sight until the question is answered.
    deciding(() => {
      send(proposal);
      setQuestion(proposal);
    });
  }

  /** Answers the question about a rejected proposal: with a label, or with nothing. */
  function answer(name: string | undefined) {
    const asked = question();
    if (!asked) return;
    deciding(() => {
      setQuestion(undefined);
      if (name !== undefined) acceptAs(asked, name);
    });
    showCurrent();
  }

  /** Moves the edges of a proposal, and those that abut them of proposals that it excludes. */
  const setEdge = (before: Proposal, after: Proposal) => {
    const all = following(before, after, open(), host.exclusive());
    const now = all.map((one) => [one.key, one] as const);
    setEdges((others) => new Map([...others, ...now]));
    loop(all[0]);
  };
  const isSpan = (proposal: Proposal | undefined): proposal is Proposal =>
    proposal !== undefined && proposal.kind === "tag";
  /** Moves an edge of the current proposal by some frames; returns the moved proposal. */
  const nudge = (side: Side, by: number): Proposal | undefined => {
    const proposal = current();
    if (!isSpan(proposal) || question() || proposal.clip !== host.clip()) return;
    setEdge(proposal, moved(proposal, side, Math.min(proposal[side] + by, clock.frames())));
    return current();
  };
  const edge = createHeldEdge({ clock, move: nudge, aroundSecs: AROUND_SECS });

  // The loop.
  let isLooping = false;
  const clipPlayback = createClipPlayback(host);
  function loop({ start, stop }: Proposal) {
    const around = Math.round(AROUND_SECS * clock.framesPerSec());
    clipPlayback.end();
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
      grid.setIsOpen(false);
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
    page: grid.page,
    bulk: bulk.bulk,
    question,
    problem: answers.problem,
    loading: answers.loading,
    /** The last answer of each source, without its proposals. */
    about,
    sources: answers.sources,
    remembered,
    /** Notes that a rejection was withdrawn, and how many are left. */
    withdrew(count: number) {
      setRemembered({ count });
      answers.reload();
    },
    tag,
    setTag,
    least: bulk.least,
    setLeast: bulk.setLeast,
    isActive,
    isGrid: grid.isOpen,
    /** The proposals of the question before many are accepted, while it is open. */
    asked: bulk.asked,
    /** Asks whether to accept all proposals above the chosen score. */
    askAll: bulk.ask,
    cancelAll: bulk.cancel,
    activate,
    deactivate,
    want: answers.want,
    reload: answers.reload,
    toggleSource: answers.toggleSource,
    findLike: answers.findLike,
    /** Notes a change of labels or rules at a revision. */
    changed(revision: number) {
      bulk.changed(revision);
      answers.loadSoon();
    },
    /** Notes that an edit is on disk. */
    saved(label: string, { changed, revision }: Pick<Edited, "changed" | "revision">) {
      if (changed && label.startsWith("accept ")) bulk.decided(revision);
    },
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
      if (!question()) accept(current());
    },
    /** Rejects, or answers that a rejected proposal is nothing. */
    reject: () => (question() ? answer(undefined) : reject()),
    answer,
    acceptAt: (place: number) => accept(grid.page()[place]),
    rejectAt(place: number) {
      const proposal = grid.page()[place];
      if (proposal) decideAndShow(() => send(proposal));
    },
    /** Accepts the proposals of the open question, as one step of undo. */
    acceptAll() {
      const all = bulk.confirmed();
      if (all.length === 0) return;
      const { pieces, label } = acceptable(all);
      if (pieces.length === 0) return notices.say({ kind: "news", text: ALL_LABELLED });
      batch(() => {
        host.editClips(label, acceptingAll(pieces, host));
        decide("accepted", label, all);
      });
      goTo(0);
    },
    /**
     * Accepts the likely proposals of the shown clip, as one step of undo, and marks it done. Only accepts with a chosen tag, and if
     * other proposals of the clip may not have been in sight.
     */
    acceptClip() {
      const clip = current()?.clip;
      if (clip === undefined || clip !== host.clip() || question()) return;
      const likely = queue().filter((one) => one.clip === clip && !one.possible);
      if (likely.length === 0) return;
      const { pieces, label } = acceptable(likely);
      const accepted = likely.map((proposal) => ({ proposal, kind: "accepted" as const, step: 0 }));
      const why = whyHidden(clip, {
        sources: answers.sources(),
        loading: answers.loading(),
        about: about(),
        proposed: proposed(),
        decisions: [...decisions.made(), ...accepted],
        exclusive: host.exclusive(),
      });
      const operations =
        tag() === "" && why === undefined
          ? finishing(clip, pieces, host, host.signedDone())
          : (acceptingAll(pieces, host)[0]?.operations ?? []);
      if (tag() === "" && why !== undefined)
        notices.say({ kind: "news", text: `${clip} is not marked done: ${why}` });
      else if (operations.length === 0) notices.say({ kind: "news", text: ALL_LABELLED });
      if (operations.length === 0) return;
      decideAndShow(() => {
        host.editClips(label, [{ clip, operations }]);
        decide("accepted", label, likely);
      }, clip);
    },
    /** Whether a whole clip plays, at its own speed. */
    isPlayingClip: clipPlayback.isPlaying,
    /** Plays the whole clip of the current proposal once, from its start. */
    playClip() {
      const clip = current()?.clip;
      if (clip === undefined || clip !== host.clip()) return;
      endLoop();
      clipPlayback.play();
    },
    toggleGrid: () => grid.setIsOpen((is) => !is),
    trim(side: Side) {
      const proposal = current();
      if (!isSpan(proposal) || question() || proposal.clip !== host.clip()) return;
      const frame = clock.frame() + (side === "stop" ? 1 : 0);
      setEdge(
        proposal,
        trimmed(proposal, side, frame, {
          spans: host.labels()?.spans ?? [],
          exclusive: host.exclusive(),
          perSec: clock.framesPerSec(),
        }),
      );
    },
    nudge,
    /** Moves an edge by a held key, and shows the pose there until the release. */
    edge,
    /** Handles a pointer press, or the focus moving, to a part of the page. */
    entered(place: Place) {
      if (place === "proposals") activate();
      else if (place !== "neutral") deactivate();
    },
    /** Follows an undo or redo: proposals whose acceptance or rejection was undone come back. */
    turned(what: string, { label, revision, rows }: Turned) {
      if (!label || !/^(accept|reject) /.test(label)) return;
      if (rows.length > 0) bulk.decided(revision);
      if (label.startsWith("reject ")) {
        const more = what === "Redo" ? 1 : -1;
        setRemembered(({ count }) => ({ count: Math.max(count + more, 0) }));
      }
      if (what === "Redo") {
        (isActive() ? decideAndShow : deciding)(() => decisions.redo(label));
        return;
      }
      const [first] = decisions.undo(label);
      const back = first && versionOf(first, queue());
      setQuestion(undefined);
      if (back && isActive()) goTo(queue().indexOf(back));
      else if (back) notices.say({ kind: "news", text: `${label}: proposed again` });
      answers.loadSoon();
    },
  };
}

export type Proposals = ReturnType<typeof createProposals>;
