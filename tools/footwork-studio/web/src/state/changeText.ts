import type { ClipLabels } from "../api/types";
import { signedText } from "./workState";

/** The maximum number of labels listed by name. */
const MAX_LISTED = 3;

/** Describes an edit of a clip: its main change and its side effects. */
export interface ChangeText {
  text: string;
  detail?: string;
}

/**
 * Describes the difference between the labels of a clip before and after an edit. `about` has the names that the edit
 * changes directly. Other tags lose frames only because these names exclude them.
 */
export function changeText(
  before: ClipLabels,
  after: ClipLabels,
  about: ReadonlySet<string>,
): ChangeText {
  const changes = [...spanChanges(before, after), ...eventChanges(before, after)];
  const ofClip = clipText(before, after);
  if (changes.length === 0 && ofClip !== undefined) return { text: ofClip };
  const own = changes.filter(({ name }) => about.has(name));
  const rest = changes.filter(({ name }) => !about.has(name));
  if (changes.length === 0) return { text: `${[...about].join(", ")}: no change` };
  return {
    text: sentence(own.length > 0 ? own : rest),
    ...(own.length > 0 && rest.length > 0 && { detail: `Also changed: ${sentence(rest)}` }),
  };
}

/** Returns whether two versions of a clip have the same labels, state, reference and notes. */
export const isSame = (a: ClipLabels, b: ClipLabels) =>
  JSON.stringify(contentOf(a)) === JSON.stringify(contentOf(b));

const contentOf = ({ state, reference, notes, spans, refused, events }: ClipLabels) => [
  state,
  reference,
  notes,
  spans,
  refused,
  events,
];

/** Describes the changes of the clip itself: its state, reference and notes. */
function clipText(before: ClipLabels, after: ClipLabels): string | undefined {
  const { state } = after;
  if (JSON.stringify(before.state) !== JSON.stringify(state))
    return state ? `${nameOfClip(after)}: ${signedText(state)}` : "State cleared";
  if (JSON.stringify(before.reference) !== JSON.stringify(after.reference))
    return after.reference ? `Reference: ${after.reference.file}` : "Reference removed";
  const count = after.notes.length - before.notes.length;
  if (count !== 0) return count > 0 ? "Note added" : "Note removed";
  return before.notes.join("\0") === after.notes.join("\0") ? undefined : "Note changed";
}

const nameOfClip = ({ clip }: ClipLabels) => clip.slice(clip.lastIndexOf("/") + 1);

/** The frames of one label, before and after the edit. */
interface Changed {
  name: string;
  from: string[];
  to: string[];
}

function spanChanges(before: ClipLabels, after: ClipLabels): Changed[] {
  const texts = (labels: ClipLabels) =>
    labels.spans.map(({ tag, start, stop }) => ({ name: tag, text: `${start} – ${stop}` }));
  return differences(texts(before), texts(after));
}

function eventChanges(before: ClipLabels, after: ClipLabels): Changed[] {
  const texts = (labels: ClipLabels) =>
    labels.events.map(({ event, time }) => ({ name: event, text: `at ${time}` }));
  return differences(texts(before), texts(after));
}

type Named = { name: string; text: string };

function differences(before: readonly Named[], after: readonly Named[]): Changed[] {
  const keyOf = ({ name, text }: Named) => `${name} ${text}`;
  const missing = (some: readonly Named[], others: readonly Named[]) => {
    const there = new Set(others.map(keyOf));
    return some.filter((one) => !there.has(keyOf(one)));
  };
  const changes = new Map<string, Changed>();
  const of = (name: string) => {
    const change = changes.get(name) ?? { name, from: [], to: [] };
    changes.set(name, change);
    return change;
  };
  for (const { name, text } of missing(before, after)) of(name).from.push(text);
  for (const { name, text } of missing(after, before)) of(name).to.push(text);
  return [...changes.values()];
}

function sentence(changes: readonly Changed[]): string {
  const [gone, come] = [changes.find(isGone), changes.find(isNew)];
  // One label lost exactly the frames that another gained.
  if (changes.length === 2 && gone && come && gone.from.join() === come.to.join())
    return `${gone.name} ${list(gone.from)} is now ${come.name}`;
  const texts = changes.slice(0, MAX_LISTED).map(textOf);
  const more = changes.length - texts.length;
  return texts.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

const isGone = ({ to }: Changed) => to.length === 0;
const isNew = ({ from }: Changed) => from.length === 0;

function textOf(change: Changed): string {
  const { name, from, to } = change;
  if (isNew(change)) return `${name} ${list(to)} added`;
  if (isGone(change)) return `${name} ${list(from)} removed`;
  return `${name} ${list(from)} → ${list(to)}`;
}

const list = (texts: readonly string[]) =>
  texts.length > MAX_LISTED
    ? `${texts.slice(0, MAX_LISTED).join(", ")} and ${texts.length - MAX_LISTED} more`
    : texts.join(", ");
