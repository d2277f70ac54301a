import { describe, expect, it } from "vitest";
import { type Command, mapKeys } from "../state/keymap";
import { groupKeys, refusal, withKeys, withoutKeys } from "./remap";

const command = (id: string, group: string, ...keys: string[]): Command => ({
  id,
  title: `Do ${id}`,
  group,
  keys,
  run() {},
});
const tag = { name: "Dance", colour: null, key: "n", description: null, place: 0, clips: 0 };

describe("choosing keys", () => {
  it("takes a chosen key from the command that had it", () =>
    expect(withKeys({ a: ["x", "y"], b: ["z"] }, "b", ["x"])).toEqual({ a: ["y"], b: ["x"] }));
  it("goes back to the default", () =>
    expect(withoutKeys({ a: ["x"], b: ["z"] }, "b")).toEqual({ a: ["x"] }));
  it("rejects keys that browsers and the page need", () => {
    expect(refusal("Alt+ArrowLeft", false)).toBeDefined();
    expect(refusal("Mod+w", false)).toBeDefined();
    expect(refusal("Mod+k", true)).toBeDefined();
    expect(refusal("Mod+k", false)).toBeUndefined();
    expect(refusal("w", true)).toBeUndefined();
  });
});

describe("groupKeys", () => {
  const commands = [command("next", "Query", "n", "F3"), command("play", "Playing", "Space")];
  const keymap = mapKeys(commands, [tag], [], {});

  it("groups commands, followed by labels", () =>
    expect(groupKeys(keymap, {}, "").map(({ title }) => title)).toEqual([
      "Playing",
      "Query",
      "Tags",
    ]));
  it("names the command or label that now has a lost key", () => {
    const row = groupKeys(keymap, {}, "next")[0]?.rows[0];
    expect(row?.keys).toEqual(["F3"]);
    expect(row?.lost.map(({ key, to }) => [key, to.id])).toEqual([["n", "tag:Dance"]]);
  });
  it("searches names, groups and keys", () => {
    expect(groupKeys(keymap, {}, "space").map(({ title }) => title)).toEqual(["Playing"]);
    expect(groupKeys(keymap, {}, "tags dance")).toHaveLength(1);
    expect(groupKeys(keymap, {}, "nothing")).toEqual([]);
  });
});
