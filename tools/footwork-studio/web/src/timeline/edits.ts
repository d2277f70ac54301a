import type { ClipLabels, Moment, Operation, Span } from "../api/types";
import { isSameSpan } from "../state/operations";
import { present } from "../state/selection";
import type { Selected } from "../state/studio";
import type { Side } from "./hit";
import { isName } from "./names";

/** The effect of a gesture or a command: one step of undo, and the selection after it. */
export interface Change {
  label: string;
  operations: Operation[];
  selection: Selected[];
}

export type SelectedSpan = Extract<Selected, { kind: "span" }>;
export type SelectedEvent = Extract<Selected, { kind: "event" }>;

export const selectSpan = ({ tag, start, stop }: Omit<Span, "byRule">): SelectedSpan => ({
  kind: "span",
  tag,
  start,
  stop,
});
export const selectEvent = ({ event, time }: Omit<Moment, "data">): SelectedEvent => ({
  kind: "event",
  event,
  time,
});

export function isSelected(selection: readonly Selected[], one: Selected): boolean {
  return selection.some((other) =>
    one.kind === "span"
      ? other.kind === "span" && isSameSpan(one, other)
      : other.kind === "event" && one.event === other.event && one.time === other.time,
  );
}

export const spansOf = (selection: readonly Selected[]) =>
  selection.filter((one) => one.kind === "span");
export const eventsOf = (selection: readonly Selected[]) =>
  selection.filter((one) => one.kind === "event");

const nameOf = (one: Selected) => (one.kind === "span" ? one.tag : one.event);
const SIDES: Record<Side, string> = { start: "start", stop: "end" };

/** Describes a selection: `Gait.Run`, or `3 labels`. */
export function subject(selection: readonly Selected[]): string {
  const [first] = selection;
  return selection.length === 1 && first ? nameOf(first) : `${selection.length} labels`;
}

/**
 * Returns the frame nearest to `to` that an edge can reach: up to the next span of its tag, at least one frame from the
 * span's other edge, and inside the clip.
 */
export function clampEdge(labels: ClipLabels, span: SelectedSpan, side: Side, to: number): number {
  const others = labels.spans.filter((other) => other.tag === span.tag && !isSameSpan(other, span));
  if (side === "start") {
    const before = others.map(({ stop }) => stop).filter((stop) => stop <= span.start);
    return Math.min(Math.max(to, 0, ...before), span.stop - 1);
  }
  const behind = others.map(({ start }) => start).filter((start) => start >= span.stop);
  return Math.max(Math.min(to, labels.frames, ...behind), span.start + 1);
}

/** Moves an edge of a span to a frame, or as far towards it as possible. */
export function moveEdge(labels: ClipLabels, span: SelectedSpan, side: Side, to: number): Change {
  return moveEdges(labels, [span], side, () => to, `move the ${SIDES[side]} of`);
}

/** Moves an edge of each selected span by a number of frames. */
export function nudgeEdges(
  labels: ClipLabels,
  selection: readonly Selected[],
  side: Side,
  by: number,
): Change {
  const spans = spansOf(selection);
  return moveEdges(labels, spans, side, (span) => span[side] + by, `move the ${SIDES[side]} of`);
}

/** Sets the start of spans to `frame`, or their stop to the frame after it. */
export function trim(
  labels: ClipLabels,
  some: readonly Selected[],
  side: Side,
  frame: number,
): Change {
  const spans = spansOf(some);
  const to = side === "start" ? frame : frame + 1;
  // A span that lies entirely on the other side of the frame would become empty.
  const possible = spans.filter((span) => (side === "start" ? to < span.stop : to > span.start));
  return moveEdges(labels, possible, side, () => to, `trim the ${SIDES[side]} of`);
}

function moveEdges(
  labels: ClipLabels,
  spans: readonly SelectedSpan[],
  side: Side,
  toOf: (span: SelectedSpan) => number,
  words: string,
): Change {
  const isRules = (span: SelectedSpan) =>
    labels.spans.some((other) => other.byRule && isSameSpan(other, span));
  const move = (span: SelectedSpan) => ({
    ...span,
    [side]: clampEdge(labels, span, side, toOf(span)),
  });
  const label = `${words} ${subject(spans)}`;
  const own = spans.filter((span) => !isRules(span));
  const change = replace(label, own, own.map(move));
  // Frames of a rule's span that the edge does not cross stay with the rule.
  for (const span of spans.filter(isRules)) {
    const moved = move(span);
    const [from, to] = side === "start" ? [moved.start, span.start] : [span.stop, moved.stop];
    const passed = { tag: span.tag, start: Math.min(from, to), stop: Math.max(from, to) };
    if (from < to) change.operations.push({ kind: "paint", ...passed });
    if (from > to) change.operations.push({ kind: "erase", ...passed });
    change.selection.push(from < to ? selectSpan(passed) : moved);
  }
  return change;
}

