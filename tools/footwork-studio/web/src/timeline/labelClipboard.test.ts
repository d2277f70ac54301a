import { expect, test } from "vitest";
import type { Copied } from "../state/timeline";
import { toText } from "./clipboard";
import { createLabelClipboard } from "./labelClipboard";

const copied = (tag: string): Copied => ({
  frames: 9,
  spans: [{ tag, start: 0, stop: 1 }],
  events: [],
});

/** Creates a system clipboard. `isLent` tells whether the browser permits access to it. */
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

test("pastes labels copied in this page", async () => {
  const clipboard = createLabelClipboard(createSystem());
  expect(await clipboard.read()).toBeUndefined();
  await clipboard.copy(copied("A"));
  expect(await clipboard.read()).toEqual(copied("A"));
});

test("prefers labels copied later in another page", async () => {
  const system = createSystem();
  const clipboard = createLabelClipboard(system);
  await clipboard.copy(copied("A"));
  system.text = toText(copied("B"));
  expect(await clipboard.read()).toEqual(copied("B"));
});

test("ignores a text without labels, and keeps the labels copied in this page", async () => {
  const system = createSystem();
  const clipboard = createLabelClipboard(system);
  await clipboard.copy(copied("A"));
  system.text = "hello";
  expect(await clipboard.read()).toEqual(copied("A"));
});

test("works inside the page without the browser's permission", async () => {
  const system = createSystem();
  system.text = toText(copied("old"));
  system.isLent = false;
  const clipboard = createLabelClipboard(system);
  await clipboard.copy(copied("A"));
  expect(await clipboard.read()).toEqual(copied("A"));
  // The system's text is older than the copied labels, which could not be written to the system.
  system.isLent = true;
  expect(await clipboard.read()).toEqual(copied("A"));
  expect(await createLabelClipboard(undefined).read()).toBeUndefined();
});
