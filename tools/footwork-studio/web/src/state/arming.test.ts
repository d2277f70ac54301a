import { expect, it } from "vitest";
import { createArming } from "./arming";
import type { Command, Target } from "./keymap";

function create() {
  let hasArmed = false;
  const arming = createArming({
    preferences: () => ({ hasArmed }),
    prefer: (some) => {
      hasArmed = some.hasArmed;
    },
  });
  return { arming, hasArmed: () => hasArmed };
}

it("is not armed at first; the timeline arms tagging, and a list or a panel disarms it", () => {
  const { arming, hasArmed } = create();
  expect([arming.isArmed(), hasArmed()]).toEqual([false, false]);
  arming.pressed("neutral");
  expect(arming.isArmed()).toBe(false);
  arming.pressed("timeline");
  expect([arming.isArmed(), hasArmed()]).toEqual([true, true]);
  arming.pressed("neutral");
  arming.focused("neutral");
  expect(arming.isArmed()).toBe(true);
  arming.pressed("elsewhere");
  expect(arming.isArmed()).toBe(false);
  arming.focused("timeline");
  expect(arming.isArmed()).toBe(false);
  arming.arm();
  arming.focused("elsewhere");
  expect(arming.isArmed()).toBe(false);
});

it("is suspended in a field of the timeline, and resumes after the field unless Escape closed it", () => {
  const { arming } = create();
  arming.focused("field");
  arming.left();
  expect(arming.isArmed()).toBe(false);
  arming.arm();
  for (const leave of [arming.left, () => arming.focused("timeline")]) {
    arming.focused("field");
    arming.focused("field");
    expect(arming.isArmed()).toBe(false);
    leave();
    expect(arming.isArmed()).toBe(true);
  }
  arming.focused("field");
  arming.escaped();
  arming.left();
  expect(arming.isArmed()).toBe(false);
  arming.arm();
  arming.focused("field");
  arming.pressed("elsewhere");
  arming.left();
  expect(arming.isArmed()).toBe(false);
});

it("lets text keys change labels only while armed, and notes that a key had no effect", () => {
  const { arming } = create();
  const command = (edits: boolean): Target => {
    const it: Command = { id: "a", title: "A", group: "G", keys: [], edits, run() {} };
    return { kind: "command", id: "a", command: it };
  };
  const label = { name: "A", colour: null, key: "a", description: null, place: 0, clips: 0 };
  const tag: Target = { kind: "tag", id: "tag:A", label };
  for (const key of ["Mod+x", "F4", "Shift+F4"])
    expect(arming.allows(command(true), key)).toBe(true);
  expect(arming.allows(command(false), "l")).toBe(true);
  expect(arming.isMissed()).toBe(false);
  for (const key of ["a", "Shift+s", "Delete", "Enter", "[", "Alt+a"])
    expect(arming.allows(command(true), key)).toBe(false);
  expect(arming.allows(tag, "F5")).toBe(false);
  expect(arming.isMissed()).toBe(true);
  arming.arm();
  expect([arming.isMissed(), arming.allows(tag, "a")]).toEqual([false, true]);
});
