import type { Colour } from "../palette";

/** The names of the view's colours. */
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
