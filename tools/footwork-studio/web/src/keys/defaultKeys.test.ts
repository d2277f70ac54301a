import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { proposalCommands } from "../proposals/commands";
import type { Studio } from "../state/studio";
import { viewCommands } from "../view/viewCommands";

const SRC = fileURLToPath(new URL("..", import.meta.url));

/** Matches the arguments of a command in source files: its id, its title and its keys. */
const COMMAND =
  /"(\w+\.\w+)",\s*(?:"[^"]*"|`[^`]*`|[\w.]+),\s*\[((?:\s*"(?:[^"\\]|\\.)*"\s*,?)*)\s*\]/g;
/** The keys of the side panel's tabs, which depend on the order of the tabs. */
const IS_PANEL = /^Alt\+\d$/;

/**
 * Returns the default keys of every command by its id, read from the source files. The running page lacks some, because
 * parts add their commands only when they open.
 */
function defaultKeysById(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const path of readdirSync(SRC, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue;
    for (const [, id = "", keys = ""] of readFileSync(SRC + path, "utf8").matchAll(COMMAND))
      found.set(id, JSON.parse(`[${keys.replace(/,\s*$/, "")}]`));
  }
  // Some commands have titles and keys from tables.
  for (const { id, keys } of viewCommands({} as Studio, () => undefined)) found.set(id, keys);
  const studio = { proposals: {} } as unknown as Studio;
  for (const { id, keys } of proposalCommands(studio)) found.set(id, keys);
  return found;
}

test("no two commands have a key in common", () => {
  const byKey = new Map<string, string[]>();
  const all = defaultKeysById();
  // The keys of the proposal queue work only in its own mode.
  const mode = (id: string) =>
    id.startsWith("proposals.") && id !== "proposals.start" ? "proposals: " : "";
  for (const [id, own] of all)
    for (const key of own.map((key) => mode(id) + key))
      byKey.set(key, [...(byKey.get(key) ?? []), id]);
  expect(all.size).toBeGreaterThan(80);
  // Examples of commands from tables, and of parts that open later.
  expect([...all.keys()]).toEqual(
    expect.arrayContaining(["similar.find", "view.body", "compare.ours", "help.keys"]),
  );
  expect([...byKey].filter(([key, ids]) => ids.length > 1 || IS_PANEL.test(key))).toEqual([]);
});
