import type { MeasuredRow, MeasureInfo, MeasureRange } from "../api/types";

/** The order of the table: by the clip, by a measure, or as the query found the ranges. */
export interface MeasureOrder {
  by: string;
  isDescending: boolean;
}

/** The least number of values from which others can stand out. */
const MIN_VALUES = 5;

/**
 * Returns the lowest and the highest value that does not stand out, by Tukey's fences: one and a half interquartile
 * ranges beyond the quartiles. Low values of a fault never stand out. `undefined` with fewer than five values.
 */
export function fencesOf(
  values: readonly number[],
  isFault: boolean,
): readonly [number, number] | undefined {
  if (values.length < MIN_VALUES) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const quantile = (share: number) => {
    const at = share * (sorted.length - 1);
    const low = sorted[Math.floor(at)] ?? 0;
    const high = sorted[Math.ceil(at)] ?? low;
    return low + (high - low) * (at - Math.floor(at));
  };
  const [low, high] = [quantile(0.25), quantile(0.75)];
  const reach = 1.5 * (high - low) + 1e-9;
  return [isFault ? Number.NEGATIVE_INFINITY : low - reach, high + reach];
}

/** Sorts ranges by a measure. Ranges without a value are last, whatever the direction. */
export function sorted(
  ranges: readonly MeasureRange[],
  order: MeasureOrder,
  valueOf: (range: MeasureRange) => number | null,
): readonly MeasureRange[] {
  if (order.by === "") return ranges;
  const sign = order.isDescending ? -1 : 1;
  const byName = (a: MeasureRange, b: MeasureRange) =>
    a.clip < b.clip ? -1 : a.clip > b.clip ? 1 : a.start - b.start;
  if (order.by === "clip") return [...ranges].sort((a, b) => sign * byName(a, b));
  const keyed = ranges.map((range) => ({ range, value: valueOf(range) }));
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null)
      return Number(a.value === null) - Number(b.value === null) || byName(a.range, b.range);
    return sign * (a.value - b.value) || byName(a.range, b.range);
  });
  return keyed.map(({ range }) => range);
}

/** A number with as many digits as it deserves; whole numbers of things have none. */
export function valueText(value: number, unit: string): string {
  const size = Math.abs(value);
  const isCount = unit === "" && Number.isInteger(value);
  const digits = isCount || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** `foot slide`. */
export const measureTitle = (name: string) => name.replaceAll("_", " ");

/** The value of a measure in a row, with its joint and frame, or the reason why there is none. */
export function cellOf(
  row: MeasuredRow | undefined,
  measures: readonly MeasureInfo[],
  name: string,
) {
  const at = measures.findIndex((measure) => measure.name === name);
  return row?.values[at];
}

type Row = MeasuredRow | undefined;
type Cell = ReturnType<typeof cellOf>;

/** `…` until the range is measured, `–` if it has no value. */
export const cellText = (row: Row, cell: Cell, unit: string) =>
  cell?.value != null ? valueText(cell.value, unit) : row ? "–" : "…";

/** The exact value and its place, or the reason why there is none. */
export function cellTitle(row: Row, cell: Cell, unit: string, isFar: boolean): string {
  if (row?.problem) return `Not evaluated: ${row.problem}`;
  if (!cell) return "Not measured yet";
  if (cell.value === null) return `Not evaluated: ${cell.reason}`;
  const place = [
    cell.joint && `at ${cell.joint}`,
    cell.frame !== null && `frame ${cell.frame}`,
    isFar && "stands out among these",
  ];
  return [`${cell.value} ${unit}`.trim(), ...place].filter(Boolean).join(", ");
}
