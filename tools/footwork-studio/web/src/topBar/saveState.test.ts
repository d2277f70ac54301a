import { expect, it } from "vitest";
import { type SaveFacts, saveWord } from "./saveState";

const facts: SaveFacts = {
  state: "saved",
  pending: 0,
  unsaved: 0,
  isOver: false,
  isConnected: true,
};
const check = (some: Partial<SaveFacts>, expected: string) =>
  expect(saveWord({ ...facts, ...some }).text).toBe(expected);

it("says saved only if every edit is on disk", () => {
  check({}, "Saved");
  check({ isConnected: false }, "Not connected");
  check({ isOver: true }, "Not connected");
  check({ state: "saving" }, "Saving…");
  check({ state: "saving", pending: 1 }, "Saving…");
  check({ state: "saving", pending: 3 }, "Saving 3…");
  check({ state: "waiting", pending: 2 }, "Not saved: 2, retrying");
  check({ state: "saving", pending: 1, isConnected: false }, "Not saved: 1, retrying");
  check({ state: "waiting", pending: 2, isOver: true, isConnected: false }, "Not saved: 2");
  check({ unsaved: 1 }, "Not saved: 1");
  check({ state: "waiting", pending: 2, unsaved: 1 }, "Not saved: 3, retrying");
});
