import type { ClipLabels } from "../api/types";
import { isSameSpan } from "./operations";

/** A selected span or event, by value. */
export type Selected =
  | { kind: "span"; tag: string; start: number; stop: number }
  | { kind: "event"; event: string; time: number };

/** The part of a selection that the labels contain; the selection itself if they contain all of it. */
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
