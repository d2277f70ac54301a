import { columns } from "./decimate";
import { drawOverview, drawSpans, inSight } from "./drawSpans";
import { isSelected, selectEvent } from "./edits";
import { DIAMOND } from "./hit";
import { type PlacedLane, seenLanes } from "./lanes";
import { seenFrames, toFrame, toPixel } from "./scale";
import type { Scene } from "./scene";
import { frameStep, marks, smallStep } from "./ticks";

/** Frames are cells with lines between them from this width on, in pixels. */
export const CELL = 7;

/** Draws all of the lanes that is seen. */
export function drawLanes(context: CanvasRenderingContext2D, scene: Scene) {
  const { palette, scale, height, top, lanes } = scene;
  context.fillStyle = palette.panel;
  context.fillRect(0, 0, scale.width, height);
  const [first, behind] = seenLanes(lanes, top, top + height);
  context.save();
  context.translate(0, -top);
  for (const placed of lanes.slice(first, behind)) drawGround(context, scene, placed);
  context.restore();
  drawGrid(context, scene);
  context.save();
  context.translate(0, -top);
  for (const placed of lanes.slice(first, behind)) drawLane(context, scene, placed);
  context.restore();
  drawOutside(context, scene);
}

function drawGround(context: CanvasRenderingContext2D, scene: Scene, placed: PlacedLane) {
  const { palette, scale } = scene;
  if (placed.lane.kind === "group") {
    context.fillStyle = palette.raised;
    context.fillRect(0, placed.top, scale.width, placed.height);
  }
  context.fillStyle = palette.line;
  context.globalAlpha = 0.6;
  context.fillRect(0, placed.top + placed.height - 1, scale.width, 1);
  context.globalAlpha = 1;
}

/** Upright lines at the marks of the ruler, and between frames where these are wide. */
function drawGrid(context: CanvasRenderingContext2D, { palette, scale, height, frames }: Scene) {
  const seen = seenFrames(scale);
  const from = Math.max(seen.start, 0);
  const to = Math.min(seen.stop, frames);
  const step = frameStep(scale.pixelsPerFrame);
  const small =
    scale.pixelsPerFrame >= CELL ? 1 : Math.max(smallStep(step, scale.pixelsPerFrame), 1);
  context.fillStyle = palette.line;
  context.globalAlpha = 0.35;
  for (const frame of marks(from, to, small))
    context.fillRect(Math.round(toPixel(scale, frame)), 0, 1, height);
  context.globalAlpha = 0.75;
  for (const frame of marks(from, to, step))
    context.fillRect(Math.round(toPixel(scale, frame)), 0, 1, height);
  context.globalAlpha = 1;
}

/** What lies before the first frame and behind the last one is no part of the clip. */
function drawOutside(context: CanvasRenderingContext2D, { palette, scale, height, frames }: Scene) {
  context.fillStyle = palette.surface;
  context.globalAlpha = 0.85;
  const left = toPixel(scale, 0);
  const right = toPixel(scale, frames);
  if (left > 0) context.fillRect(0, 0, left, height);
  if (right < scale.width) context.fillRect(right, 0, scale.width - right, height);
  context.globalAlpha = 1;
}

function drawLane(context: CanvasRenderingContext2D, scene: Scene, placed: PlacedLane) {
  const { lane } = placed;
  switch (lane.kind) {
    case "matches":
      return drawMatches(context, scene, placed);
    case "group":
      if (!lane.isFolded) return;
      if (lane.of === "tag") return drawOverview(context, scene, lane.names, placed);
      for (const name of lane.names) drawEvents(context, scene, name, placed);
      return;
    case "tag":
      return drawSpans(context, scene, lane.name, placed);
    case "event":
      return drawEvents(context, scene, lane.name, placed);
    case "channel":
      return drawCurve(context, scene, lane.expression, placed);
  }
}

