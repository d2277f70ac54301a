/** The kind of a token. */
export type TokenKind =
  | "space"
  | "name"
  | "string"
  | "number"
  | "function"
  | "word"
  | "constant"
  | "operator"
  | "open"
  | "close"
  | "comma"
  | "brace"
  | "saved"
  | "bad";

/** A token of a query. Its positions count UTF-16 code units. */
export interface Token {
  kind: TokenKind;
  start: number;
  stop: number;
  /** Whether the token is between `{` and `}`, and so part of a predicate over channels. */
  isInBraces: boolean;
}

const WORDS = new Set(["not", "except", "and", "xor", "or"]);
const CONSTANTS = new Set(["all", "none"]);

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"`;
const PART = String.raw`(?:[\p{XID_Start}_]\p{XID_Continue}*|${STRING})`;
const SPACE = /\s+/uy;
const NUMBER = /\d+(?:\.\d+)?(?:e[+-]?\d+)?(?:\p{XID_Start}\p{XID_Continue}*)?/uy;
const NAME = new RegExp(String.raw`${PART}(?:\.${PART})*(?:\.\*|\.)?`, "uy");
const UNENDED = /"[^\n]*/uy;
const SAVED = /@[^\s&|()^~!,{}]*/uy;
const OPERATOR = /[|&^!~-]/uy;
const EXPRESSION_OPERATOR = /&&|\|\||[<>=!]=|[-+*/%^<>!?:;=&|~]/uy;

/** Returns the token that starts at a position of the text. */
export function tokenAt(text: string, at: number, isInBraces: boolean): Token {
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const token = (kind: TokenKind, found: string): Token => ({
    kind,
    start: at,
    stop: at + found.length,
    isInBraces,
  });
  const space = match(SPACE);
  if (space) return token("space", space);
  const number = match(NUMBER);
  if (number) return token("number", number);
  const name = match(NAME);
  if (name) return token(kindOfName(name, text.slice(at + name.length), isInBraces), name);
  const operator = match(isInBraces ? EXPRESSION_OPERATOR : OPERATOR);
  if (operator) return token("operator", operator);
  switch (text[at]) {
    case "(":
      return token("open", "(");
    case ")":
      return token("close", ")");
    case ",":
      return token("comma", ",");
    case "{":
    case "}":
      return { ...token("brace", "{"), isInBraces: false };
    case "@":
      return token("saved", match(SAVED) ?? "@");
    case '"':
      return token("bad", match(UNENDED) ?? '"');
  }
  return token("bad", String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function kindOfName(name: string, rest: string, isInBraces: boolean): TokenKind {
  if (/^\s*\(/.test(rest) && !name.endsWith(".")) return "function";
  if (!isInBraces && WORDS.has(name)) return "word";
  if (!isInBraces && CONSTANTS.has(name)) return "constant";
  return name.startsWith('"') ? "string" : "name";
}

/** Returns whether the text after a token is between `{` and `}`. */
export function braceAfter(text: string, token: Token): boolean {
  return token.kind === "brace" ? text[token.start] === "{" : token.isInBraces;
}

/** Returns all tokens of a query, including white space. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let isInBraces = false;
  while (at < text.length) {
    const token = tokenAt(text, at, isInBraces);
    tokens.push(token);
    isInBraces = braceAfter(text, token);
    at = token.stop;
  }
  return tokens;
}
