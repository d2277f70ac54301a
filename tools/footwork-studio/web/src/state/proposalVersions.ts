import { type Proposal, versionOf, withFrames } from "./proposalQueue";

/** The proposals of a source, and the proposals with changed frames by key. */
export interface Versions {
  proposals: readonly Proposal[];
  edges: ReadonlyMap<string, Proposal>;
  /** The key of the current proposal. */
  currentKey: string | undefined;
}

/**
 * Replaces the proposals of a source by those of a new answer. Trimmed proposals and the current one keep their frames.
 * A current proposal that is not proposed again keeps its place in the list.
 */
export function replaced(
  { proposals, edges, currentKey }: Versions,
  answered: readonly Proposal[],
  current: Proposal | undefined,
): Versions {
  const old = new Map(proposals.map((one) => [one.key, one]));
  const kept = new Map([...edges].filter(([key]) => !old.has(key)));
  const keep = (before: Proposal, now: Proposal) => {
    const framed = withFrames(now, before);
    if (framed === now) kept.delete(now.key);
    else kept.set(now.key, framed);
  };
  for (const [key, trimmed] of edges) {
    const now = old.has(key) && key !== current?.key && versionOf(trimmed, answered);
    if (now) keep(trimmed, now);
  }
  const proposed = current && old.get(current.key);
  if (!current || !proposed) return { proposals: answered, edges: kept, currentKey };
  const now = versionOf(current, answered);
  keep(current, now ?? proposed);
  if (now) return { proposals: answered, edges: kept, currentKey: now.key };
  return {
    proposals: answered.toSpliced(proposals.indexOf(proposed), 0, proposed),
    edges: kept,
    currentKey,
  };
}
