import { type Ink, ink } from "./raster";

/** The theme's colours for the canvases, as the browser resolves them now. */
export interface Palette {
  panel: Ink;
  surface: Ink;
  raised: Ink;
  line: Ink;
  text: Ink;
  quiet: Ink;
  accent: Ink;
  match: Ink;
  /** The colour of a lane's second curve. */
  second: Ink;
  /** Some of the colours as CSS texts, for text and lines on canvases. */
  css: { panel: string; line: string; text: string; quiet: string; accent: string };
  font: string;
}

const COLOURS = [
  "panel",
  "surface",
  "raised",
  "line",
  "text",
  "quiet",
  "accent",
  "match",
  "second",
] as const;
type Name = (typeof COLOURS)[number];

/**
 * Reads the theme's colours. The theme's variables contain `light-dark(…)`, which the browser resolves only for a
 * colour in use.
 */
export function readPalette(parent: HTMLElement): Palette {
  const probe = document.createElement("span");
  probe.hidden = true;
  parent.append(probe);
  const css = Object.fromEntries(
    COLOURS.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  ) as Record<Name, string>;
  const font = getComputedStyle(parent).fontFamily;
  probe.remove();
  const inks = Object.fromEntries(COLOURS.map((name) => [name, ink(css[name])])) as Record<
    Name,
    Ink
  >;
  return { ...inks, css, font };
}
