import type { MeasuredRow, MeasureInfo, MeasureRange } from "../api/types";

/** The order of the table: by clip, by a measure, or in the order in which the query found the ranges. */
export interface MeasureOrder {
  by: string;
  isDescending: boolean;
}

/** The least number of values from which outliers are marked. */
const MIN_VALUES = 5;

/**
 * Returns the lowest and the highest value that is not an outlier, by Tukey's fences: one and a half interquartile
 * ranges beyond the quartiles. For a fault, low values are never outliers. `undefined` if there are fewer than five
 * values.
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

/** Returns the ranges sorted by a measure. Ranges without a value come last in either direction. */
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

/** Formats a number with as many digits as are useful. Counts have no decimals. */
export function valueText(value: number, unit: string): string {
  const size = Math.abs(value);
  const isCount = unit === "" && Number.isInteger(value);
  const digits = isCount || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** Returns the title of a measure, such as `foot slide`. */
export const measureTitle = (name: string) => name.replaceAll("_", " ");

/** Returns the value of a measure in a row, with its joint and frame, or the reason why there is no value. */
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

/** Returns the text of a cell: `…` until the range is measured, and `–` if it has no value. */
export const cellText = (row: Row, cell: Cell, unit: string) =>
  cell?.value != null ? valueText(cell.value, unit) : row ? "–" : "…";

/** Returns the exact value with its joint and frame, or the reason why there is no value. */
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
