import { createSignal } from "solid-js";
import type { Range } from "./clock";
import type { Selected } from "./selection";

/** The clipboard: copied spans and events, and the length of the clip that they came from. */
export interface Copied {
  /** The length of the clip in frames. */
  frames: number;
  spans: { tag: string; start: number; stop: number }[];
  /** Events with their data as JSON. */
  events: { event: string; time: number; data: string | null }[];
}

/** A tag that is being painted by a held key, and its frames so far. */
export interface Held {
  /** The clip that the tag is painted in. */
  clip: string;
  tag: string;
  ranges: readonly Range[];
}

/** A label with a lane of its own, because the user added the lane or made it the active one. */
export interface LaneLabel {
  kind: "tag" | "event";
  name: string;
}

/** The state that the timeline, tagging and the table of labels share. */
export function createTimelineState() {
  const [view, setView] = createSignal<Range>({ start: 0, stop: 1 });
  const [lane, setLane] = createSignal<LaneLabel | undefined>(undefined);
  const [held, setHeld] = createSignal<readonly Held[]>([]);
  let isShown = (_: Selected) => false;
  return {
    /** The frames that the timeline shows. */
    view,
    setView,
    /** The active lane: the one that the user used last. Without a selection, edits act on this lane. */
    lane,
    setLane,
    /** The tags that keys are painting now. */
    held,
    setHeld,
    /** Whether the lanes currently show a label. */
    isInSight: (one: Selected) => isShown(one),
    /** Sets the function that tells whether the lanes show a label. */
    setInSight(isInSight: typeof isShown) {
      isShown = isInSight;
    },
  };
}

export type TimelineState = ReturnType<typeof createTimelineState>;
