// Builds the page on which a character is steered, with its poses, tags and body inside.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packed, writePage } from "../onePage.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const football = (kind) => packed(at(`../../../testdata/characters/football.${kind}`));

const data = {
  module: packed(at("../dist/footwork.wasm")),
  poses: football("fwposes"),
  tags: football("tagdb"),
  body: football("glb"),
};
const style = ["../playground/style.css", "style.css"].map((path) =>
  readFileSync(at(path), "utf8"),
);
await writePage("steer", style.join("\n"), data);
