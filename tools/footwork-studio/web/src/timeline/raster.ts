import type { Pattern } from "../state/colours";

/**
 * An image made of rectangles. The lanes consist of many thousands of small rectangles. Without a graphics card,
 * writing their pixels is about ten times faster than drawing each of them on a canvas.
 */
export interface Raster {
  /** The width in device pixels. */
  width: number;
  height: number;
  /** The number of device pixels per CSS pixel. */
  ratio: number;
  pixels: Uint32Array;
}

/** An opaque colour in the form of a pixel, with red in the lowest byte. */
export type Ink = number;

const pack = (red: number, green: number, blue: number): Ink =>
  (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;

/** Parses a colour: `#rrggbb`, or the `rgb(…)` of computed styles. */
export function ink(colour: string): Ink {
  if (colour.startsWith("#")) {
    const value = Number.parseInt(colour.slice(1), 16);
    return pack((value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff);
  }
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return pack(Math.round(red), Math.round(green), Math.round(blue));
}

/** Blends the colour `above` over `below`. `part` is 0 for only `below`, 1 for only `above`. */
export function mix(below: Ink, above: Ink, part: number): Ink {
  const byte = (shift: number) => {
    const low = (below >>> shift) & 0xff;
    return Math.round(low + (((above >>> shift) & 0xff) - low) * part);
  };
  return pack(byte(0), byte(8), byte(16));
}

/** Returns the approximate perceived lightness of a colour, from 0 to 1. */
export const lightness = (colour: Ink) =>
  (0.299 * (colour & 0xff) + 0.587 * ((colour >>> 8) & 0xff) + 0.114 * ((colour >>> 16) & 0xff)) /
  255;

/** Fills a rectangle given in CSS pixels. It is at least one device pixel wide and high. */
export function fill(
  raster: Raster,
  left: number,
  top: number,
  right: number,
  bottom: number,
  colour: Ink,
) {
  const { width, height, ratio, pixels } = raster;
  const x0 = Math.max(Math.round(left * ratio), 0);
  const x1 = Math.min(Math.max(Math.round(right * ratio), x0 + 1), width);
  const y0 = Math.max(Math.round(top * ratio), 0);
  const y1 = Math.min(Math.max(Math.round(bottom * ratio), Math.round(top * ratio) + 1), height);
  if (x0 >= x1 || right < 0) return;
  for (let y = y0; y < y1; y += 1) pixels.fill(colour, y * width + x0, y * width + x1);
}

/** Blends a colour over a rectangle. */
export function tint(
  raster: Raster,
  left: number,
  top: number,
  right: number,
  bottom: number,
  colour: Ink,
  part: number,
) {
  const { width, height, ratio, pixels } = raster;
  const x0 = Math.max(Math.round(left * ratio), 0);
  const x1 = Math.min(Math.round(right * ratio), width);
  const y0 = Math.max(Math.round(top * ratio), 0);
  const y1 = Math.min(Math.round(bottom * ratio), height);
  // Neighbouring pixels mostly have the same colour, so compute its blend only once.
  let below = -1;
  let now = 0;
  for (let y = y0; y < y1; y += 1) {
    for (let at = y * width + x0; at < y * width + x1; at += 1) {
      const pixel = pixels[at] ?? 0;
      if (pixel !== below) {
        below = pixel;
        now = mix(pixel, colour, part);
      }
      pixels[at] = now;
    }
  }
}

/** Whether each pattern has ink at a place. Patterns repeat every 8 CSS pixels. */
const MARKS: Record<Pattern, (x: number, y: number) => boolean> = {
  plain: () => false,
  rising: (x, y) => ((x + y) & 7) < 2,
  falling: (x, y) => ((x - y) & 7) < 2,
  upright: (x) => (x & 7) < 2,
  cross: (x, y) => ((x + y) & 7) === 0 || ((x - y) & 7) === 0,
  dots: (x, y) => {
    const row = y & 7;
    const column = x & 7;
    return (row >> 1 === 0 && column >> 1 === 0) || (row >> 1 === 2 && column >> 1 === 2);
  },
};

const TILES = Object.fromEntries(
  Object.entries(MARKS).map(([pattern, has]) => [
    pattern,
    Uint8Array.from({ length: 64 }, (_, at) => (has(at & 7, at >> 3) ? 1 : 0)),
  ]),
) as Record<Pattern, Uint8Array>;

/** Draws a pattern into a rectangle. The pattern starts at `origin`, so that it moves together with its span. */
export function fillPattern(
  raster: Raster,
  left: number,
  top: number,
  right: number,
  bottom: number,
  pattern: Pattern,
  colour: Ink,
  origin = left,
) {
  if (pattern === "plain") return;
  const { width, height, ratio, pixels } = raster;
  const tile = TILES[pattern];
  const x0 = Math.max(Math.round(left * ratio), 0);
  const x1 = Math.min(Math.round(right * ratio), width);
  const y0 = Math.max(Math.round(top * ratio), 0);
  const y1 = Math.min(Math.round(bottom * ratio), height);
  const from = Math.round(origin * ratio);
  const first = Math.round(top * ratio);
  for (let y = y0; y < y1; y += 1) {
    const row = (Math.floor((y - first) / ratio) & 7) << 3;
    for (let x = x0; x < x1; x += 1)
      if (tile[row | (Math.floor((x - from) / ratio) & 7)] === 1) pixels[y * width + x] = colour;
  }
}

/** Draws the outline of a rectangle, inside the rectangle. */
export function frame(
  raster: Raster,
  left: number,
  top: number,
  right: number,
  bottom: number,
  colour: Ink,
  thick = 1,
) {
  fill(raster, left, top, right, top + thick, colour);
  fill(raster, left, bottom - thick, right, bottom, colour);
  fill(raster, left, top, left + thick, bottom, colour);
  fill(raster, right - thick, top, right, bottom, colour);
}

/** Draws a diamond. */
export function diamond(raster: Raster, x: number, y: number, size: number, colour: Ink) {
  const { ratio } = raster;
  const rows = Math.round(size * ratio);
  for (let row = -rows; row <= rows; row += 1) {
    const half = (rows - Math.abs(row)) / ratio;
    const at = y + row / ratio;
    fill(raster, x - half, at, x + half + 1 / ratio, at + 1 / ratio, colour);
  }
}
