/** Parses a frame whose decimal separator is a dot or a comma; NaN if the text is not a number. */
export function readNumber(text: string): number {
  return /^\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text)
    ? Number(text.trim().replace(",", "."))
    : Number.NaN;
}
