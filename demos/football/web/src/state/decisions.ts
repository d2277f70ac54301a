import type { LogEntry } from "../worker/messages";

/** The maximum number of decisions in the log. */
const LENGTH = 60;

/** A decision with a unique number. */
export type Decision = LogEntry & { serial: number };

/**
 * Returns the log with one more decision. Reasons to keep control change rapidly, so only the latest of a series is
 * kept; otherwise they would push the switches out.
 */
export function withDecision(log: readonly Decision[], added: Decision): Decision[] {
  const last = log.findLastIndex((entry) => entry.human === added.human);
  const isMoreOfIt = !added.isSwitch && log[last]?.isSwitch === false;
  const kept = isMoreOfIt ? log.toSpliced(last, 1) : log;
  return [...kept, added].slice(-LENGTH);
}

/** Returns the log as it was at a time of the match, for a rewind. */
export const upTo = (log: readonly Decision[], secs: number): Decision[] =>
  log.filter((entry) => entry.at <= secs);
