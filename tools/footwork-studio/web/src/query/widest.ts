import type { Explanation } from "../api/types";

/** The most frames that any part of a query finds. */
export function widest(part: Explanation): number {
  return Math.max(part.frames, ...part.children.map(widest));
}
