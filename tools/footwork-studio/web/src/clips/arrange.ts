import type { ClipRow } from "../api/types";
import { byName } from "../state/operations";
import type { ClipColumn } from "../state/preferences";
import { stateRank } from "../state/workState";

/** The filter and the order of the list of clips. */
export interface Arrangement {
  /** Words that a clip's name must all contain, in any order; case does not matter. */
  filter: string;
  /** Whether to show only clips with a match of the query. */
  onlyMatches: boolean;
  column: ClipColumn;
  isDescending: boolean;
  /** The number of frames that the query found in a clip. */
  matched(name: string): number;
}

/** Returns the clips to show, sorted. Ties in the sorted column are ordered by name. */
export function arrange(rows: readonly ClipRow[], how: Arrangement): readonly ClipRow[] {
  const words = how.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = rows.filter((row) => {
    if (how.onlyMatches && how.matched(row.name) === 0) return false;
    if (words.length === 0) return true;
    const name = row.name.toLowerCase();
    return words.every((word) => name.includes(word));
  });
  const sign = how.isDescending ? -1 : 1;
  if (how.column === "name") return shown.sort((a, b) => sign * byName(a.name, b.name));
  const values = new Map(shown.map((row) => [row, valueOf(row, how.column, how.matched)]));
  const value = (row: ClipRow) => values.get(row) ?? 0;
  return shown.sort((a, b) => sign * (value(a) - value(b)) || byName(a.name, b.name));
}

function valueOf(row: ClipRow, column: ClipColumn, matched: Arrangement["matched"]): number {
  switch (column) {
    case "name":
      return 0;
    case "state":
      return stateRank(row.state);
    case "length":
      return secsOf(row);
    case "tags":
      return row.tags.length;
    case "events":
      return row.events;
    case "matches":
      return matched(row.name);
    case "warnings":
      return row.warnings + (row.stale ? 1 : 0);
  }
}

/** Returns the duration of a clip, in seconds. */
export const secsOf = (row: ClipRow) => (row.frames * row.rate[1]) / row.rate[0];

/** Returns the total number of frames in ranges. */
export const framesIn = (ranges: readonly (readonly [number, number])[]) =>
  ranges.reduce((sum, [start, stop]) => sum + stop - start, 0);

/** Splits a name into its folder and the rest. The rest is split again, so that its end stays visible. */
export function splitName(name: string): { folder: string; head: string; tail: string } {
  const slash = name.lastIndexOf("/");
  const base = name.slice(slash + 1);
  const cut = Math.max(base.length - 9, Math.ceil(base.length / 2));
  return { folder: name.slice(0, slash + 1), head: base.slice(0, cut), tail: base.slice(cut) };
}
