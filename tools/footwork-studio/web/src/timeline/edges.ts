import type { ClipLabels } from "../api/types";
import { snapPlaces } from "./snap";

/** The frames at which something starts or ends: edges of spans and matches, events, and the ends of the clip. */
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
 * Returns the frame in the middle between the places before and after a frame. On a place, it is the middle between that
 * place and the next; `undefined` if that is where the frame is.
 */
export function middleAround(places: readonly number[], frame: number): number | undefined {
  const from = places.findLast((place) => place <= frame);
  const to = places.find((place) => place > frame);
  if (from === undefined || to === undefined) return undefined;
  const middle = Math.floor((from + to) / 2);
  return middle === frame ? undefined : middle;
}

/** The next or previous place from a frame. */
export const nextPlace = (places: readonly number[], frame: number, direction: 1 | -1) =>
  direction > 0 ? places.find((place) => place > frame) : places.findLast((place) => place < frame);
