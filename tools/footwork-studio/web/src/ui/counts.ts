const NUMBERS = new Intl.NumberFormat("en");

/** Formats a whole number: `12,345`. */
export const numberText = (value: number) => NUMBERS.format(value);

/** Formats a number of things: `1 clip`, `2 clips`. */
export const countText = (count: number, one: string, many = `${one}s`) =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** Formats a duration: `0.48 s`, `12.3 s`, `2:05`. */
export function secsText(secs: number): string {
  if (secs < 10) return `${secs.toFixed(2)} s`;
  if (secs < 60) return `${secs.toFixed(1)} s`;
  const whole = Math.round(secs);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
