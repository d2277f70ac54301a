import type { ClipLabels, ExclusiveGroup, Moment, Operation, Span } from "../api/types";
import { excludes } from "./exclusive";

/** Events of the same name whose times differ by less than this count as one event, in frames. */
const SAME_TIME = 1e-3;

/**
 * Returns a clip's labels after some operations, as the server will compute them. The page shows these labels at once,
 * and the server's answer replaces them. Painting a tag erases the other members of its exclusive groups on the same
 * frames.
 */
export function applyOperations(
  labels: ClipLabels,
  operations: readonly Operation[],
  exclusive: readonly ExclusiveGroup[],
): ClipLabels {
  let { spans, events, state, notes, reference } = labels;
  for (const operation of operations) {
    switch (operation.kind) {
      case "paint":
        spans = paint(makeWay(spans, operation, exclusive), inClip(operation, labels.frames));
        break;
      case "erase":
        spans = erase(spans, operation, ({ tag }) => tag === operation.tag);
        break;
      case "addSpan":
        spans = cutRules(makeWay(spans, operation, exclusive), operation);
        spans = spans.filter((span) => !isSameSpan(span, operation));
        spans = [...spans, spanOf(operation)];
        break;
      case "removeSpan":
        spans = spans.filter((span) => !isSameSpan(span, operation));
        break;
      case "addEvent":
        events = add(events, {
          event: operation.event,
          time: operation.time,
          data: operation.data ?? null,
        });
        break;
      case "removeEvent":
        events = events.filter((event) => !isAt(event, operation.event, operation.time));
        break;
      case "moveEvent":
        events = move(events, operation.event, operation.from, operation.to);
        break;
      case "setState":
        state = operation.state;
        break;
      case "setReference":
        reference = operation.reference;
        break;
      case "setNote":
        notes = setNote(notes, operation.old, operation.new);
        break;
      case "keep":
      case "setProvenance":
        // Neither changes a label. The agreement is requested again and includes a kept difference.
        break;
    }
  }
  const sorted = { spans: [...spans].sort(bySpan), events: [...events].sort(byMoment) };
  return { ...labels, ...sorted, state, notes, reference };
}

/** Returns labels without the frames that newly painted tags erase from other tags of their exclusive groups. */
export function withoutRivals(
  labels: ClipLabels,
  given: readonly Frames[],
  exclusive: readonly ExclusiveGroup[],
): ClipLabels {
  const overlaps = (span: Span) => (frames: Frames) =>
    span.start < frames.stop &&
    frames.start < span.stop &&
    excludes(exclusive, frames.tag, span.tag);
  if (!labels.spans.some((span) => given.some(overlaps(span)))) return labels;
  const spans = given.reduce((left, frames) => makeWay(left, frames, exclusive), labels.spans);
  return { ...labels, spans };
}

type Frames = { tag: string; start: number; stop: number };

const spanOf = ({ tag, start, stop }: Frames): Span => ({ tag, start, stop, byRule: false });

/** Returns a text that identifies a span in its clip. */
export const spanKey = ({ tag, start, stop }: Frames) => `${tag} ${start} ${stop}`;

export const isSameSpan = (a: Frames, b: Frames) =>
  a.tag === b.tag && a.start === b.start && a.stop === b.stop;

const isAt = (moment: Moment, event: string, time: number) =>
  moment.event === event && Math.abs(moment.time - time) < SAME_TIME;

const inClip = ({ tag, start, stop }: Frames, frames: number): Frames => ({
  tag,
  start: Math.max(start, 0),
  stop: Math.min(stop, frames),
});

function paint(spans: Span[], frames: Frames): Span[] {
  if (frames.start >= frames.stop) return spans;
  const touches = (span: Span) =>
    span.tag === frames.tag &&
    !span.byRule &&
    span.start <= frames.stop &&
    frames.start <= span.stop;
  const touching = spans.filter(touches);
  const start = Math.min(frames.start, ...touching.map((span) => span.start));
  const stop = Math.max(frames.stop, ...touching.map((span) => span.stop));
  const others = cutRules(
    spans.filter((span) => !touches(span)),
    frames,
  );
  return [...others, spanOf({ tag: frames.tag, start, stop })];
}

/** Removes frames from the spans that rules placed. The spans keep their other frames. */
const cutRules = (spans: Span[], frames: Frames) =>
  erase(spans, frames, ({ tag, byRule }) => byRule && tag === frames.tag);

function makeWay(spans: Span[], frames: Frames, exclusive: readonly ExclusiveGroup[]): Span[] {
  if (exclusive.length === 0) return spans;
  return erase(spans, frames, ({ tag }) => excludes(exclusive, frames.tag, tag));
}

/** Removes frames from some of the spans. A span that keeps frames on both sides becomes two. */
export function erase<T extends Omit<Frames, "tag">>(
  spans: readonly T[],
  cut: Omit<Frames, "tag">,
  isErased: (span: T) => boolean,
): T[] {
  return spans.flatMap((span) => {
    if (span.start >= cut.stop || cut.start >= span.stop || !isErased(span)) return [span];
    const before = { ...span, stop: cut.start };
    const after = { ...span, start: cut.stop };
    return [before, after].filter((piece) => piece.start < piece.stop);
  });
}

/** Adds an event. If it exists already, the existing event gets the new data. */
function add(events: Moment[], added: Moment): Moment[] {
  const there = events.find((event) => isAt(event, added.event, added.time));
  if (!there) return [...events, added];
  if (added.data === null) return events;
  return events.map((event) => (event === there ? { ...event, data: added.data } : event));
}

/**
 * Moves an event together with its data. The event replaces an event of the same name at the new time, and takes that
 * event's data if it has none.
 */
function move(events: Moment[], event: string, from: number, to: number): Moment[] {
  const moved = events.find((moment) => isAt(moment, event, from));
  if (!moved) return events;
  const others = events.filter((moment) => moment !== moved);
  const there = others.filter((moment) => isAt(moment, event, to));
  const data = moved.data ?? there.find((moment) => moment.data !== null)?.data ?? null;
  return [...others.filter((moment) => !there.includes(moment)), { event, time: to, data }];
}

/** Replaces the text of a note. If the old note is gone, adds the new note at the end. */
function setNote(notes: string[], old: string | null, text: string | null): string[] {
  if (old === text) return notes;
  const at = old === null ? -1 : notes.indexOf(old);
  const isThere = text === null || notes.includes(text);
  const now = isThere ? [] : [text];
  return at < 0 ? [...notes, ...now] : [...notes.slice(0, at), ...now, ...notes.slice(at + 1)];
}

const bySpan = (a: Span, b: Span) => byName(a.tag, b.tag) || a.start - b.start || a.stop - b.stop;
const byMoment = (a: Moment, b: Moment) => byName(a.event, b.event) || a.time - b.time;

/** Compares names in the order that all lists use: by code units, independent of the language. */
export const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
