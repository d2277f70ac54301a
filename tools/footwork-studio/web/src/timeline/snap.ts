import type { Selected } from "../state/studio";

/** The places to which edges snap, in frames, sorted and unique. */
export function snapPlaces(places: Iterable<number>): number[] {
  return [...new Set([...places].map((place) => Math.round(place)))].sort((a, b) => a - b);
}

/**
 * Returns the frames of the selection that may snap when it moves as a whole. Spans move by whole frames, so
 * an event between two frames that moves with a span can never land on a frame.
 */
export function movedEdges(selection: readonly Selected[]): number[] {
  const edges = selection.flatMap((one) =>
    one.kind === "span" ? [one.start, one.stop] : [one.time],
  );
  const hasSpans = selection.some(({ kind }) => kind === "span");
  return hasSpans ? edges.filter(Number.isInteger) : edges;
}

/** The place nearest to a frame, if one is near enough. */
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
  /** The frame that the drag has snapped to. */
  at: number | undefined;
}

/**
 * Returns a move of edges by about this many frames. If a place is near one of the edges, the move snaps that edge to it;
 * otherwise the move is by whole frames.
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
