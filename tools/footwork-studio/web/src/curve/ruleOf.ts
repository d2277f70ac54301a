/** The condition of a rule made from a curve. */
export interface Threshold {
  expression: string;
  /** The side of the level on which frames match. */
  side: "above" | "below";
  level: number;
  /** The minimum duration of a match in seconds; 0 for any duration. */
  shortestSecs: number;
}

/**
 * Matches a single channel (dotted or quoted) or a single function call, which needs no parentheses next to an
 * operator.
 */
const IS_PLAIN =
  /^(?:[\p{XID_Start}_][\p{XID_Continue}]*|"[^"]*")(?:\.(?:[\p{XID_Start}_][\p{XID_Continue}]*|"[^"]*"))*(?:\([^()]*\))?$/u;

/** Returns the query of a rule as a person would write it in `footwork.toml`. */
export function ruleOf({ expression, side, level, shortestSecs }: Threshold): string {
  const text = expression.trim();
  const left = IS_PLAIN.test(text) ? text : `(${text})`;
  const holds = `{ ${left} ${side === "above" ? ">" : "<"} ${numberOf(level)} }`;
  return shortestSecs > 0 ? `longer(${holds}, ${numberOf(shortestSecs)}s)` : holds;
}

/**
 * Formats a number without an exponent, with three significant digits, or with all digits before the point if there are
 * more.
 */
export function numberOf(value: number): string {
  const digits = Math.min(Math.max(2 - Math.floor(Math.log10(Math.abs(value) || 1)), 0), 6);
  return `${Number(value.toFixed(digits))}`;
}

/**
 * Returns the runs of frames on which a curve is beyond a level for long enough. A frame without a value ends a run.
 */
export function beyond(
  values: Float32Array,
  side: "above" | "below",
  level: number,
  shortestFrames: number,
): [number, number][] {
  const found: [number, number][] = [];
  let start = -1;
  for (let frame = 0; frame <= values.length; frame += 1) {
    const value = values[frame] ?? Number.NaN;
    const holds = side === "above" ? value > level : value < level;
    if (holds && start < 0) start = frame;
    if (!holds && start >= 0) {
      if (frame - start >= shortestFrames) found.push([start, frame]);
      start = -1;
    }
  }
  return found;
}
