/** A part of a name as sidecar files write it: letters and digits, or a string of JSON. */
const PART = String.raw`(?:"(?:[^"\\]|\\.)*"|[^\s".]+)`;

/** A name as sidecar files write it, as a regular expression: parts with dots between them. */
export const NAME = `${PART}(?:\\.${PART})*`;

const PLAIN = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** A name as the rest of the page has it: a part is a string only where it has to be. */
export function readName(text: string): string {
  const parts = text.match(new RegExp(PART, "gu")) ?? [];
  return parts.map(readPart).join(".");
}

function readPart(part: string): string {
  if (!part.startsWith('"')) return part;
  try {
    const plain: unknown = JSON.parse(part);
    return typeof plain === "string" && PLAIN.test(plain) ? plain : part;
  } catch {
    return part;
  }
}
