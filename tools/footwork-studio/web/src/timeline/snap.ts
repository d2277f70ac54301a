import type { Selected } from "../state/studio";

/** Returns the places to which edges snap, in frames, sorted and unique. */
export function snapPlaces(places: Iterable<number>): number[] {
  return [...new Set([...places].map((place) => Math.round(place)))].sort((a, b) => a - b);
}

/**
 * Returns the edges and events of the selection that may snap when it moves as a whole. If the selection has a span, it
 * moves by whole frames. An event between two frames then never lands on a frame, so it is left out.
 */
export function movedEdges(selection: readonly Selected[]): number[] {
  const edges = selection.flatMap((one) =>
    one.kind === "span" ? [one.start, one.stop] : [one.time],
  );
  const hasSpans = selection.some(({ kind }) => kind === "span");
  return hasSpans ? edges.filter(Number.isInteger) : edges;
}

/** Returns the place nearest to a frame, if it is within reach. */
export function nearest(
  places: readonly number[],
  frame: number,
  reach: number,
): number | undefined {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < frame) low = middle + 1;
    else high = middle;
  }
  const near = [places[low - 1], places[low]].filter((place) => place !== undefined);
  const best = near.sort((a, b) => Math.abs(a - frame) - Math.abs(b - frame))[0];
  return best !== undefined && Math.abs(best - frame) <= reach ? best : undefined;
}

export interface Snapped {
  /** The number of whole frames to move. */
  by: number;
  /** The place that the drag has snapped to, if any. */
  at: number | undefined;
}

/**
 * Returns the move of edges nearest to a number of frames. If one of the edges comes within reach of a place, the move
 * snaps that edge to the place. Otherwise the move is a whole number of frames.
 */
export function snapMove(
  edges: readonly number[],
  by: number,
  places: readonly number[],
  reach: number,
): Snapped {
  let best: Snapped = { by: Math.round(by), at: undefined };
  let least = Number.POSITIVE_INFINITY;
  for (const edge of edges) {
    const at = nearest(places, edge + by, reach);
    const far = at === undefined ? least : Math.abs(at - edge - by);
    if (at !== undefined && far < least) {
      best = { by: at - edge, at };
      least = far;
    }
  }
  return best;
}
