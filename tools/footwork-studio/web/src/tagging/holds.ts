import { frameOf, type Place, type Range } from "../state/clock";

/** A tag that is being painted. */
export interface Hold {
  tag: string;
  /** The frames painted in earlier legs. */
  done: readonly Range[];
  /** The start of the current leg. */
  from: Place;
  /** The last known position of the clock. */
  last: Place;
  /** The range of playback at the start of the current leg: the loop, or the whole clip. */
  round: Range;
  isPlaying: boolean;
}

/** All tags that are being painted, in the order in which they began. */
export type Holds = readonly Hold[];

/** The state of the clock. */
export interface Now {
  place: Place;
  round: Range;
  isPlaying: boolean;
}

/** Starts painting a tag. Does nothing if the tag is being painted already. */
export function press(holds: Holds, tag: string, now: Now): Holds {
  if (holds.some((hold) => hold.tag === tag)) return holds;
  const { place, round, isPlaying } = now;
  return [...holds, { tag, done: [], from: place, last: place, round, isPlaying }];
}

/** Advances all holds to the current position of the clock. */
export function travel(holds: Holds, now: Now): Holds {
  return holds.map((hold) => go(hold, now));
}

/** Stops painting a tag. Returns the remaining holds, and the frames that the tag covers. */
export function release(
  holds: Holds,
  tag: string,
  now: Now,
): { holds: Holds; ranges: readonly Range[] } {
  const hold = holds.find((hold) => hold.tag === tag);
  if (!hold) return { holds, ranges: [] };
  return { holds: holds.filter((other) => other !== hold), ranges: rangesOf(go(hold, now)) };
}

function go(hold: Hold, { place, round, isPlaying }: Now): Hold {
  if (place.leg === hold.last.leg) return { ...hold, last: place };
  // The leg is over: keep its frames, up to the start of the next leg unless the clock jumped. A hold that had passed
  // no frame before a jump starts only after the jump.
  const jumps = place.piece !== hold.last.piece;
  const swept = jumps && isStill(hold) ? [] : sweep(hold);
  const between = jumps ? [] : sweep({ ...hold, from: hold.last, last: place });
  return {
    ...hold,
    done: [...hold.done, ...swept, ...between],
    from: place,
    last: place,
    round,
    isPlaying,
  };
}

/** Returns the frames of a hold so far, sorted and disjoint. There is at least one. */
export function rangesOf(hold: Hold): readonly Range[] {
  const ranges = union([...hold.done, ...sweep(hold)]);
  return ranges.length > 0 ? ranges : [shown(hold.from, hold.from)];
}

/** Returns the frames of the current leg. It never passes the end of a round, at which playback wraps around. */
function sweep({ from, last, round, isPlaying }: Hold): Range[] {
  if (!isPlaying) return [shown(from, last)];
  const to = last.lap > from.lap ? round.stop : last.lap < from.lap ? round.start : last.time;
  const [low, high] = to < from.time ? [to, from.time] : [from.time, to];
  return [{ start: frameOf(low), stop: frameOf(high) }];
}

/** Returns whether playback has wrapped around since the current leg began, which ends the hold. */
export const hasWrapped = ({ from, last }: Hold) => last.lap !== from.lap;

/** Returns whether a hold has passed no frame: the key was pressed while paused, and the playhead has not moved. */
export const isStill = ({ done, from, last, isPlaying }: Hold) =>
  !isPlaying && done.length === 0 && frameOf(from.time) === frameOf(last.time);

/** Returns the frames from one position to another, both included. */
function shown(a: Place, b: Place): Range {
  const frames = [frameOf(a.time), frameOf(b.time)];
  return { start: Math.min(...frames), stop: Math.max(...frames) + 1 };
}

/** Sorts ranges, merges ranges that overlap or touch, and drops empty ranges. */
export function union(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  const inOrder = ranges
    .filter(({ start, stop }) => start < stop)
    .sort((a, b) => a.start - b.start);
  for (const { start, stop } of inOrder) {
    const last = all.at(-1);
    if (last && start <= last.stop) last.stop = Math.max(last.stop, stop);
    else all.push({ start, stop });
  }
  return all;
}
