import type { ClipLabels } from "../api/types";
import { snapPlaces } from "./snap";

/**
 * Returns the places where a label or match starts or ends: edges of spans and matches, events, and the ends of the
 * clip, in frames.
 */
export function edgePlaces(
  labels: ClipLabels,
  matches: readonly (readonly [number, number])[] = [],
): number[] {
  return snapPlaces([
    0,
    labels.frames,
    ...labels.spans.flatMap(({ start, stop }) => [start, stop]),
    ...labels.events.map(({ time }) => time),
    ...matches.flat(),
  ]);
}

/**
 * Returns the frame midway between the places before and after `frame`. If `frame` is a place itself, the middle is
 * between it and the next place. `undefined` if `frame` is that middle already.
 */
export function middleAround(places: readonly number[], frame: number): number | undefined {
  const from = places.findLast((place) => place <= frame);
  const to = places.find((place) => place > frame);
  if (from === undefined || to === undefined) return undefined;
  const middle = Math.floor((from + to) / 2);
  return middle === frame ? undefined : middle;
}

/** Returns the next (1) or previous (-1) place after or before `frame`. */
export const nextPlace = (places: readonly number[], frame: number, direction: 1 | -1) =>
  direction > 0 ? places.find((place) => place > frame) : places.findLast((place) => place < frame);
