import { createRoot } from "solid-js";
import { expect, it } from "vitest";
import { createPins } from "./pins";
import { createPreferences } from "./preferences";

const createStorage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
};

it("keeps the lanes of each library separately, across a reload", () => {
  const storage = createStorage();
  const load = (root: string) =>
    createRoot(() => {
      const { preferences, change: prefer } = createPreferences(storage);
      return createPins(() => root, { preferences, prefer });
    });
  const pins = load("/a");
  pins.pin({ kind: "tag", name: "Gait.Run" }, { kind: "event", name: "Foot" });
  pins.pin({ kind: "tag", name: "Gait.Run" });
  const both = [
    { kind: "tag", name: "Gait.Run" },
    { kind: "event", name: "Foot" },
  ];
  expect(pins.pinned()).toEqual(both);
  expect(load("/a").pinned()).toEqual(both);
  expect(load("/b").pinned()).toEqual([]);
  pins.unpin({ kind: "tag", name: "Gait.Run" });
  expect(pins.isPinned({ kind: "tag", name: "Gait.Run" })).toBe(false);
  expect(load("/a").pinned()).toEqual([{ kind: "event", name: "Foot" }]);
});
