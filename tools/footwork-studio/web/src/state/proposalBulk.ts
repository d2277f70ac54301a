import { createMemo, createSignal } from "solid-js";
import type { ExclusiveGroup, ProposalsAnswer, Source, Span } from "../api/types";
import { excludes } from "./exclusive";
import type { Notices } from "./notices";
import { erase } from "./operations";
import { isSamePlace, type Proposal } from "./proposalQueue";

/** The least score of proposals accepted together, until the source has a measured one. */
const CAUTIOUS = 0.95;

/** The proposals that can be accepted together, with at least a score. */
export const inBulk = (proposals: readonly Proposal[], least: number) =>
  proposals.filter(({ bulk, possible, score }) => bulk && !possible && score >= least);

/** Removes all but the best of overlapping proposals with the same name or with tags that exclude each other. */
export function bestOf(
  proposals: readonly Proposal[],
  exclusive: readonly ExclusiveGroup[],
): Proposal[] {
  const byClip = new Map<string, Proposal[]>();
  for (const one of proposals) {
    const own = byClip.get(one.clip);
    if (own) own.push(one);
    else byClip.set(one.clip, [one]);
  }
  const best = new Set<Proposal>();
  for (const all of byClip.values()) {
    const own: Proposal[] = [];
    for (const one of all.sort((a, b) => b.score - a.score))
      if (!own.some((better) => rules(better, one, exclusive))) own.push(one);
    for (const one of own) best.add(one);
  }
  return proposals.filter((one) => best.has(one));
}

/** Whether a better proposal of the same clip rules another one out. */
function rules(better: Proposal, one: Proposal, exclusive: readonly ExclusiveGroup[]): boolean {
  if (better.kind !== one.kind) return false;
  if (one.kind === "event") return better.name === one.name && isSamePlace(better, one);
  if (better.start >= one.stop || one.start >= better.stop) return false;
  return better.name === one.name || excludes(exclusive, better.name, one.name);
}

/**
 * Cuts labelled spans of exclusive tags out of proposals, so that accepting the pieces changes no label. Proposals of rules may still
 * replace spans that rules placed. A proposal without remaining frames has no piece.
 */
export const outsideLabels = (
  proposals: readonly Proposal[],
  spansOf: (clip: string) => readonly Span[],
  exclusive: readonly ExclusiveGroup[],
): Proposal[] =>
  proposals.flatMap((proposal) => {
    const { clip, kind, name, source } = proposal;
    if (kind === "event") return [proposal];
    const isKept = ({ tag, byRule }: Span) =>
      excludes(exclusive, tag, name) && !(byRule && source === "rules");
    return spansOf(clip)
      .filter(isKept)
      .reduce((pieces, span) => erase(pieces, span, () => true), [proposal]);
  });

/** The parts of the queue that accepting many proposals needs. */
export interface BulkHost {
  queue(): readonly Proposal[];
  about(): ReadonlyMap<Source, ProposalsAnswer>;
  exclusive(): readonly ExclusiveGroup[];
  notices: Notices;
  /** Requests all proposals again. */
  reload(): void;
}

/** Accepting all proposals above a score, after a question. */
export function createProposalBulk({ queue, about, exclusive, notices, reload }: BulkHost) {
  const [chosenLeast, setLeast] = createSignal<number | undefined>(undefined);
  const [asked, setAsked] = createSignal<readonly Proposal[] | undefined>(undefined);
  const least = () => chosenLeast() ?? about().get("learned")?.threshold ?? CAUTIOUS;
  const bulk = createMemo(() => bestOf(inBulk(queue(), least()), exclusive()));
  /** The revisions of all changes, and of those by decisions of this page. */
  const [changes, own] = [new Set<number>(), new Set<number>()];

  /** Whether the library changed after the answers with these proposals, other than by decisions. */
  function isOutdated(proposals: readonly Proposal[]): boolean {
    const sources = new Set(proposals.map(({ source }) => source));
    const oldest = Math.min(...[...sources].map((source) => about().get(source)?.revision ?? -1));
    return [...changes].some((revision) => revision > oldest && !own.has(revision));
  }

  return {
    bulk,
    least,
    setLeast,
    /** The proposals of the open question. */
    asked,
    ask: () => setAsked(bulk()),
    cancel: () => setAsked(undefined),
    /** Closes the question; returns its proposals if they can still be accepted. */
    confirmed(): readonly Proposal[] {
      const all = asked() ?? [];
      // Closing the question shows the answers that had to wait.
      const isOver = isOutdated(all);
      setAsked(undefined);
      if (!isOver) return all;
      notices.say({
        kind: "news",
        text: "Nothing accepted: the library changed",
        detail: "The proposals are made again. Then accept them.",
      });
      reload();
      return [];
    },
    /** Notes a change of the library. */
    changed: (revision: number) => changes.add(revision),
    /** Notes that a change was a decision of this page, or its undo. */
    decided: (revision: number) => own.add(revision),
  };
}
