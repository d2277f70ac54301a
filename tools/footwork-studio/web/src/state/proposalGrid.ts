import { createMemo, createSignal } from "solid-js";
import type { Proposal } from "./proposalQueue";

/** The number of proposals that loop side by side. */
export const GRID_SIZE = 6;

/** The parts of the queue that the grid needs. */
export interface GridHost {
  queue(): readonly Proposal[];
  /** The place of the current proposal in the queue, or -1. */
  index(): number;
}

/** Proposals that loop side by side: pages of six. A page stays until all of it is decided, or another proposal is current. */
export function createProposalGrid({ queue, index }: GridHost) {
  const [isOpen, setIsOpen] = createSignal(false);
  const byKey = createMemo(() =>
    isOpen() ? new Map(queue().map((one) => [one.key, one])) : undefined,
  );
  const keys = createMemo<readonly string[]>((before) => {
    const all = byKey();
    if (!all) return [];
    const current = queue()[index()];
    const isDecided = !before.some((key) => all.has(key));
    if (!isDecided && (!current || before.includes(current.key))) return before;
    const from = Math.max(index(), 0);
    return queue()
      .slice(from, from + GRID_SIZE)
      .map(({ key }) => key);
  }, []);
  return {
    isOpen,
    setIsOpen,
    /** The keys of the proposals of the page, decided or not. */
    keys,
    /** The proposals of the page; `undefined` for a decided one. */
    page: createMemo(() => keys().map((key) => byKey()?.get(key))),
  };
}
