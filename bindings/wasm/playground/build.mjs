// Builds the playground.
//
// `samples.tagdb` and `samples.fwposes` are the output of `footwork compile samples --poses --precision 1mm`. The examples are copied from the guides.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as footwork from "../dist/index.js";
import { packed, writePage } from "../onePage.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const guides = `${here}../../../docs/guides/`;

await footwork.init();
const samples = new footwork.Database(readFileSync(`${here}samples.tagdb`));

/** The variables that the guides use in expressions. */
const VARIABLES = ["x", "t", "y", "speed", "tired", "phase", "distance", "age"];

/** The settings of the samples. */
const settings = readFileSync(`${here}../../../samples/footwork.toml`, "utf8");

/** The descriptions of tags and events. */
function descriptions() {
  const sections = settings.matchAll(/^\[(?:tags|events)\."?([^"\]\n]+)"?\]\n([^[]*)/gm);
  return Object.fromEntries(
    [...sections].flatMap(([, name, text]) => {
      const description = text.match(/^description = "([^"\n]+)"/m);
      return description ? [[name, description[1]]] : [];
    }),
  );
}

/**
 * The examples in the guides: valid queries and expressions in backticks, and the arguments of `footwork query` and
 * `footwork expr` in terminal blocks, mistakes included.
 */
function examples() {
  const found = new Map();
  const add = (kind, source, guide) => {
    if (!found.has(kind + source)) {
      found.set(kind + source, { kind, source, guide: guide.replace(".md", "") });
    }
  };
  for (const guide of readdirSync(guides).sort()) {
    const text = readFileSync(guides + guide, "utf8");
    // Motion and saved queries are not in a .tagdb.
    for (const [, source] of text.matchAll(/^\$ footwork query samples '([^'@{$\n]+)'/gm)) {
      if (!source.includes("similar(")) {
        add("query", source, guide);
      }
    }
    for (const [, source] of text.matchAll(/^\$ footwork expr '([^'\n]+)'/gm)) {
      add("expression", source, guide);
    }
    for (const [, source] of text.matchAll(/`([^`\n]+)`/g)) {
      const isOneWord = /^[\w./-]+$/.test(source);
      if (
        guide === "queries.md" &&
        /[A-Z]/.test(source) &&
        holds(() => new footwork.Query(samples, source))
      ) {
        add("query", source, guide);
      } else if (
        guide === "expressions.md" &&
        !isOneWord &&
        holds(() => new footwork.Expression(source, VARIABLES))
      ) {
        add("expression", source, guide);
      }
    }
  }
  // The guides use the names of the saved queries of the samples.
  const saved = settings.slice(settings.indexOf("[queries]"), settings.indexOf("[rules]"));
  for (const [, name, source] of saved.matchAll(/^([\w-]+) = "([^"\n]+)"/gm)) {
    add("query", source, `samples: ${name}`);
  }
  return [...found.values()];
}

function holds(make) {
  try {
    make().free();
    return true;
  } catch (error) {
    if (error instanceof footwork.FootworkError) {
      return false;
    }
    throw error;
  }
}

const data = {
  module: packed(`${here}../dist/footwork.wasm`),
  samples: packed(`${here}samples.tagdb`),
  poses: packed(`${here}samples.fwposes`),
  descriptions: descriptions(),
  examples: examples(),
};
await writePage("playground", readFileSync(`${here}style.css`, "utf8"), data);
