import type { Range } from "../state/clock";
import type { Curve } from "./curves";

/** The range of values between the bottom and the top of a curve lane. */
export interface Axis {
  low: number;
  high: number;
}

/** The fraction of the values cut off at each end: a single wrong frame would flatten the curve. */
const CUT_PART = 0.005;

/**
 * The smallest range of a feet axis, in metres. A smaller range would make the noise of a standing foot look like
 * steps.
 */
const MIN_FEET_M = 0.1;

const FEET = /(foot|feet|toe|ankle|heel|hoof|paw)\w*\.height/i;

/** Returns the axis of one lane's curves over the visible frames; `undefined` if the curves have no values there. */
export function axisOf(
  expression: string,
  curves: readonly (Curve | undefined)[],
  { start, stop }: Range,
): Axis | undefined {
  const seen = curves.flatMap((curve) =>
    curve?.kind === "values"
      ? [curve.values.subarray(Math.max(Math.floor(start), 0), Math.max(Math.ceil(stop), 1))]
      : [],
  );
  const all = new Float32Array(seen.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const values of seen)
    for (const value of values) if (Number.isFinite(value)) all[count++] = value;
  if (count === 0) return undefined;
  const values = all.subarray(0, count);
  const cut = Math.floor(count * CUT_PART);
  const high = nth(values, count - 1 - cut);
  const low = nth(values, cut);
  const isFlat = FEET.test(expression) && high - low < MIN_FEET_M;
  return { low, high: isFlat ? low + MIN_FEET_M : high };
}

/** Returns the value that a sort would put at `index`, by Hoare's selection. Reorders the values. */
export function nth(values: Float32Array, index: number): number {
  let left = 0;
  let right = values.length - 1;
  while (left < right) {
    const pivot = values[(left + right) >> 1] ?? 0;
    let [low, high] = [left, right];
    while (low <= high) {
      while ((values[low] ?? 0) < pivot) low += 1;
      while ((values[high] ?? 0) > pivot) high -= 1;
      if (low > high) break;
      const other = values[low] ?? 0;
      values[low] = values[high] ?? 0;
      values[high] = other;
      low += 1;
      high -= 1;
    }
    if (index <= high) right = high;
    else if (index >= low) left = low;
    else break;
  }
  return values[index] ?? 0;
}
