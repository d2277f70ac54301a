import type { ClipLabels } from "../api/types";
import { isSameSpan } from "./operations";
import type { LaneLabel } from "./timeline";

/** A selected span or event, by value. */
export type Selected =
  | { kind: "span"; tag: string; start: number; stop: number }
  | { kind: "event"; event: string; time: number };

/** Returns the selected items that the labels contain, or `selection` itself if they contain all of them. */
export function present(
  labels: ClipLabels | undefined,
  selection: readonly Selected[],
): readonly Selected[] {
  const isThere = (one: Selected) =>
    one.kind === "span"
      ? labels?.spans.some((span) => isSameSpan(span, one))
      : labels?.events.some((moment) => moment.event === one.event && moment.time === one.time);
  return selection.every(isThere) ? selection : selection.filter(isThere);
}

/**
 * Returns the labels to select after an undo or redo: those that it restored in the active lane. If it restored none
 * there but removed some labels, returns the restored labels that cover the same frames as a removed label. If it
 * removed none, returns all restored labels if they share one lane, else none.
 */
export function broughtBack(
  before: ClipLabels,
  after: ClipLabels,
  lane: LaneLabel | undefined,
): readonly Selected[] {
  const come = missing(after, before);
  const own = come.filter((one) => lane !== undefined && isIn(one, lane));
  if (own.length > 0) return own;
  const gone = missing(before, after);
  if (gone.length > 0) return come.filter((one) => gone.some((other) => isOverSame(one, other)));
  return new Set(come.map(nameOf)).size === 1 ? come : [];
}

/** Returns the labels of a clip that are missing from `others`. */
function missing({ spans, events }: ClipLabels, others: ClipLabels): readonly Selected[] {
  const all: Selected[] = [
    ...spans.map(({ tag, start, stop }) => ({ kind: "span" as const, tag, start, stop })),
    ...events.map(({ event, time }) => ({ kind: "event" as const, event, time })),
  ];
  const there = new Set(present(others, all));
  return all.filter((one) => !there.has(one));
}

const nameOf = (one: Selected) => (one.kind === "span" ? `tag ${one.tag}` : `event ${one.event}`);

const isIn = (one: Selected, { kind, name }: LaneLabel) =>
  one.kind === "span" ? kind === "tag" && one.tag === name : kind === "event" && one.event === name;

const isOverSame = (a: Selected, b: Selected) =>
  a.kind === "span"
    ? b.kind === "span" && a.start === b.start && a.stop === b.stop
    : b.kind === "event" && a.time === b.time;
