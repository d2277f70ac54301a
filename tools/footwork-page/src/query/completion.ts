import { rankBy } from "./rankNames.ts";
import { braceAfter, type Token, tokensOf } from "./tokens.ts";

/** A tag or an event. */
export interface NamedLabel {
  name: string;
  /** The number of clips with the label. */
  clips: number;
  description: string | null;
}

/** A function of queries or expressions. */
export interface NamedFunction {
  name: string;
  /** An example of a call, such as `grow(x, n)`. */
  call: string;
  summary: string;
}

/** The names that a query or an expression can use. */
export interface Names {
  tags: readonly NamedLabel[];
  events: readonly NamedLabel[];
  channels: readonly string[];
  /** Saved queries by name. */
  queries: Readonly<Record<string, string>>;
  queryFunctions: readonly NamedFunction[];
  expressionFunctions: readonly NamedFunction[];
}

/** A name or text that completes the query at the cursor. */
export interface Option {
  kind: "tag" | "namespace" | "event" | "function" | "channel" | "saved" | "constant";
  /** The name, as shown and searched. */
  label: string;
  /** The inserted text. */
  text: string;
  /** A note next to the name: the number of clips, or a function's signature. */
  detail?: string;
  /** The description of the option. */
  info?: string;
  /** How many characters the cursor moves back from the end of the inserted text. */
  back?: number;
}

/** The options at the cursor, and the part of the text that they replace. */
export interface Completion {
  from: number;
  to: number;
  options: Option[];
}

/** The functions whose first argument is an event name. */
const OF_EVENTS = new Set(["event", "near"]);
/** The functions whose argument is a tag name instead of a query. */
const OF_TAGS = new Set(["exact"]);
const PART = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;
const RESERVED = new Set("not except and xor or all none exact".split(" "));

/**
 * Returns the completion at the cursor; `undefined` if an operator must follow. An expression is completed like the
 * part of a query between braces.
 */
export function completionIn(
  of: "query" | "expression",
  text: string,
  cursor: number,
  library: Names,
): Completion | undefined {
  const before = of === "expression" ? 1 : 0;
  const found = completionAt("{".repeat(before) + text, cursor + before, library);
  return found && { ...found, from: found.from - before, to: found.to - before };
}

