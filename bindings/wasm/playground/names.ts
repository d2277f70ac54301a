/** The names that completion offers on the pages. */

import type {
  NamedFunction,
  NamedLabel,
  Names,
} from "../../../tools/footwork-page/src/query/completion.ts";
import { type Database, Expression, Query } from "../src/index.js";

/** Descriptions of tags and events by name, which a `.tagdb` does not have. */
export type Descriptions = Readonly<Record<string, string>>;

/** Functions that need motion, which a `.tagdb` does not have. */
const OF_MOTION = new Set(["similar"]);

/** Returns the names that a query of a database can use. */
export function namesOfQueries(database: Database, descriptions: Descriptions = {}): Names {
  const label = (name: string, query: string): NamedLabel => ({
    name: plain(name),
    clips: clipsOf(database, query),
    description: descriptions[plain(name)] ?? null,
  });
  const tags = numbers(database.tagCount).map((tag) => database.tagName(tag));
  const events = numbers(database.eventCount).map((event) => database.eventName(event));
  return {
    ...NOTHING,
    tags: tags.map((name) => label(name, name)),
    events: events.map((name) => label(name, `event(${name})`)),
    queryFunctions: functionsOf(Query.functions()).filter(({ name }) => !OF_MOTION.has(name)),
  };
}

/** Returns the names that an expression over variables can use. */
export function namesOfExpressions(variables: readonly string[]): Names {
  return {
    ...NOTHING,
    channels: variables,
    expressionFunctions: functionsOf(Expression.functions()),
  };
}

const NOTHING: Names = {
  tags: [],
  events: [],
  channels: [],
  queries: {},
  queryFunctions: [],
  expressionFunctions: [],
};

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

/** Removes the quotes of the parts of a name, which completion writes where they are necessary. */
const plain = (name: string) => name.replaceAll('"', "");

function clipsOf(database: Database, text: string): number {
  const query = new Query(database, text);
  const clips = new Set(query.ranges().map(({ clip }) => clip));
  query.free();
  return clips.size;
}

/** Reads functions, one per line: a call, a tab and its meaning. */
function functionsOf(lines: string): NamedFunction[] {
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [call = "", summary = ""] = line.split("\t");
      return { name: call.replace(/\(.*/s, ""), call, summary };
    });
}
