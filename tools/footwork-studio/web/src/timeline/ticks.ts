/** The possible numbers of frames between numbered marks of the ruler. Longer views use the last one. */
const FRAME_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000];
const SECOND_STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

const stepFor = (steps: readonly number[], least: number) =>
  steps.find((step) => step >= least) ?? steps.at(-1) ?? 1;

/** Returns the number of frames between numbered marks at which the numbers have room. */
export const frameStep = (pixelsPerFrame: number, room = 64) =>
  stepFor(FRAME_STEPS, room / pixelsPerFrame);

/** Returns the number of seconds between marks at which the times have room. */
export const secondStep = (pixelsPerSec: number, room = 84) =>
  stepFor(SECOND_STEPS, room / pixelsPerSec);

/** Returns the step of the minor marks between numbered marks, or `step` itself if minor marks have no room. */
export function smallStep(step: number, pixelsPerFrame: number): number {
  const parts = [10, 5, 2].find((n) => step % n === 0 && (step / n) * pixelsPerFrame >= 6);
  return parts ? step / parts : step;
}

/** Returns all multiples of a step in `[from, to]`. */
export function marks(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, n) => (first + n) * step);
}

/** Formats a time: `3.20 s` below a minute, else `1:03.20`. */
export function timeText(secs: number, digits = 2): string {
  const sign = secs < 0 ? "−" : "";
  const rounded = Math.abs(secs).toFixed(digits);
  const whole = Number(rounded);
  if (whole < 60) return `${sign}${rounded} s`;
  const minutes = Math.floor(whole / 60);
  const rest = (whole - minutes * 60).toFixed(digits);
  return `${sign}${minutes}:${rest.padStart(digits > 0 ? digits + 3 : 2, "0")}`;
}

/** Parses a typed time such as `3.2`, `3,2 s` or `1:03.2`. Returns seconds; `undefined` if the text is not a time. */
export function readTime(text: string): number | undefined {
  const found = /^\s*(?:(\d+):)?(\d+(?:[.,]\d*)?|[.,]\d+)\s*s?\s*$/.exec(text);
  if (!found) return undefined;
  return Number(found[1] ?? 0) * 60 + Number((found[2] ?? "").replace(",", "."));
}
