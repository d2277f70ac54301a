import type { Span } from "../api/types";
import type { Range } from "../state/clock";
import { spanKey } from "../state/operations";
import { pixelRuns } from "./decimate";
import { isSelected, selectSpan } from "./edits";
import type { PlacedLane } from "./lanes";
import { fill, fillPattern, frame, ink, mix, type Raster } from "./raster";
import { seenFrames, toPixel } from "./scale";
import type { Scene } from "./scene";

/** The margin above and below a span, in pixels. */
const INSET = 3;
/** The width in pixels below which a span has no outline. */
const NARROW = 6;
/**
 * How much of its colour a span shows, from 0 to 1, so that names are legible: a person's span, a rule's, a narrow one.
 */
const MUTED = 0.34;
const OF_RULE = 0.14;
const SMALL = 0.75;

type Place = Pick<PlacedLane, "top" | "height">;

/** Draws the spans of a tag into its lane. */
export function drawSpans(raster: Raster, scene: Scene, tag: string, { top, height }: Place) {
  const y0 = top + INSET;
  const y1 = top + height - INSET;
  drawRefused(raster, scene, scene.byName.refused.get(tag) ?? [], y0, y1);
  const spans = inSight(scene.byName.spans.get(tag) ?? [], scene);
  if (spans.length === 0) return;
  const { scale, palette } = scene;
  const colour = ink(scene.colour(tag));
  const muted = mix(palette.panel, colour, MUTED);
  const faint = mix(palette.panel, colour, OF_RULE);
  const outline = mix(colour, palette.text, 0.25);
  const narrow: Span[] = [];
  const chosen: Span[] = [];
  for (const span of spans) {
    if (scene.selection.length > 0 && isSelected(scene.selection, selectSpan(span)))
      chosen.push(span);
    const left = toPixel(scale, span.start);
    const right = toPixel(scale, span.stop);
    if (right - left < NARROW) {
      narrow.push(span);
      continue;
    }
    // Leave a hairline between touching spans, so that their edge is visible.
    fill(raster, left, y0, right - 1, y1, span.byRule ? faint : muted);
    if (scene.unsaved.has(spanKey(span)))
      fillPattern(raster, left, y0, right - 1, y1, "rising", outline);
    frame(raster, left, y0, right - 1, y1, outline);
  }
  for (const { left, right } of pixelRuns(narrow, (at) => toPixel(scale, at), scale.width))
    fill(raster, left, y0, right, y1, mix(palette.panel, colour, SMALL));
  // Two lines, so that the outline is visible on any colour.
  for (const span of chosen) {
    const left = toPixel(scale, span.start);
    const right = Math.max(toPixel(scale, span.stop) - 1, left + 2);
    frame(raster, left - 2, y0 - 2, right + 2, y1 + 2, palette.accent, 2);
    frame(raster, left, y0, right, y1, palette.panel, 1);
  }
}

/** Draws the frames on which no rule may place the tag: empty boxes, struck through. */
function drawRefused(
  raster: Raster,
  scene: Scene,
  refused: readonly Range[],
  y0: number,
  y1: number,
) {
  const { scale, palette } = scene;
  const line = mix(palette.panel, palette.quiet, 0.5);
  const middle = Math.round((y0 + y1) / 2);
  const seen = inSight(refused, scene);
  for (const { left, right } of pixelRuns(seen, (at) => toPixel(scale, at), scale.width)) {
    frame(raster, left, y0, right, y1, line);
    fill(raster, left, middle, right, middle + 1, line);
  }
}

/** Draws the second labeller's spans of a tag: thinner and fainter than ours, to tell the two apart. */
export function drawSecond(raster: Raster, scene: Scene, tag: string, { top, height }: Place) {
  const { scale, palette } = scene;
  const colour = ink(scene.colour(tag));
  const faint = mix(palette.panel, colour, OF_RULE);
  const outline = mix(colour, palette.text, 0.25);
  const seen = inSight(scene.second.get(tag) ?? [], scene);
  for (const { left, right } of pixelRuns(seen, (at) => toPixel(scale, at), scale.width)) {
    fill(raster, left, top + 2, right - 1, top + height - 4, faint);
    if (right - left >= NARROW) frame(raster, left, top + 2, right - 1, top + height - 4, outline);
  }
}

/** Draws all spans of a collapsed namespace, with one thin row per tag. */
export function drawOverview(
  raster: Raster,
  scene: Scene,
  tags: readonly string[],
  { top, height }: Place,
) {
  const { scale, palette } = scene;
  const row = (height - 4) / tags.length;
  tags.forEach((tag, place) => {
    const colour = mix(palette.panel, ink(scene.colour(tag)), SMALL);
    const y = top + 2 + place * row;
    const seen = inSight(scene.byName.spans.get(tag) ?? [], scene);
    for (const { left, right } of pixelRuns(seen, (at) => toPixel(scale, at), scale.width))
      fill(raster, left, y, right, y + Math.max(row - 0.5, 1), colour);
  });
}

/** Returns the visible ones of `ranges`, which must be ordered by their starts. */
export function inSight<T extends Range>(ranges: readonly T[], scene: Pick<Scene, "scale">): T[] {
  const seen = seenFrames(scene.scale);
  const some: T[] = [];
  for (const range of ranges) {
    if (range.start > seen.stop) break;
    if (range.stop >= seen.start) some.push(range);
  }
  return some;
}
