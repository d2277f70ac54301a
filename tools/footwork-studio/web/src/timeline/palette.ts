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
  /** The second curve of a lane. */
  second: Ink;
  /** Some of the colours as CSS texts, for canvases. */
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

/** Reads the theme. Its variables contain `light-dark(…)`; only a colour in use is resolved. */
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
