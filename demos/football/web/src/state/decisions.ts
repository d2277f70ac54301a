import type { LogEntry } from "../stream/messages";

/** How many decisions the log keeps. */
const LENGTH = 60;

/** A decision with a number of its own. */
export type Decision = LogEntry & { serial: number };

/**
 * The log after one more decision. Of reasons to stay, which change from moment to moment, only the last is kept, so that they do
 * not push the switches out.
 */
export function withDecision(log: readonly Decision[], added: Decision): Decision[] {
  const last = log.findLastIndex((entry) => entry.human === added.human);
  const isMoreOfIt = !added.isSwitch && log[last]?.isSwitch === false;
  const kept = isMoreOfIt ? log.toSpliced(last, 1) : log;
  return [...kept, added].slice(-LENGTH);
}

/** The log as it was at a time of the match: what a rewind leaves. */
export const upTo = (log: readonly Decision[], secs: number): Decision[] =>
  log.filter((entry) => entry.at <= secs);
