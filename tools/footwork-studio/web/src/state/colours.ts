import type { Label } from "../api/types";

/** Colour-blind-safe colours for labels without one (Okabe and Ito, 2008; the yellow is darkened). */
const SPARE = ["#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#0072b2", "#b8a500"];

/** The patterns drawn over colours, so that neighbours differ even without colour. */
export const PATTERNS = ["plain", "rising", "dots", "falling", "upright", "cross"] as const;
export type Pattern = (typeof PATTERNS)[number];

/** A label's own colour, or one derived from its name. */
export function colourOf(label: Pick<Label, "name" | "colour">): string {
  return label.colour ?? SPARE[hash(label.name) % SPARE.length] ?? "#56b4e9";
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return value;
}