/** Replaces spans by other spans. Unchanged spans need no operation. */
function replace(
  label: string,
  old: readonly SelectedSpan[],
  now: readonly SelectedSpan[],
): Change {
  const isNew = (span: SelectedSpan) => !old.some((other) => isSameSpan(other, span));
  const isGone = (span: SelectedSpan) => !now.some((other) => isSameSpan(other, span));
  return {
    label,
    operations: [...old.filter(isGone).map(removal), ...now.filter(isNew).map(addition)],
    selection: [...now],
  };
}

export const removal = ({ tag, start, stop }: SelectedSpan): Operation => ({
  kind: "removeSpan",
  tag,
  start,
  stop,
});
const addition = ({ tag, start, stop }: SelectedSpan): Operation => ({
  kind: "addSpan",
  tag,
  start,
  stop,
});

/** Adds a span to `others`, merged with overlapping spans of its tag. */
export function place(others: readonly Span[], span: SelectedSpan) {
  const isOver = (other: Span) =>
    other.tag === span.tag && other.start < span.stop && span.start < other.stop;
  if (!others.some(isOver)) return { operation: addition(span), span };
  const { tag } = span;
  // Painting also merges spans that only touch.
  const joined = others.filter(
    (other) => other.tag === tag && other.start <= span.stop && span.start <= other.stop,
  );
  const start = Math.min(span.start, ...joined.map((other) => other.start));
  const stop = Math.max(span.stop, ...joined.map((other) => other.stop));
  return {
    operation: { kind: "paint" as const, tag, start: span.start, stop: span.stop },
    span: selectSpan({ tag, start, stop }),
  };
}

export function remove(selection: readonly Selected[]): Change {
  return {
    label: `remove ${subject(selection)}`,
    operations: selection.map((one) =>
      one.kind === "span"
        ? removal(one)
        : { kind: "removeEvent", event: one.event, time: one.time },
    ),
    selection: [],
  };
}

/** Splits spans before a frame. */
export function split(some: readonly Selected[], frame: number): Change {
  const spans = spansOf(some).filter((span) => span.start < frame && frame < span.stop);
  const pieces = spans.flatMap((span) => [
    { ...span, stop: frame },
    { ...span, start: frame },
  ]);
  return replace(`split ${subject(spans)}`, spans, pieces);
}

/**
 * Gives spans another tag, as one step. The old spans are removed first: in an exclusive group, the new tag then erases
 * frames only of other spans. Overlapping spans of the new tag are merged.
 */
export function relabel(labels: ClipLabels, some: readonly Selected[], tag: string): Change {
  const spans = spansOf(some).filter((span) => span.tag !== tag);
  let rest: readonly Span[] = labels.spans.filter(
    (span) => !spans.some((one) => isSameSpan(one, span)),
  );
  const placed = spans.map((span) => {
    const now = place(rest, { ...span, tag });
    rest = [...rest, { ...now.span, byRule: false }];
    return now;
  });
  return {
    label: `relabel ${subject(spans)} as ${tag}`,
    operations: [...spans.map(removal), ...placed.map(({ operation }) => operation)],
    selection: placed.map(({ span }) => span),
  };
}

/** Renames events, keeping their data, as one step. */
export function relabelEvents(
  labels: ClipLabels,
  some: readonly Selected[],
  event: string,
): Change {
  const chosen = eventsOf(some).filter((one) => one.event !== event);
  const moments = labels.events.filter((moment) => isSelected(chosen, selectEvent(moment)));
  return {
    label: `relabel ${subject(chosen)} as ${event}`,
    operations: moments.flatMap((moment): Operation[] => [
      { kind: "removeEvent", event: moment.event, time: moment.time },
      {
        kind: "addEvent",
        event,
        time: moment.time,
        ...(moment.data !== null && { data: moment.data }),
      },
    ]),
    selection: moments.map(({ time }) => selectEvent({ event, time })),
  };
}

