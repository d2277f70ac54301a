// The corpora of `testdata/` in Node, compared with Rust bit for bit.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as fw from "../dist/index.js";
import { runCorpus, runScenes } from "./scripts.mjs";

const folder =
  process.env.FOOTWORK_SCRIPTS ??
  fileURLToPath(new URL("../../../target/tmp/scripts", import.meta.url));

before(() => fw.init());

/** The minimum number of lines, as an empty script tests nothing. */
const SCRIPTS = {
  queries: [runCorpus, 150],
  samples: [runCorpus, 240],
  expressions: [runCorpus, 300],
  slides: [runScenes, 100],
  flights: [runScenes, 2000],
  events: [runScenes, 300],
  networks: [runScenes, 240],
  matching: [runScenes, 240],
  characters: [runScenes, 304],
};

for (const [name, [run, least]] of Object.entries(SCRIPTS)) {
  test(`${name} have the answers of Rust`, () => {
    const path = `${folder}/${name}`;
    assert.ok(
      existsSync(`${path}.in`),
      `${path}.in: run \`cargo test -p footwork-c --test programs\` first`,
    );
    const wanted = readFileSync(`${path}.out`, "utf8").trimEnd().split("\n");
    const open = (file) => new Uint8Array(readFileSync(file));
    const found = run(fw, readFileSync(`${path}.in`, "utf8"), open)
      .trimEnd()
      .split("\n");
    assert.ok(wanted.length >= least, `${wanted.length} lines`);
    found.forEach((line, i) => {
      assert.equal(line, wanted[i], `line ${i + 1}`);
    });
    assert.equal(found.length, wanted.length);
  });
}
