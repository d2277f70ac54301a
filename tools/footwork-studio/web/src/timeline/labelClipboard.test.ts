import { expect, test } from "vitest";
import type { Copied } from "../state/timeline";
import { toText } from "./clipboard";
import { createLabelClipboard } from "./labelClipboard";

const copied = (tag: string): Copied => ({
  frames: 9,
  spans: [{ tag, start: 0, stop: 1 }],
  events: [],
});

/** A system's clipboard; `isLent` tells whether the browser gives leave. */
function createSystem() {
  const system = {
    text: "",
    isLent: true,
    async readText() {
      if (!system.isLent) throw new Error("not allowed");
      return system.text;
    },
    async writeText(text: string) {
      if (!system.isLent) throw new Error("not allowed");
      system.text = text;
    },
  };
  return system;
}

test("what was copied here", async () => {
  const clipboard = createLabelClipboard(createSystem());
  expect(await clipboard.read()).toBeUndefined();
  await clipboard.copy(copied("A"));
  expect(await clipboard.read()).toEqual(copied("A"));
});

test("what was copied later elsewhere wins", async () => {
  const system = createSystem();
  const clipboard = createLabelClipboard(system);
  await clipboard.copy(copied("A"));
  system.text = toText(copied("B"));
  expect(await clipboard.read()).toEqual(copied("B"));
});

test("a text that is no labels leaves those of this page", async () => {
  const system = createSystem();
  const clipboard = createLabelClipboard(system);
  await clipboard.copy(copied("A"));
  system.text = "hello";
  expect(await clipboard.read()).toEqual(copied("A"));
});

test("without leave of the browser the page has its own", async () => {
  const system = createSystem();
  system.text = toText(copied("old"));
  system.isLent = false;
  const clipboard = createLabelClipboard(system);
  await clipboard.copy(copied("A"));
  expect(await clipboard.read()).toEqual(copied("A"));
  // The text of the system is older than what could not be written there.
  system.isLent = true;
  expect(await clipboard.read()).toEqual(copied("A"));
  expect(await createLabelClipboard(undefined).read()).toBeUndefined();
});
