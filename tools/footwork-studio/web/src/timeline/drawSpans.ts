import type { Span } from "../api/types";
import type { Range } from "../state/clock";
import { patternOf } from "../state/colours";
import { pixelRuns } from "./decimate";
import { isSelected, selectSpan } from "./edits";
import type { PlacedLane } from "./lanes";
import { hatching, patternFill } from "./patterns";
import { seenFrames, toPixel } from "./scale";
import type { Scene } from "./scene";

/** Above and below a span, in pixels. */
const INSET = 4;
/** Spans narrower than this have neither pattern nor outline. */
const NARROW = 5;

/** Draws the spans of a tag into its lane. */
export function drawSpans(
  context: CanvasRenderingContext2D,
  scene: Scene,
  tag: string,
  { top, height }: Pick<PlacedLane, "top" | "height">,
) {
  const y = top + INSET;
  const high = height - 2 * INSET;
  drawRefused(context, scene, scene.byName.refused.get(tag) ?? [], y, high);
  const spans = inSight(scene.byName.spans.get(tag) ?? [], scene);
  if (spans.length === 0) return;
  const { scale } = scene;
  const wide = (span: Span) => (span.stop - span.start) * scale.pixelsPerFrame >= NARROW;
  const pixel = (frame: number) => clamp(toPixel(scale, frame), scale.width);
  const colour = scene.colour(tag);
  const solid = new Path2D();
  const faint = new Path2D();
  const outline = new Path2D();
  for (const span of spans) {
    if (!wide(span)) continue;
    const left = pixel(span.start);
    const width = pixel(span.stop) - left;
    // A hair's breadth is left between touching spans, so that their edge is seen.
    (span.byRule ? faint : solid).rect(left, y, Math.max(width - 1, 1), high);
    outline.rect(left + 0.5, y + 0.5, Math.max(width - 2, 1), high - 1);
  }
  const narrow = spans.filter((span) => !wide(span));
  for (const { left, right } of pixelRuns(narrow, pixel, scale.width))
    solid.rect(left, y, right - left, high);
  context.fillStyle = colour;
  context.fill(solid);
  context.globalAlpha = 0.4;
  context.fill(faint);
  context.globalAlpha = 1;
  const pattern = patternFill(context, patternOf(tag), colour);
  if (pattern) {
    context.fillStyle = pattern;
    context.fill(solid);
  }
  context.strokeStyle = scene.palette.text;
  context.globalAlpha = 0.38;
  context.lineWidth = 1;
  context.stroke(outline);
  context.globalAlpha = 1;
  drawSelected(context, scene, spans, y, high);
}

function drawSelected(
  context: CanvasRenderingContext2D,
  scene: Scene,
  spans: readonly Span[],
  y: number,
  high: number,
) {
  if (scene.selection.length === 0) return;
  const { scale, palette } = scene;
  for (const span of spans) {
    if (!isSelected(scene.selection, selectSpan(span))) continue;
    const left = clamp(toPixel(scale, span.start), scale.width);
    const width = Math.max(clamp(toPixel(scale, span.stop), scale.width) - left - 1, 2);
    // Two lines, so that the outline is seen on any colour.
    context.lineWidth = 3;
    context.strokeStyle = palette.panel;
    context.strokeRect(left, y - 0.5, width, high + 1);
    context.lineWidth = 2;
    context.strokeStyle = palette.accent;
    context.strokeRect(left - 1, y - 1.5, width + 2, high + 3);
  }
}

/** Frames that no rule may give the tag. */
function drawRefused(
  context: CanvasRenderingContext2D,
  scene: Scene,
  refused: readonly Range[],
  y: number,
  high: number,
) {
  const seen = inSight(refused, scene);
  if (seen.length === 0) return;
  const { scale, palette } = scene;
  const pixel = (frame: number) => clamp(toPixel(scale, frame), scale.width);
  const path = new Path2D();
  for (const { left, right } of pixelRuns(seen, pixel, scale.width))
    path.rect(left + 0.5, y + 0.5, right - left - 1, high - 1);
  const hatched = hatching(context, palette.quiet);
  context.globalAlpha = 0.55;
  if (hatched) context.fillStyle = hatched;
  context.fill(path);
  context.strokeStyle = palette.quiet;
  context.lineWidth = 1;
  context.stroke(path);
  context.globalAlpha = 1;
}

/** All spans of a folded namespace, a thin row a tag. */
export function drawOverview(
  context: CanvasRenderingContext2D,
  scene: Scene,
  tags: readonly string[],
  { top, height }: Pick<PlacedLane, "top" | "height">,
) {
  const { scale } = scene;
  const pixel = (frame: number) => clamp(toPixel(scale, frame), scale.width);
  const row = (height - 4) / tags.length;
  tags.forEach((tag, place) => {
    context.fillStyle = scene.colour(tag);
    const seen = inSight(scene.byName.spans.get(tag) ?? [], scene);
    for (const { left, right } of pixelRuns(seen, pixel, scale.width))
      context.fillRect(left, top + 2 + place * row, right - left, Math.max(row - 0.5, 1));
  });
}

/** Those of which something is seen; they come in order of their start. */
export function inSight<T extends Range>(ranges: readonly T[], scene: Pick<Scene, "scale">): T[] {
  const seen = seenFrames(scene.scale);
  const some: T[] = [];
  for (const range of ranges) {
    if (range.start > seen.stop) break;
    if (range.stop >= seen.start) some.push(range);
  }
  return some;
}

/** Pixels far outside are drawn at the border: canvases are slow with very large numbers. */
const clamp = (pixel: number, width: number) => Math.min(Math.max(pixel, -4), width + 4);
