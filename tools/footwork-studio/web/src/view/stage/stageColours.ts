import type { Colour } from "../palette";

/** The colours of the view, by use. */
export const COLOURS = [
  "stage",
  "stage-floor",
  "stage-line",
  "stage-shadow",
  "limb-left",
  "limb-right",
  "limb-centre",
  "ghost-before",
  "ghost-after",
  "axis-x",
  "axis-y",
  "axis-z",
] as const;

export type Colours = Record<(typeof COLOURS)[number], Colour>;
