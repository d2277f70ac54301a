import type { ClipRow } from "../api/types";

/** The whole queue, or only the clips for one reviewer: those assigned to them, and unassigned ones of others. */
export type QueueOf = "all" | "mine";

/**
 * Returns the clips that wait for a review: done ones. First those assigned to the reviewer, then those with the most
 * open differences from a second labeller, then in the order of the list.
 */
export function reviewQueue(
  rows: readonly ClipRow[],
  { of, name, differences }: { of: QueueOf; name: string; differences(clip: string): number },
): readonly ClipRow[] {
  const me = name.trim();
  const isMine = ({ signed }: ClipRow) => me !== "" && signed?.assignee === me;
  const isForMe = (row: ClipRow) =>
    isMine(row) || (row.signed?.assignee === undefined && (me === "" || row.signed?.by !== me));
  const rank = (row: ClipRow) => (isMine(row) ? 1 : 0);
  return rows
    .filter((row) => row.state === "done" && row.mirrorOf === null)
    .filter((row) => of === "all" || isForMe(row))
    .sort((a, b) => rank(b) - rank(a) || differences(b.name) - differences(a.name));
}

/** The names that sign states or have clips assigned, sorted. */
export function peopleOf(rows: readonly ClipRow[]): string[] {
  const names = rows.flatMap(({ signed }) => [signed?.by, signed?.assignee]);
  return [...new Set(names.filter((name) => typeof name === "string"))].sort();
}
