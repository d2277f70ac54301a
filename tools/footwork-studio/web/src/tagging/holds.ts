import { frameOf, type Place, type Range } from "../state/clock";

/** A tag that is being given. */
export interface Hold {
  tag: string;
  /** What it has already, apart from the leg that is under way. */
  done: readonly Range[];
  /** Where the leg that is under way began. */
  from: Place;
  /** Where it was seen last. */
  last: Place;
  /** The frames that playing goes round, as the leg began. */
  round: Range;
  isPlaying: boolean;
}

/** All tags that are being given, in the order in which they began. */
export type Holds = readonly Hold[];

/** How the clock stands. */
export interface Now {
  place: Place;
  round: Range;
  isPlaying: boolean;
}

/** Begins to give a tag; one that is given already stays as it is. */
export function press(holds: Holds, tag: string, now: Now): Holds {
  if (holds.some((hold) => hold.tag === tag)) return holds;
  const { place, round, isPlaying } = now;
  return [...holds, { tag, done: [], from: place, last: place, round, isPlaying }];
}

/** Goes on to where the clock is now. */
export function travel(holds: Holds, now: Now): Holds {
  return holds.map((hold) => go(hold, now));
}

/** Stops giving a tag, and says which frames got it. */
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
  if (isPlaying === hold.isPlaying && place.leg === hold.last.leg) return { ...hold, last: place };
  // The leg is over: what it swept is kept. Scrubbing sweeps what lies between as well, playing
  // from elsewhere does not.
  const swept = sweep(hold);
  const between = isPlaying || hold.isPlaying ? [] : [shown(hold.last, place)];
  return {
    ...hold,
    done: [...hold.done, ...swept, ...between],
    from: place,
    last: place,
    round,
    isPlaying,
  };
}

/** The frames that a hold has so far, in order and apart; one at least. */
export function rangesOf(hold: Hold): readonly Range[] {
  const ranges = union([...hold.done, ...sweep(hold)]);
  return ranges.length > 0 ? ranges : [shown(hold.from, hold.from)];
}

/** What the leg that is under way has swept. */
function sweep({ from, last, round, isPlaying }: Hold): Range[] {
  if (!isPlaying) return [shown(from, last)];
  const length = round.stop - round.start;
  const distance = (last.lap - from.lap) * length + last.time - from.time;
  if (Math.abs(distance) >= length) return [round];
  const [low, high] = distance < 0 ? [last, from] : [from, last];
  // Across the end of the round there are two pieces: up to it, and from its start on.
  const pieces =
    high.lap > low.lap
      ? [
          [low.time, round.stop],
          [round.start, high.time],
        ]
      : [[low.time, high.time]];
  return pieces.map(([start = 0, stop = 0]) => ({ start: frameOf(start), stop: frameOf(stop) }));
}

/** All frames that were shown between two places, both among them. */
function shown(a: Place, b: Place): Range {
  const frames = [frameOf(a.time), frameOf(b.time)];
  return { start: Math.min(...frames), stop: Math.max(...frames) + 1 };
}

/** Ranges in order, with those that overlap or touch made one, and without empty ones. */
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
