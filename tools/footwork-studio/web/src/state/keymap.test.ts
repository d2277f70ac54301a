import { describe, expect, it } from "vitest";
import type { Label } from "../api/types";
import { type Command, isForKey, keyNamed, mapKeys, showKey } from "./keymap";

const label = (name: string, key: string | null): Label => ({
  name,
  colour: null,
  key,
  description: null,
  place: 0,
  clips: 0,
});
const command = (id: string, ...keys: string[]): Command => ({
  id,
  title: id,
  group: "Group",
  keys,
  run() {},
});

describe("mapKeys", () => {
  const commands = [command("help", "?"), command("next", "n", "F3"), command("undo", "Mod+z")];

  it("gives a key to a label rather than to the command that has the key by default", () => {
    const keymap = mapKeys(commands, [label("Dance", "n")], [], {});
    expect(keymap.targetOf("n")?.id).toBe("tag:Dance");
    expect(keymap.targetOf("F3")?.id).toBe("next");
    expect(keymap.keysOf("next")).toEqual(["F3"]);
    expect(keymap.conflicts).toEqual([]);
  });

  it("prefers the user's choice over both, and names the label or command that lost the key", () => {
    const keymap = mapKeys(commands, [label("Dance", "n")], [], { next: ["n"] });
    expect(keymap.targetOf("n")?.id).toBe("next");
    expect(keymap.keysOf("tag:Dance")).toEqual([]);
    expect(keymap.conflicts.map(({ key, losers }) => [key, ...losers.map(({ id }) => id)])).toEqual(
      [["n", "tag:Dance"]],
    );
  });

  it("reserves ?, Escape and everything with Mod from labels", () => {
    const tags = [label("A", "?"), label("B", "Escape"), label("C", "Mod+z")];
    const keymap = mapKeys(commands, tags, [], {});
    expect(keymap.targetOf("?")?.id).toBe("help");
    expect(keymap.targetOf("Escape")).toBeUndefined();
    expect(keymap.targetOf("Mod+z")?.id).toBe("undo");
  });

  it("names two labels with the same key", () => {
    const keymap = mapKeys([], [label("A", "a")], [label("B", "a")], {});
    expect(keymap.targetOf("a")?.id).toBe("tag:A");
    expect(keymap.conflicts[0]?.losers[0]?.id).toBe("event:B");
  });

  it("removes a key if the user chose none", () => {
    const keymap = mapKeys(commands, [label("Dance", "n")], [], { "tag:Dance": [] });
    expect(keymap.targetOf("n")?.id).toBe("next");
  });
});

describe("names of keys", () => {
  it("reads keys from footwork.toml", () => {
    expect(["w", "W", " ", ",", "F2"].map(keyNamed)).toEqual(["w", "Shift+w", "Space", ",", "F2"]);
  });

  it("formats keys for people", () => {
    expect(showKey("Mod+z", false)).toBe("Ctrl Z");
    expect(showKey("Shift+ArrowLeft", false)).toBe("Shift ←");
    expect(showKey("+", false)).toBe("+");
    expect(showKey("Mod++", true)).toBe("⌘ +");
  });
});

it("ignores repeats of a held key unless the command allows them", () => {
  const command: Command = { id: "a", title: "A", group: "G", keys: [], run() {} };
  const check = (repeats: boolean | undefined) =>
    [false, true].map((isRepeat) =>
      isForKey(repeats === undefined ? command : { ...command, repeats }, isRepeat),
    );
  expect([check(undefined), check(false), check(true)]).toEqual([
    [true, false],
    [true, false],
    [true, true],
  ]);
});
