import { createRoot } from "solid-js";
import { expect, it } from "vitest";
import { createNotices } from "./notices";

it("shows a repeated message once, as the newest", () => {
  const { notices, say } = createRoot(createNotices);
  const run = () => {};
  say({ kind: "error", text: "Undo: no", detail: "a" });
  say({ kind: "error", text: "Redo: no" });
  say({ kind: "error", text: "Undo: no", detail: "b" });
  say({ kind: "error", text: "Undo: no", detail: "a" });
  // The action of a notice applies to its own step, so this notice does not replace the one without an action.
  say({ kind: "error", text: "Undo: no", detail: "a", action: { title: "Discard", run } });
  expect(
    notices().map(({ text, detail = "", action }) => `${text} ${detail}${action ? "!" : ""}`),
  ).toEqual(["Redo: no ", "Undo: no b", "Undo: no a", "Undo: no a!"]);
});
