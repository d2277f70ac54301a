import { expect, it } from "vitest";
import { createLabelKeys, type LabelPress } from "./labelKeys";

const label = { name: "A", colour: null, key: "a", description: null, place: 0, clips: 0 };

it("reports each press and its release exactly once", () => {
  const keys = createLabelKeys();
  const heard: [string, number][] = [];
  const off = keys.on(({ phase, timeStamp }: LabelPress) => heard.push([phase, timeStamp]));
  keys.down("KeyA", { label, kind: "tag" }, 1);
  keys.down("KeyA", { label, kind: "tag" }, 2);
  expect(keys.up("KeyB", 3)).toBe(false);
  keys.release(4);
  keys.release(5);
  expect(keys.up("KeyA", 6)).toBe(false);
  off();
  keys.down("KeyA", { label, kind: "tag" }, 7);
  expect(heard).toEqual([
    ["down", 1],
    ["up", 4],
  ]);
});
