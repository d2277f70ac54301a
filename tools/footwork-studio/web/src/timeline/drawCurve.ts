import type { Axis } from "./axis";
import type { Curve } from "./curves";
import { columns } from "./decimate";
import type { PlacedLane } from "./lanes";
import { fill, type Ink, mix, type Raster, tint } from "./raster";
import { toFrame, toPixel } from "./scale";
import type { Scene } from "./scene";

/** The margin above and below a curve, in pixels. */
const INSET = 7;
/** Half the thickness of a curve, in pixels. */
const HALF = 0.8;

/**
 * Draws a curve by filling each pixel column from its minimum to its maximum. Values beyond the axis are drawn at the
 * edge of the lane.
 */
export function drawCurve(
  raster: Raster,
  scene: Scene,
  curve: Curve | undefined,
  placed: PlacedLane,
  { low, high }: Axis,
  colour: Ink,
) {
  if (curve?.kind !== "values") return;
  const { scale, palette, frames } = scene;
  const { values } = curve;
  const room = placed.height - 2 * INSET;
  const partOf = (value: number) =>
    high === low ? 0.5 : Math.min(Math.max((high - value) / (high - low), 0), 1);
  const yOf = (value: number) => placed.top + INSET + partOf(value) * room;
  if (low < 0 && high > 0) {
    const zero = yOf(0);
    const line = mix(palette.panel, palette.quiet, 0.45);
    fill(raster, toPixel(scale, 0), zero, toPixel(scale, frames), zero + 1, line);
  }
  const step = 1 / raster.ratio;
  const count = Math.ceil(scale.width * raster.ratio);
  const first = toFrame(scale, 0);
  const perColumn = step / scale.pixelsPerFrame;
  const extents =
    perColumn > 1
      ? columns(values, first, perColumn, count)
      : between(values, first, perColumn, count);
  let before: [number, number] | undefined;
  for (let column = 0; column < count; column += 1) {
    const least = extents[2 * column] ?? Number.NaN;
    const most = extents[2 * column + 1] ?? Number.NaN;
    if (Number.isNaN(least)) {
      before = undefined;
      continue;
    }
    let top = yOf(most);
    let bottom = yOf(least);
    // If the curve leaps between two columns of many frames, fill the gap.
    if (before && before[1] < top) top = before[1];
    if (before && before[0] > bottom) bottom = before[0];
    before = [yOf(most), yOf(least)];
    const x = column * step;
    smooth(raster, x, x + step, top - HALF, bottom + HALF, colour);
  }
}

/** Draws a column with antialiased ends. */
function smooth(
  raster: Raster,
  left: number,
  right: number,
  top: number,
  bottom: number,
  colour: number,
) {
  const step = 1 / raster.ratio;
  const from = Math.ceil(top / step) * step;
  const to = Math.floor(bottom / step) * step;
  tint(raster, left, from - step, right, from, colour, (from - top) / step);
  if (to > from) fill(raster, left, from, right, to, colour);
  tint(raster, left, to, right, to + step, colour, (bottom - to) / step);
}

/** Returns the minimum and maximum in each column, interpolated linearly between frames. */
function between(
  values: Float32Array,
  first: number,
  perColumn: number,
  count: number,
): Float32Array {
  const pairs = new Float32Array(count * 2).fill(Number.NaN);
  const at = (time: number) => {
    if (time < 0 || time > values.length - 1) return Number.NaN;
    const frame = Math.min(Math.floor(time), values.length - 2);
    const a = values[Math.max(frame, 0)] ?? Number.NaN;
    const b = values[frame + 1] ?? a;
    return a + (b - a) * (time - frame);
  };
  for (let column = 0; column < count; column += 1) {
    const a = at(first + column * perColumn);
    const b = at(first + (column + 1) * perColumn);
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    pairs[2 * column] = Math.min(a, b);
    pairs[2 * column + 1] = Math.max(a, b);
  }
  return pairs;
}