/** Merges all selected spans of a tag. A single selected span is merged with the next span of its tag. */
export function merge(labels: ClipLabels, selection: readonly Selected[]): Change {
  const chosen = spansOf(selection);
  const gone: SelectedSpan[] = [];
  const now: SelectedSpan[] = [];
  for (const tag of new Set(chosen.map((span) => span.tag))) {
    const own = labels.spans.filter((span) => span.tag === tag).map(selectSpan);
    const some = chosen.filter((span) => span.tag === tag);
    const [only] = some;
    const next =
      some.length === 1 && only
        ? own.find((span) => span.start >= only.stop && !isSameSpan(span, only))
        : undefined;
    const all = next ? [...some, next] : some;
    const start = Math.min(...all.map((span) => span.start));
    const stop = Math.max(...all.map((span) => span.stop));
    gone.push(...own.filter((span) => span.start >= start && span.stop <= stop));
    now.push(selectSpan({ tag, start, stop }));
  }
  return replace(`merge ${subject(now)}`, gone, now);
}

/** Paints a tag on frames. */
export function paint(tag: string, start: number, stop: number): Change {
  return {
    label: `paint ${tag}`,
    operations: [{ kind: "paint", tag, start, stop }],
    selection: [selectSpan({ tag, start, stop })],
  };
}

export function addEvent(event: string, time: number): Change {
  return {
    label: `add ${event}`,
    operations: [{ kind: "addEvent", event, time }],
    selection: [selectEvent({ event, time })],
  };
}

/** Adds a typed span, or returns why it is rejected. Merges it with overlapping spans of its tag. */
export function addSpan(
  labels: ClipLabels,
  { tag, start, stop }: Omit<SelectedSpan, "kind">,
): Change | { problem: string } {
  if (!isName(tag)) return { problem: tag === "" ? "which tag?" : "not a valid tag name" };
  const problem = problemOfSpan(labels, start, stop);
  if (problem !== undefined) return { problem };
  const { operation, span } = place(labels.spans, selectSpan({ tag, start, stop }));
  return { label: `add ${tag}`, operations: [operation], selection: [span] };
}

function problemOfSpan(labels: ClipLabels, start: number, stop: number): string | undefined {
  if (!Number.isInteger(start) || !Number.isInteger(stop)) return "a frame must be a whole number";
  if (start < 0 || stop > labels.frames) return `frames are 0 to ${labels.frames}`;
  return start >= stop ? "a span must stop after it starts" : undefined;
}

/** Changes the numbers of a span or an event, or returns why they are rejected. */
export function setNumbers(
  labels: ClipLabels,
  one: Selected,
  numbers: { start: number; stop: number },
): Change | { problem: string } {
  const { start, stop } = numbers;
  if (one.kind === "event") {
    if (!Number.isFinite(start)) return { problem: "a frame must be a number" };
    if (start < 0 || start > labels.frames - 1)
      return { problem: `frames are 0 to ${labels.frames - 1}` };
    const isSame = start === one.time;
    return {
      label: `move ${one.event}`,
      operations: isSame
        ? []
        : [{ kind: "moveEvent", event: one.event, from: one.time, to: start }],
      selection: [{ ...one, time: start }],
    };
  }
  const problem = problemOfSpan(labels, start, stop);
  if (problem !== undefined) return { problem };
  return replace(`change ${one.tag}`, [one], [selectSpan({ tag: one.tag, start, stop })]);
}

/** A copied span to add, or a copied event with its data. */
export type Copy = SelectedSpan | (SelectedEvent & Pick<Moment, "data">);

/** Adds copied spans and events, except those that exist already. */
export function addAll(labels: ClipLabels, copies: readonly Copy[]): Change {
  const added = copies.filter((one) => present(labels, [one]).length === 0);
  const placed = spansOf(added).map((span) => place(labels.spans, span));
  const events = added.filter((one) => one.kind === "event");
  return {
    label: `paste ${subject(added)}`,
    operations: [
      ...placed.map(({ operation }) => operation),
      ...events.map(
        ({ event, time, data }): Operation => ({
          kind: "addEvent",
          event,
          time,
          ...(data !== null && { data }),
        }),
      ),
    ],
    selection: [...placed.map(({ span }) => span), ...events.map(selectEvent)],
  };
}
