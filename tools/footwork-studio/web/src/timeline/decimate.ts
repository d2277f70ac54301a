import type { Range } from "../state/clock";

/** A run of pixels, `[left, right)`. */
export interface Run {
  left: number;
  right: number;
}

/**
 * Returns ranges as runs of pixels, each at least one pixel wide. Runs within a pixel of each other are merged, so that
 * their number never exceeds the width. The ranges must be ordered by their starts.
 */
export function pixelRuns(
  ranges: Iterable<Range>,
  toPixel: (frame: number) => number,
  width: number,
): Run[] {
  const runs: Run[] = [];
  let last: Run | undefined;
  for (const { start, stop } of ranges) {
    const from = toPixel(start);
    if (from > width) break;
    const to = Math.max(toPixel(stop), from + 1);
    if (to < 0) continue;
    if (last && from < last.right + 1) {
      last.right = Math.max(last.right, to);
    } else {
      last = { left: from, right: to };
      runs.push(last);
    }
  }
  return runs;
}

/** Returns the minimum and maximum of the finite values; `undefined` if there are none. */
export function extent(values: Float32Array): [number, number] | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : undefined;
}

/**
 * Returns the minimum and maximum of the values in each column of pixels from `left` on, as `[low, high, low, high,
 * …]`; NaN for a column without values. A column narrower than a frame has the frame's value.
 */
export function columns(
  values: Float32Array,
  firstFrame: number,
  framesPerColumn: number,
  count: number,
): Float32Array {
  const pairs = new Float32Array(count * 2).fill(Number.NaN);
  for (let column = 0; column < count; column += 1) {
    const from = Math.max(Math.floor(firstFrame + column * framesPerColumn), 0);
    const to = Math.max(Math.floor(firstFrame + (column + 1) * framesPerColumn), from + 1);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let at = from; at < to && at < values.length; at += 1) {
      const value = values[at] ?? Number.NaN;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (low <= high) {
      pairs[column * 2] = low;
      pairs[column * 2 + 1] = high;
    }
  }
  return pairs;
}
