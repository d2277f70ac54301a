import { drawCurve } from "./drawCurve";
import { drawProposed } from "./drawProposals";
import { drawOverview, drawSecond, drawSpans, inSight } from "./drawSpans";
import { isSelected, selectEvent } from "./edits";
import { DIAMOND } from "./hit";
import { type Lane, type PlacedLane, seenLanes } from "./lanes";
import { diamond, fill, ink, mix, type Raster, tint } from "./raster";
import { seenFrames, toPixel } from "./scale";
import type { Scene } from "./scene";
import { frameStep, marks, smallStep } from "./ticks";

/** The width of a frame in pixels from which frames are drawn as cells, with lines between them. */
const CELL = 7;

/** Draws the visible part of the lanes. */
export function drawLanes(raster: Raster, scene: Scene) {
  const { palette, lanes, top, height } = scene;
  raster.pixels.fill(palette.panel);
  const [first, behind] = seenLanes(lanes, top, top + height);
  const seen = lanes.slice(first, behind).map((placed) => ({ ...placed, top: placed.top - top }));
  for (const placed of seen) drawGround(raster, scene, placed);
  drawGrid(raster, scene);
  for (const placed of seen) drawLane(raster, scene, placed);
  drawOutside(raster, scene);
}

function drawGround(raster: Raster, { palette, scale }: Scene, { lane, top, height }: PlacedLane) {
  if (lane.kind === "group") fill(raster, 0, top, scale.width, top + height, palette.raised);
  const line = mix(palette.panel, palette.line, 0.6);
  fill(raster, 0, top + height - 1, scale.width, top + height, line);
}

/** Draws vertical lines at the marks of the ruler and, if frames are wide, between frames. */
function drawGrid(raster: Raster, { palette, scale, height, frames }: Scene) {
  const seen = seenFrames(scale);
  const from = Math.max(seen.start, 0);
  const to = Math.min(seen.stop, frames);
  const step = frameStep(scale.pixelsPerFrame);
  const small =
    scale.pixelsPerFrame >= CELL ? 1 : Math.max(smallStep(step, scale.pixelsPerFrame), 1);
  const line = (frame: number, part: number) => {
    const x = Math.round(toPixel(scale, frame));
    tint(raster, x, 0, x + 1, height, palette.line, part);
  };
  for (const frame of marks(from, to, small)) line(frame, 0.35);
  for (const frame of marks(from, to, step)) line(frame, 0.65);
}

/** Shades the areas before the first frame and after the last. */
function drawOutside(raster: Raster, { palette, scale, height, frames }: Scene) {
  tint(raster, 0, 0, toPixel(scale, 0), height, palette.surface, 0.85);
  tint(raster, toPixel(scale, frames), 0, scale.width, height, palette.surface, 0.85);
}

function drawLane(raster: Raster, scene: Scene, placed: PlacedLane) {
  const { lane } = placed;
  switch (lane.kind) {
    case "matches":
      return drawMatches(raster, scene, placed);
    case "group":
      if (!lane.isFolded) return;
      if (lane.of === "tag") return drawOverview(raster, scene, lane.names, placed);
      for (const name of lane.names) drawEvents(raster, scene, name, placed);
      return;
    case "tag":
      return drawSpans(raster, scene, lane.name, placed);
    case "second":
      return drawSecond(raster, scene, lane.name, placed);
    case "event":
      return drawEvents(raster, scene, lane.name, placed);
    case "proposed":
      return drawProposed(raster, scene, lane, placed);
    case "channel":
      return drawCurves(raster, scene, lane, placed);
  }
}

/** Draws the curve of a lane and, over it, the curve of the other side of the body. */
function drawCurves(
  raster: Raster,
  scene: Scene,
  { expression, other }: Extract<Lane, { kind: "channel" }>,
  placed: PlacedLane,
) {
  const axis = scene.axes.get(expression);
  if (!axis) return;
  const { curves, palette } = scene;
  if (other !== undefined)
    drawCurve(raster, scene, curves.get(other), placed, axis, palette.second);
  drawCurve(raster, scene, curves.get(expression), placed, axis, palette.accent);
}

function drawMatches(raster: Raster, scene: Scene, { top, height }: PlacedLane) {
  const { scale, palette } = scene;
  const ranges = scene.matches.map(([start, stop]) => ({ start, stop }));
  for (const { start, stop } of inSight(ranges, scene)) {
    const left = toPixel(scale, start);
    const right = toPixel(scale, stop);
    const gap = right - left > 4 ? 1 : 0;
    fill(raster, left, top + 6, right - gap, top + height - 7, palette.match);
  }
}

function drawEvents(raster: Raster, scene: Scene, event: string, { top, height }: PlacedLane) {
  const { scale, palette } = scene;
  const middle = Math.floor(top + height / 2) - 0.5;
  const size = Math.min(DIAMOND, height / 2 - 4);
  const colour = ink(scene.colour(event));
  const outline = mix(colour, palette.text, 0.6);
  let last = Number.NEGATIVE_INFINITY;
  for (const moment of scene.byName.events.get(event) ?? []) {
    const x = toPixel(scale, moment.time);
    if (x < -size || x > scale.width + size) continue;
    const isChosen = scene.selection.length > 0 && isSelected(scene.selection, selectEvent(moment));
    // Draw only one of several events within a pixel, because they look like one.
    if (x - last < 1 && !isChosen) continue;
    last = x;
    if (isChosen) {
      diamond(raster, x, middle, size + 4, palette.accent);
      diamond(raster, x, middle, size + 2, palette.panel);
    }
    diamond(raster, x, middle, size, outline);
    diamond(raster, x, middle, size - 1, colour);
  }
}
