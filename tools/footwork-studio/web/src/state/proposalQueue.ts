import type {
  ClipEdit,
  ClipRow,
  ExclusiveGroup,
  Operation,
  ProposalsAnswer,
  Proposed,
  SignedState,
  Span,
} from "../api/types";
import { excludes } from "./exclusive";
import { isFinished } from "./workState";

type Frames = Pick<Proposed, "start" | "stop">;

/** A proposal with the frames that a person may have trimmed. */
export interface Proposal extends Proposed {
  /** Identifies it among the answers of all sources. */
  key: string;
  /** The proposed frames, if it now has others. */
  proposedAt?: Frames;
}

/** A person's decision about a proposal. */
export interface Decision {
  proposal: Proposal;
  kind: "accepted" | "rejected";
  /** Decisions of one step of undo share it. */
  step: number;
}

/** How near a neighbour must be to attract an edge, in seconds. */
const ATTRACTS_SECS = 0.1;

export const keyOf = ({ source, clip, name, start, stop }: Proposed) =>
  `${source} ${start} ${stop} ${name} ${clip}`;

/** Gives the proposals of an answer their keys. */
export const keyed = ({ proposals }: ProposalsAnswer): Proposal[] =>
  proposals.map((proposal) => ({ ...proposal, key: keyOf(proposal) }));

/** Returns the frames that the source proposed. */
export const proposedFrames = ({ start, stop, proposedAt }: Proposal): Frames =>
  proposedAt ?? { start, stop };

/** Gives a proposal the frames of another version of it. */
export const withFrames = (proposal: Proposal, { start, stop }: Frames): Proposal =>
  start === proposal.start && stop === proposal.stop
    ? proposal
    : { ...proposal, start, stop, proposedAt: proposedFrames(proposal) };

/** Whether two proposals mean the same: frames that share at least half of their union, or nearly the same time. */
export function isSamePlace(a: Frames, b: Frames): boolean {
  if (a.start === a.stop || b.start === b.stop) return Math.abs(a.start - b.start) <= 3;
  const both = Math.min(a.stop, b.stop) - Math.max(a.start, b.start);
  const union = Math.max(a.stop, b.stop) - Math.min(a.start, b.start);
  return both > 0 && 2 * both >= union;
}

/** Whether two proposals of one clip are the same label at the same place, trimmed or not. */
const isSame = (a: Proposal, b: Proposal) =>
  a.name === b.name &&
  a.kind === b.kind &&
  (isSamePlace(a, b) || isSamePlace(proposedFrames(a), proposedFrames(b)));

/** Finds a proposal, or else another version of it. */
export const versionOf = (wanted: Proposal, among: readonly Proposal[]) =>
  among.find(({ key }) => key === wanted.key) ??
  among.find((one) => one.clip === wanted.clip && isSame(one, wanted));

/** The undecided proposals. An accepted tag also settles the tags that it excludes. */
export function undecided(
  proposals: readonly Proposal[],
  decisions: readonly Decision[],
  exclusive: readonly ExclusiveGroup[],
): Proposal[] {
  if (decisions.length === 0) return [...proposals];
  const byClip = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const own = byClip.get(decision.proposal.clip);
    if (own) own.push(decision);
    else byClip.set(decision.proposal.clip, [decision]);
  }
  const settles = ({ proposal: decided, kind }: Decision, proposal: Proposal) =>
    decided.key === proposal.key ||
    isSame(decided, proposal) ||
    (kind === "accepted" &&
      isSamePlace(decided, proposal) &&
      excludes(exclusive, decided.name, proposal.name));
  return proposals.filter(
    (proposal) => !byClip.get(proposal.clip)?.some((decision) => settles(decision, proposal)),
  );
}

/** Puts likely proposals first, each clip's possible ones after its likely ones, and the other possible ones at the end. */
export function inOrder(proposals: readonly Proposal[]): Proposal[] {
  // A key press waits for this, so it makes no list per proposal.
  const likely = new Map<string, number>();
  for (const { clip, possible } of proposals)
    if (!possible) likely.set(clip, (likely.get(clip) ?? 0) + 1);
  const after = new Map<string, Proposal[]>();
  const rest: Proposal[] = [];
  for (const one of proposals) {
    if (!one.possible) continue;
    const own = after.get(one.clip);
    if (!likely.has(one.clip)) rest.push(one);
    else if (own) own.push(one);
    else after.set(one.clip, [one]);
  }
  const placed: Proposal[] = [];
  for (const one of proposals) {
    if (one.possible) continue;
    placed.push(one);
    const left = (likely.get(one.clip) ?? 0) - 1;
    likely.set(one.clip, left);
    const own = left === 0 ? after.get(one.clip) : undefined;
    if (own) placed.push(...own);
  }
  placed.push(...rest);
  return placed;
}

/**
 * The proposals that may become current after the one at a place, in this order: the later ones of its clip, the sure ones that it was
 * left with earlier, and the later ones of other clips. The queue stays on a clip only while sure ones are left in it.
 */
export function nextOf(queue: readonly Proposal[], index: number): Proposal[] {
  const later = queue.slice(Math.max(index, 0));
  const clip = queue[index]?.clip;
  const passed = queue
    .slice(0, Math.max(index, 0))
    .filter((one) => one.clip === clip && !one.possible);
  if (passed.length === 0) return later;
  const here = (one: Proposal) => one.clip === clip;
  return [...later.filter(here), ...passed, ...later.filter((one) => !here(one))];
}

