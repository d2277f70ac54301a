import type { ClipLabels, ClipRow, Span } from "../src/api/types";

/** Returns the labels of a clip of 100 frames. Without arguments, the clip has no labels. */
export const clipLabels = (some: Partial<ClipLabels> = {}): ClipLabels => ({
  clip: "a.bvh",
  frames: 100,
  rate: [30, 1],
  roundFrames: null,
  revision: 0,
  readOnly: null,
  state: null,
  reference: null,
  notes: [],
  spans: [],
  refused: [],
  events: [],
  findings: [],
  ...some,
});

/** Returns a span painted by hand. */
export const span = (tag: string, start: number, stop: number): Span => ({
  tag,
  start,
  stop,
  byRule: false,
});

/** Returns a row of the list of clips. */
export const clipRow = (name: string, some: Partial<ClipRow> = {}): ClipRow => ({
  name,
  frames: 100,
  rate: [30, 1],
  tags: [],
  spans: 0,
  events: 0,
  warnings: 0,
  stale: false,
  mirrorOf: null,
  state: "untouched",
  notes: 0,
  ...some,
});
