// The programs of the guide do as their comments say.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const from = (path) => fileURLToPath(new URL(path, import.meta.url));

test("the programs of the guide run as they are written", () => {
  const guide = readFileSync(from("../../../docs/guides/web.md"), "utf8");
  const programs = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map((found) => found[1]);
  const folder = mkdtempSync(join(tmpdir(), "footwork-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(from(".."), join(folder, "node_modules", "footwork"));
    cpSync(from("../playground/samples.tagdb"), join(folder, "samples.tagdb"));
    for (const name of ["football.fwposes", "football.tagdb"]) {
      cpSync(from(`../../../testdata/characters/${name}`), join(folder, name));
    }
    const said = programs
      .map((program) => {
        writeFileSync(join(folder, "program.mjs"), program);
        return execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" });
      })
      .join("");
    assert.match(said, /^cmu\/playground_\S+\.bvh \d+ \d+$/m);
    assert.match(said, /^after [5-9] steps its hands are [01]\.\d+ m and [01]\.\d+ m high$/m);
    assert.match(said, /^it stands at z 3\.\d, its head 1\.[4-8]\d m high$/m);
    assert.equal(readFileSync(join(folder, "walk.fwrec")).subarray(1, 5).toString(), "FWRC");
    assert.match(said, /^0\.5\nunknown function `smoothstp`, did you mean `smoothstep`\? 0 9$/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