/** Whether a name is a tag or below it; every name is below the empty one. */
export const isAtOrBelow = (name: string, tag: string) =>
  tag === "" || name === tag || name.startsWith(`${tag}.`);

/** What accepting needs to know about the library. */
export interface Acceptance {
  rowOf(clip: string): ClipRow | undefined;
  /** Whether sidecars keep the source and the score of accepted spans. */
  keepsProvenance(): boolean;
}

/** The operations that accept a proposal of a clip under the name of a label. The source did not propose another name. */
export function accepting(
  { kind, clip, start, stop, begins, name: proposed, source, score }: Proposal,
  name: string,
  { rowOf, keepsProvenance }: Acceptance,
): Operation[] {
  if (kind === "event") return [{ kind: "addEvent", event: name, time: start }];
  const frames = { tag: name, start, stop };
  const add: Operation[] = [{ kind: "addSpan", ...frames }];
  if (keepsProvenance() && name === proposed)
    add.push({ kind: "setProvenance", ...frames, source, score });
  const row = rowOf(clip);
  const isBegun = row?.signed?.state === "inProgress";
  if (!begins || isBegun || isFinished(row?.state ?? "untouched")) return add;
  // Frames without a span would otherwise count as labelled.
  const state = { by: null, on: null, ...row?.signed, state: "inProgress" as const };
  return [...add, { kind: "setState", state }];
}

/** The edits that accept proposals, one for each clip. */
export function acceptingAll(proposals: readonly Proposal[], library: Acceptance): ClipEdit[] {
  const byClip = new Map<string, Operation[]>();
  for (const proposal of proposals) {
    const own = byClip.get(proposal.clip);
    const isBegun = own?.some(({ kind }) => kind === "setState") ?? false;
    const all = accepting(proposal, proposal.name, library);
    const operations = all.filter(({ kind }) => !isBegun || kind !== "setState");
    if (own) own.push(...operations);
    else byClip.set(proposal.clip, operations);
  }
  return [...byClip].map(([clip, operations]) => ({ clip, operations }));
}

/** Moves an edge to a frame, or to the labelled neighbour of the same group within 0.1 s. At least a frame remains. */
export function trimmed(
  proposal: Proposal,
  side: "start" | "stop",
  frame: number,
  neighbours: { spans: readonly Span[]; exclusive: readonly ExclusiveGroup[]; perSec: number },
): Proposal {
  const { spans, exclusive, perSec } = neighbours;
  const isNeighbour = ({ tag }: Span) =>
    tag === proposal.name || excludes(exclusive, tag, proposal.name);
  const edges = spans
    .filter(isNeighbour)
    .map(({ start, stop }) => (side === "start" ? stop : start));
  const near = edges
    .filter((edge) => Math.abs(edge - frame) <= ATTRACTS_SECS * perSec)
    .sort((a, b) => Math.abs(a - frame) - Math.abs(b - frame))[0];
  return moved(proposal, side, near ?? frame);
}

/** Moves an edge to a frame. At least a frame remains. */
export function moved(proposal: Proposal, side: "start" | "stop", frame: number): Proposal {
  const { start, stop } = proposal;
  return withFrames(
    proposal,
    side === "start"
      ? { start: Math.max(Math.min(frame, stop - 1), 0), stop }
      : { start, stop: Math.max(frame, start + 1) },
  );
}

/**
 * Returns a proposal with moved edges, and then the proposals that must follow them, with their new frames: those of its clip that
 * its tag excludes and that ended where it began, or began where it ended. The edges stop where only a frame of each remains.
 */
export function following(
  before: Proposal,
  after: Proposal,
  others: readonly Proposal[],
  exclusive: readonly ExclusiveGroup[],
): [Proposal, ...Proposal[]] {
  const group = others.filter(
    ({ clip, kind, key, name }) =>
      clip === before.clip &&
      kind === "tag" &&
      before.kind === "tag" &&
      key !== before.key &&
      excludes(exclusive, before.name, name),
  );
  const earlier =
    after.start === before.start ? [] : group.filter(({ stop }) => stop === before.start);
  const later =
    after.stop === before.stop ? [] : group.filter(({ start }) => start === before.stop);
  const start = Math.max(after.start, ...earlier.map((one) => one.start + 1));
  const stop = Math.min(after.stop, ...later.map((one) => one.stop - 1));
  return [
    withFrames(after, { start, stop }),
    ...earlier.map((one) => moved(one, "stop", start)),
    ...later.map((one) => moved(one, "start", stop)),
  ];
}

/** The edit that accepts proposals of a clip and marks the clip done. */
export function finishing(
  clip: string,
  proposals: readonly Proposal[],
  library: Acceptance,
  done: SignedState,
): Operation[] {
  const operations = proposals.flatMap((one) => accepting(one, one.name, library));
  const added = operations.filter(({ kind }) => kind !== "setState");
  const isReviewed = library.rowOf(clip)?.state === "reviewed";
  return isReviewed ? added : [...added, { kind: "setState", state: done }];
}
