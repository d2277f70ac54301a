import type { ClipLabels, Moment, Span } from "../api/types";
import type { Range } from "../state/clock";
import type { Proposal } from "../state/proposalQueue";
import type { Selected } from "../state/studio";
import type { Axis } from "./axis";
import type { Curve } from "./curves";
import type { PlacedLane } from "./lanes";
import type { Palette } from "./palette";
import type { Scale } from "./scale";

/** Spans and events by name, each list in order of time. */
export interface ByName {
  spans: ReadonlyMap<string, readonly Span[]>;
  refused: ReadonlyMap<string, readonly Span[]>;
  events: ReadonlyMap<string, readonly Moment[]>;
}

/** The contents of the lanes. */
export interface Scene {
  frames: number;
  scale: Scale;
  lanes: readonly PlacedLane[];
  /** How far the lanes are scrolled, and the height of their visible part, in pixels. */
  top: number;
  height: number;
  byName: ByName;
  /** The second labeller's spans of the clip, by tag. */
  second: ReadonlyMap<string, readonly Span[]>;
  /** The undecided proposals of the open clip, and the key of the current proposal. */
  proposals: readonly Proposal[];
  proposal: string | undefined;
  matches: readonly (readonly [number, number])[];
  curves: ReadonlyMap<string, Curve>;
  /** The axis of each lane with curves, by the lane's expression. */
  axes: ReadonlyMap<string, Axis>;
  /** The spans that could not be saved, by `spanKey`. */
  unsaved: ReadonlySet<string>;
  loop: Range | undefined;
  selection: readonly Selected[];
  colour(name: string): string;
  palette: Palette;
}

export function byName(labels: ClipLabels | undefined): ByName {
  return {
    spans: group(labels?.spans ?? [], (span) => span.tag),
    refused: group(labels?.refused ?? [], (span) => span.tag),
    events: group(labels?.events ?? [], (moment) => moment.event),
  };
}

function group<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(nameOf(one));
    if (group) group.push(one);
    else groups.set(nameOf(one), [one]);
  }
  return groups;
}
