/** Reads a frame as people type it, with a dot or a comma; NaN where it is none. */
export function readNumber(text: string): number {
  return /^\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text)
    ? Number(text.trim().replace(",", "."))
    : Number.NaN;
}