function drawMatches(context: CanvasRenderingContext2D, scene: Scene, placed: PlacedLane) {
  const { scale, palette } = scene;
  const ranges = scene.matches.map(([start, stop]) => ({ start, stop }));
  context.fillStyle = palette.match;
  for (const { start, stop } of inSight(ranges, scene)) {
    const left = Math.max(toPixel(scale, start), -4);
    const right = Math.min(Math.max(toPixel(scale, stop), left + 1.5), scale.width + 4);
    const gap = right - left > 4 ? 1 : 0;
    context.fillRect(left, placed.top + 6, right - left - gap, placed.height - 13);
  }
}

function drawEvents(
  context: CanvasRenderingContext2D,
  scene: Scene,
  event: string,
  placed: PlacedLane,
) {
  const { scale, palette } = scene;
  const middle = placed.top + placed.height / 2;
  const size = Math.min(DIAMOND, placed.height / 2 - 4);
  context.lineWidth = 1;
  let last = Number.NEGATIVE_INFINITY;
  for (const moment of scene.byName.events.get(event) ?? []) {
    const x = toPixel(scale, moment.time);
    if (x < -size || x > scale.width + size) continue;
    const chosen = isSelected(scene.selection, selectEvent(moment));
    // Those within a pixel of each other look like one.
    if (x - last < 1 && !chosen) continue;
    last = x;
    diamond(context, x, middle, size);
    context.fillStyle = scene.colour(event);
    context.fill();
    context.strokeStyle = palette.text;
    context.globalAlpha = 0.6;
    context.stroke();
    context.globalAlpha = 1;
    if (!chosen) continue;
    diamond(context, x, middle, size + 3);
    context.lineWidth = 2;
    context.strokeStyle = palette.accent;
    context.stroke();
    context.lineWidth = 1;
  }
}

function diamond(context: CanvasRenderingContext2D, x: number, y: number, size: number) {
  context.beginPath();
  context.moveTo(x, y - size);
  context.lineTo(x + size, y);
  context.lineTo(x, y + size);
  context.lineTo(x - size, y);
  context.closePath();
}

function drawCurve(
  context: CanvasRenderingContext2D,
  scene: Scene,
  expression: string,
  placed: PlacedLane,
) {
  const { scale, palette, frames } = scene;
  const curve = scene.curves.get(expression);
  if (curve?.kind !== "values") return;
  const { values, low, high } = curve;
  const room = placed.height - 14;
  const span = high - low || 1;
  const yOf = (value: number) =>
    placed.top + 7 + (high === low ? room / 2 : (1 - (value - low) / span) * room);
  if (low < 0 && high > 0) {
    context.fillStyle = palette.quiet;
    context.globalAlpha = 0.5;
    context.fillRect(toPixel(scale, 0), Math.round(yOf(0)), frames * scale.pixelsPerFrame, 1);
    context.globalAlpha = 1;
  }
  context.beginPath();
  const seen = seenFrames(scale);
  let isOn = false;
  const point = (x: number, y: number) => {
    if (!Number.isFinite(y)) isOn = false;
    else if (isOn) context.lineTo(x, y);
    else {
      context.moveTo(x, y);
      isOn = true;
    }
  };
  if (scale.pixelsPerFrame >= 1) {
    const from = Math.max(Math.floor(seen.start), 0);
    const to = Math.min(Math.ceil(seen.stop) + 1, values.length);
    for (let frame = from; frame < to; frame += 1)
      point(toPixel(scale, frame), yOf(values[frame] ?? Number.NaN));
  } else {
    const pairs = columns(values, toFrame(scale, 0), 1 / scale.pixelsPerFrame, scale.width);
    for (let x = 0; x < scale.width; x += 1) {
      point(x + 0.5, yOf(pairs[2 * x] ?? Number.NaN));
      point(x + 0.5, yOf(pairs[2 * x + 1] ?? Number.NaN));
    }
  }
  context.strokeStyle = palette.accent;
  context.lineWidth = 1.5;
  context.lineJoin = "round";
  context.stroke();
}
