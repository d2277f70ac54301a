import type { Label } from "../api/types";

/** Colour-blind-safe colours for labels without a colour (Okabe and Ito, 2008; the yellow is darkened). */
const SPARE = ["#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#0072b2", "#b8a500"];

/** The patterns drawn over colours, so that neighbouring labels differ even for those who cannot see the colours. */
export const PATTERNS = ["plain", "rising", "dots", "falling", "upright", "cross"] as const;
export type Pattern = (typeof PATTERNS)[number];

/** Returns a label's colour, or one that depends on its name if it has none. */
export function colourOf(label: Pick<Label, "name" | "colour">): string {
  return label.colour ?? SPARE[hash(label.name) % SPARE.length] ?? "#56b4e9";
}

/** Returns the FNV-1a hash of a text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return value;
}
