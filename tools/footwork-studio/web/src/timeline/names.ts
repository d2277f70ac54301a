const PLAIN = String.raw`[\p{XID_Start}_]\p{XID_Continue}*`;
const QUOTED = String.raw`"(?:[^"\\]|\\.)+"`;
const PART = `(?:${PLAIN}|${QUOTED})`;

/** A name as sidecar files write it, as a regular expression: words or strings of JSON with dots between them. */
export const NAME = `${PART}(?:\\.${PART})*`;

const WHOLE = new RegExp(`^${NAME}$`, "u");
const PARTS = new RegExp(PART, "gu");
const WORD = new RegExp(`^${PLAIN}$`, "u");

/** Whether a text can be the name of a label. */
export const isName = (text: string) => WHOLE.test(text);

/** A name as the rest of the page has it: a part is a string only where it has to be. */
export const readName = (text: string) => (text.match(PARTS) ?? []).map(readPart).join(".");

function readPart(part: string): string {
  if (!part.startsWith('"')) return part;
  try {
    const plain: unknown = JSON.parse(part);
    return typeof plain === "string" && WORD.test(plain) ? plain : part;
  } catch {
    return part;
  }
}
