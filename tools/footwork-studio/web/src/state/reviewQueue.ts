import type { ClipRow } from "../api/types";

/**
 * The whole queue, or only the clips for one reviewer: those assigned to the reviewer, and unassigned clips that others
 * labelled.
 */
export type QueueOf = "all" | "mine";

/**
 * Returns the clips that wait for a review, which are the done ones. Clips assigned to the reviewer come first, then
 * those with more open differences from a second labeller. Ties keep the order of the list.
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

/** Returns the sorted names of people who signed a state or have a clip assigned. */
export function peopleOf(rows: readonly ClipRow[]): string[] {
  const names = rows.flatMap(({ signed }) => [signed?.by, signed?.assignee]);
  return [...new Set(names.filter((name) => typeof name === "string"))].sort();
}
