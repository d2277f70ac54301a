import type { Explanation } from "../api/types";

/** The largest number of frames that any part of a query matches. */
export function widest(part: Explanation): number {
  return Math.max(part.frames, ...part.children.map(widest));
}