/** Whether completions open without a request: after the first letter, and after `(`, `{`, `@` or `,`. */
export const appearsAt = (text: string, cursor: number, { from }: Completion) =>
  from < cursor || /[({@,]\s*$/.test(text.slice(0, cursor));

/** The ranks by kind: tags and events come before the built-in names. */
export const BOOST: Record<Option["kind"], number> = {
  event: 3,
  tag: 2,
  channel: 2,
  saved: 1,
  namespace: 1,
  function: 0,
  constant: -1,
};

/** Returns the options that match the typed letters, best first. */
export const rankOptions = (options: readonly Option[], typed: string): Option[] =>
  rankBy(
    options.toSorted((a, b) => BOOST[b.kind] - BOOST[a.kind]),
    ({ label }) => label,
    typed,
  );

/** Returns the text that an option inserts before `after`, and the cursor's position in that text. */
export function insertionOf(option: Option, after: string): { text: string; cursor: number } {
  // If parentheses follow the cursor, insert only the function's name.
  if (option.back && after.trimStart().startsWith("("))
    return { text: option.label, cursor: option.label.length };
  return { text: option.text, cursor: option.text.length - (option.back ?? 0) };
}

/** Returns the completion at the cursor of a query; `undefined` if an operator must follow. */
export function completionAt(text: string, cursor: number, library: Names): Completion | undefined {
  const before = tokensOf(text).filter(({ start }) => start < cursor);
  const last = before.at(-1);
  const isWithin = (token: Token) => token.stop >= cursor;
  const word = last && isWithin(last) && isWord(last) ? last : undefined;
  // An unfinished number or string cannot be completed.
  if (last && isWithin(last) && (last.kind === "number" || last.kind === "bad")) return undefined;
  if (last && isWithin(last) && last.kind === "string") return undefined;
  const rest = (word ? before.slice(0, -1) : before).filter(({ kind }) => kind !== "space");
  const span = { from: word?.start ?? cursor, to: word?.stop ?? cursor };
  const previous = rest.at(-1);
  if (word?.kind === "saved")
    return rest.length === 0 ? { ...span, options: savedOptions(library) } : undefined;
  if (word?.isInBraces ?? (previous && braceAfter(text, previous)))
    return endsOperand(text, previous)
      ? undefined
      : { ...span, options: expressionOptions(library) };
  if (endsOperand(text, previous)) return undefined;
  const call = callAround(text, rest);
  if (call && OF_EVENTS.has(call.name))
    return call.argument === 0
      ? { ...span, options: labelOptions("event", library.events) }
      : undefined;
  const tags = labelOptions("tag", library.tags);
  if (call && OF_TAGS.has(call.name)) return { ...span, options: tags };
  const options = [
    ...tags,
    ...library.queryFunctions.map(functionOption),
    { kind: "constant" as const, label: "all", text: "all", info: "Every frame of every clip." },
    { kind: "constant" as const, label: "none", text: "none", info: "No frame." },
    ...(rest.length === 0 ? savedOptions(library) : []),
  ];
  return { ...span, options };
}

const isWord = ({ kind }: Token) =>
  ["name", "function", "word", "constant", "saved"].includes(kind);

/** Whether a token ends an operand, so that an operator must follow. */
const endsOperand = (text: string, token: Token | undefined) =>
  token !== undefined &&
  (["name", "string", "number", "constant", "close", "saved"].includes(token.kind) ||
    (token.kind === "brace" && text[token.start] === "}"));

/** Returns the call that encloses the end of the tokens, and the index of the argument being typed. */
function callAround(text: string, tokens: Token[]): { name: string; argument: number } | undefined {
  let depth = 0;
  let argument = 0;
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const token = tokens[at];
    if (!token) continue;
    if (token.kind === "close") depth += 1;
    else if (token.kind === "comma" && depth === 0) argument += 1;
    else if (token.kind === "open" && depth > 0) depth -= 1;
    else if (token.kind === "open") {
      const name = tokens[at - 1];
      if (name?.kind !== "function") return undefined;
      return { name: text.slice(name.start, name.stop), argument };
    }
  }
  return undefined;
}

function labelOptions(kind: "tag" | "event", labels: readonly NamedLabel[]): Option[] {
  const known = new Set(labels.map(({ name }) => name));
  const options: Option[] = labels.map((label) => ({
    kind,
    label: label.name,
    text: writeName(label.name),
    detail: label.clips === 1 ? "1 clip" : `${label.clips} clips`,
    ...(label.description !== null && { info: label.description }),
  }));
  const namespaces = new Set<string>();
  for (const { name } of labels) {
    const parts = name.split(".");
    for (let count = 1; count < parts.length; count += 1) {
      const prefix = parts.slice(0, count).join(".");
      if (!known.has(prefix)) namespaces.add(prefix);
    }
  }
  for (const name of namespaces) {
    options.push({
      kind: "namespace",
      label: name,
      text: writeName(name),
      detail: `all ${kind}s below`,
      info: `${name} is every ${kind} whose name starts with it.`,
    });
  }
  return options;
}

function functionOption({ name, call, summary }: NamedFunction): Option {
  return { kind: "function", label: name, text: `${name}()`, back: 1, detail: call, info: summary };
}

const expressionOptions = (library: Names): Option[] => [
  ...library.channels.map((name) => ({ kind: "channel" as const, label: name, text: name })),
  ...library.expressionFunctions.map(functionOption),
];

const savedOptions = (library: Names): Option[] =>
  Object.entries(library.queries).map(([name, text]) => ({
    kind: "saved",
    label: `@${name}`,
    text: `@${name}`,
    info: text,
  }));

/** Returns a name as the query language writes it: quoted if necessary. */
export function writeName(name: string): string {
  if (name.includes('"')) return name;
  const parts = name.split(".");
  const isPlain = parts.length > 1 || !RESERVED.has(name);
  return parts.map((part) => (isPlain && PART.test(part) ? part : JSON.stringify(part))).join(".");
}
