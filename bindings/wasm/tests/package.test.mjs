// The published package, packed and installed into an empty folder: it is complete, and the first example of its README works.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const from = (path) => fileURLToPath(new URL(path, import.meta.url));
const npm = (cwd, ...args) =>
  execFileSync("npm", args, { cwd, encoding: "utf8", shell: process.platform === "win32" });

test("the packed package works in an empty folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "footwork-"));
  try {
    const [packed] = JSON.parse(npm(from(".."), "pack", "--json", "--pack-destination", folder));
    const names = packed.files.map((file) => file.path);
    for (const name of [
      "README.md",
      "LICENSE-MIT",
      "LICENSE-APACHE",
      "dist/index.d.ts",
      "dist/three.d.ts",
    ]) {
      assert.ok(names.includes(name), name);
    }
    assert.ok(!names.some((name) => /^(src|tests|playground|browser)\//.test(name)), `${names}`);

    npm(folder, "install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`);
    const installed = join(folder, "node_modules", "footwork");
    const notices = readFileSync(join(installed, "THIRD-PARTY-NOTICES.txt"), "utf8");
    assert.match(notices, /^crc32fast \d/m);
    assert.match(notices, /^The standard library of Rust/m);

    const readme = readFileSync(join(installed, "README.md"), "utf8");
    writeFileSync(join(folder, "program.mjs"), readme.match(/```js\n([\s\S]*?)```/)[1]);
    cpSync(from("../playground/samples.tagdb"), join(folder, "samples.tagdb"));
    const said = execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" });
    assert.match(said, /^cmu\/playground_\S+\.bvh \d+ \d+$/m);
    // It imports only types of three.js, which is not installed.
    writeFileSync(
      join(folder, "bones.mjs"),
      "import { CharacterBones } from 'footwork/three'; console.log(typeof CharacterBones);",
    );
    const bones = execFileSync(process.execPath, ["bones.mjs"], { cwd: folder, encoding: "utf8" });
    assert.equal(bones, "function\n");
    assert.match(said, /^0\.5\nunknown function `smoothstp`, did you mean `smoothstep`\? 0 9$/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
