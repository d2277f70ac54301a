import type { ClipLabels } from "../api/types";
import { isSameSpan } from "./operations";

/** A span or an event that is selected, by what it is. */
export type Selected =
  | { kind: "span"; tag: string; start: number; stop: number }
  | { kind: "event"; event: string; time: number };

/** What of a selection the labels hold; the selection itself where they hold all of it. */
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
