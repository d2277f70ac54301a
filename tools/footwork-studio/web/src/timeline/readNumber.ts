/** Parses a frame typed with a dot or a comma; NaN if it is not a number. */
export function readNumber(text: string): number {
  return /^\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text)
    ? Number(text.trim().replace(",", "."))
    : Number.NaN;
}
