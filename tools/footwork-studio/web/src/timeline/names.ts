const PLAIN = String.raw`[\p{XID_Start}_]\p{XID_Continue}*`;
const QUOTED = String.raw`"(?:[^"\\]|\\.)+"`;
const PART = `(?:${PLAIN}|${QUOTED})`;

/** A name in the syntax of sidecars, as a regular expression: words or JSON strings separated by dots. */
export const NAME = `${PART}(?:\\.${PART})*`;

const WHOLE = new RegExp(`^${NAME}$`, "u");
const PARTS = new RegExp(PART, "gu");
const WORD = new RegExp(`^${PLAIN}$`, "u");

/** Returns whether a text is a valid label name. */
export const isName = (text: string) => WHOLE.test(text);

/** Returns a name in its normal form, in which parts are quoted only if necessary. */
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
