import type { ClipLabels, ClipRow, SignedState, WorkState } from "../api/types";
import { countText } from "../ui/counts";

/** The states of the work on a clip, from least to most complete, with their texts. */
export const STATES: readonly { id: WorkState; title: string; help: string }[] = [
  { id: "untouched", title: "Untouched", help: "No labels yet" },
  { id: "inProgress", title: "In progress", help: "Labelling has started" },
  { id: "done", title: "Done", help: "All labels are there" },
  { id: "reviewed", title: "Reviewed", help: "The labels were reviewed" },
];

export const stateTitle = (state: WorkState) =>
  STATES.find(({ id }) => id === state)?.title ?? state;

/** Returns the rank of a state; 0 is the least complete. */
export const stateRank = (state: WorkState) => STATES.findIndex(({ id }) => id === state);

/** Returns whether all labels of the clip are there. */
export const isFinished = (state: WorkState) => state === "done" || state === "reviewed";

/** Whether a stored state only assigns its clip to a person; the state of the work then follows from the labels. */
const onlyAssigns = ({ state, by, on, assignee }: SignedState) =>
  state === "untouched" && by === null && on === null && assignee !== undefined;

/**
 * Returns the state of the work on a clip. This is the state that a user set; without one, `inProgress` if the clip has
 * a note, an event, or a span that no rule placed, else `untouched`.
 */
export function stateOf(
  labels: Pick<ClipLabels, "state" | "spans" | "events" | "refused" | "notes">,
): WorkState {
  if (labels.state && !onlyAssigns(labels.state)) return labels.state.state;
  const { spans, events, refused, notes } = labels;
  const isBegun =
    spans.some(({ byRule }) => !byRule) || events.length + refused.length + notes.length > 0;
  return isBegun ? "inProgress" : "untouched";
}

/** Describes a state with its author, its date and the person assigned next. */
export function signedText({ state, by, on, assignee }: SignedState): string {
  const who = by === null ? "" : ` by ${by}`;
  const next = assignee === undefined ? "" : `, next: ${assignee}`;
  return `${stateTitle(state)}${who}${on === null ? "" : ` on ${on}`}${next}`;
}

/**
 * Assigns the next step of a clip to a person; an empty name removes the assignment. A clip without a state gets only
 * the assignment, so its labels still determine the state of the work. `null` if neither a state nor an assignment
 * remains.
 */
export function assigned(signed: SignedState | undefined, name: string): SignedState | null {
  const { state = "untouched", by = null, on = null } = signed ?? {};
  const assignee = name.trim();
  if (assignee !== "") return { state, by, on, assignee };
  return state === "untouched" && by === null && on === null ? null : { state, by, on };
}

/** Returns a state with the name and the local date, or without both if the name is empty. */
export function signed(state: WorkState, name: string, now: Date): SignedState {
  const by = name.trim();
  if (by === "") return { state, by: null, on: null };
  const two = (number: number) => `${number}`.padStart(2, "0");
  // The local date of the user.
  const on = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return { state, by, on };
}

/** The progress of the work on a library. */
export interface Progress {
  /** The number of clips in each state; mirrored twins follow their originals and do not count. */
  counts: Record<WorkState, number>;
  clips: number;
  finished: number;
  finishedSecs: number;
  secs: number;
}

export function progressOf(rows: readonly ClipRow[]): Progress {
  const counts = { untouched: 0, inProgress: 0, done: 0, reviewed: 0 };
  const progress: Progress = { counts, clips: 0, finished: 0, finishedSecs: 0, secs: 0 };
  for (const row of rows) {
    if (row.mirrorOf !== null) continue;
    const secs = (row.frames * row.rate[1]) / row.rate[0];
    counts[row.state] += 1;
    progress.clips += 1;
    progress.secs += secs;
    if (!isFinished(row.state)) continue;
    progress.finished += 1;
    progress.finishedSecs += secs;
  }
  return progress;
}

/** The progress in words: `7 of 22 clips finished (2 reviewed), 1.5 of 3.2 minutes`. */
export function progressText({ counts, clips, finished, finishedSecs, secs }: Progress): string {
  const minutes = (secs: number) => (secs / 60).toFixed(1);
  const reviewed = counts.reviewed > 0 ? ` (${counts.reviewed} reviewed)` : "";
  return `${finished} of ${countText(clips, "clip")} finished${reviewed}, ${minutes(finishedSecs)} of ${minutes(secs)} minutes`;
}

/** Returns the name of the next or previous unfinished clip, wrapping around at the ends; `undefined` if there is none. */
export function nextUnfinished(
  rows: readonly Pick<ClipRow, "name" | "state" | "mirrorOf">[],
  from: string | undefined,
  by: 1 | -1,
): string | undefined {
  const at = rows.findIndex(({ name }) => name === from);
  const start = at < 0 && by < 0 ? 0 : at;
  for (let step = 1; step <= rows.length; step += 1) {
    const row = rows[(((start + by * step) % rows.length) + rows.length) % rows.length];
    if (row && row.name !== from && row.mirrorOf === null && !isFinished(row.state))
      return row.name;
  }
  return undefined;
}
