// The program of the guide does as its comments say.
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

test("the program of the guide runs as it is written", () => {
  const guide = readFileSync(from("../../../docs/guides/web.md"), "utf8");
  const program = guide.match(/```js\n([\s\S]*?)```/)[1];
  const folder = mkdtempSync(join(tmpdir(), "footwork-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(from(".."), join(folder, "node_modules", "footwork"));
    cpSync(from("../playground/samples.tagdb"), join(folder, "samples.tagdb"));
    writeFileSync(join(folder, "program.mjs"), program);
    const said = execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" });
    assert.match(said, /^cmu\/playground_\S+\.bvh \d+ \d+$/m);
    assert.match(said, /^0\.5\nunknown function `smoothstp`, did you mean `smoothstep`\? 0 9$/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
