/** A clip and its matches. */
export interface MatchingClip {
  name: string;
  ranges: readonly (readonly [number, number])[];
}

/** One match of the query. */
export interface MatchPlace {
  name: string;
  start: number;
  stop: number;
  /** The index of the match among all matches. */
  place: number;
}

/** Returns the number of matches in all clips. */
export const countMatches = (clips: readonly MatchingClip[]) =>
  clips.reduce((count, { ranges }) => count + ranges.length, 0);

/**
 * Returns the next (1) or previous (-1) match from a frame of a clip, wrapping around at the ends. `order` returns the
 * place of a clip in the list of all clips, and `clips` are sorted by it.
 */
export function stepMatch(
  clips: readonly MatchingClip[],
  at: { name: string | undefined; frame: number },
  by: 1 | -1,
  order: (name: string) => number,
): MatchPlace | undefined {
  const all: MatchPlace[] = [];
  for (const { name, ranges } of clips)
    for (const [start, stop] of ranges) all.push({ name, start, stop, place: all.length });
  const here = at.name === undefined ? -1 : order(at.name);
  const side = (match: MatchPlace) => order(match.name) - here || match.start - at.frame;
  return by > 0
    ? (all.find((match) => side(match) > 0) ?? all[0])
    : (all.findLast((match) => side(match) < 0) ?? all.at(-1));
}

/** Returns the index of the match that contains the frame. */
export function matchAt(
  clips: readonly MatchingClip[],
  at: { name: string | undefined; frame: number },
): number | undefined {
  let place = 0;
  for (const { name, ranges } of clips) {
    if (name !== at.name) {
      place += ranges.length;
      continue;
    }
    const within = ranges.findIndex(([start, stop]) => start <= at.frame && at.frame < stop);
    return within < 0 ? undefined : place + within;
  }
  return undefined;
}
