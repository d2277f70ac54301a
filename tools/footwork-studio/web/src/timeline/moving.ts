import type { ClipLabels, Operation } from "../api/types";
import { isSameSpan } from "../state/operations";
import type { Selected } from "../state/studio";
import {
  type Change,
  eventsOf,
  isSelected,
  place,
  removal,
  selectEvent,
  selectSpan,
  spansOf,
  subject,
} from "./edits";

/**
 * Returns the move nearest to `by` that keeps the whole selection inside the clip, in frames. If the selection has a
 * span, the move is a whole number of frames.
 */
export function clampMove(labels: ClipLabels, selection: readonly Selected[], by: number): number {
  const hasSpans = spansOf(selection).length > 0;
  // Round the available room towards zero, because an event between two frames leaves a fraction of a frame.
  const whole = (frames: number) => (hasSpans ? Math.trunc(frames) : frames);
  const least = selection.map((one) => -(one.kind === "span" ? one.start : one.time));
  const most = selection.map((one) =>
    one.kind === "span" ? labels.frames - one.stop : labels.frames - 1 - one.time,
  );
  const back = whole(Math.min(0, Math.max(...least)));
  const on = whole(Math.max(0, Math.min(...most)));
  // Adding 0 turns −0 into 0.
  return Math.min(Math.max(hasSpans ? Math.round(by) : by, back), on) + 0;
}

/**
 * Moves spans and events by a number of frames, or as far as they can move together. A label that cannot move at all,
 * such as a span of the whole clip, stays, and the other labels move.
 */
export function moveAll(labels: ClipLabels, selection: readonly Selected[], by: number): Change {
  const all = moveTogether(labels, selection, by);
  if (all.operations.length > 0) return all;
  const least = spansOf(selection).length > 0 ? 1 : 0;
  const room = (one: Selected) => Math.abs(clampMove(labels, [one], by));
  const can = selection.filter((one) => room(one) > 0 && room(one) >= least);
  return can.length === 0 || can.length === selection.length
    ? all
    : withStayed(moveTogether(labels, can, by), selection, can);
}

/**
 * Shifts all labels of a clip by a number of frames. Labels that would leave the clip stay, and so do spans that rules
 * placed.
 */
export function shiftAll(labels: ClipLabels, by: number): Change & { stayed: number } {
  const own = { ...labels, spans: labels.spans.filter(({ byRule }) => !byRule) };
  const all = [...own.spans.map(selectSpan), ...own.events.map(selectEvent)];
  const can = all.filter((one) => clampMove(own, [one], by) === by);
  const label = `shift ${can.length === 1 ? "1 label" : `${can.length} labels`} by ${by}`;
  const change = withStayed(moveTogether(own, can, by), all, can);
  return { ...change, label, stayed: all.length - can.length };
}

/** Returns a move of some labels that selects all labels, in the order of `all`: spans, then events. */
function withStayed(change: Change, all: readonly Selected[], moved: readonly Selected[]): Change {
  const now = [...change.selection];
  const inPlace = [...spansOf(all), ...eventsOf(all)].map((one) =>
    isSelected(moved, one) ? (now.shift() ?? one) : one,
  );
  return { ...change, selection: inPlace };
}

function moveTogether(labels: ClipLabels, selection: readonly Selected[], by: number): Change {
  const label = `move ${subject(selection)}`;
  const move = selection.length > 0 ? clampMove(labels, selection, by) : 0;
  if (move === 0) return { label, operations: [], selection: [...selection] };
  const spans = spansOf(selection);
  const moved = spans.map((span) => ({
    ...span,
    start: span.start + move,
    stop: span.stop + move,
  }));
  const rest = labels.spans.filter((span) => !spans.some((one) => isSameSpan(one, span)));
  const placed = moved.map((span) => place(rest, span));
  const events = eventsOf(selection);
  const stays = labels.events.filter((event) => !isSelected(events, selectEvent(event)));
  // Move the events in such an order that none lands on an event that has not moved yet.
  const inOrder = [...events].sort((a, b) => (b.time - a.time) * Math.sign(move));
  return {
    label,
    operations: [
      ...spans.map(removal),
      ...placed.map(({ operation }) => operation),
      ...inOrder.map(({ event, time }): Operation => {
        const isTaken = stays.some((one) => one.event === event && one.time === time + move);
        return isTaken
          ? { kind: "removeEvent", event, time }
          : { kind: "moveEvent", event, from: time, to: time + move };
      }),
    ],
    selection: [
      ...placed.map(({ span }) => span),
      ...events.map((event) => ({ ...event, time: event.time + move })),
    ],
  };
}
