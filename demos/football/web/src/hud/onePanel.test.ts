import { expect, it } from "vitest";
import { type Panel, tooMany } from "./onePanel";

it("keeps the panel that was opened last", () => {
  const check = (before: Panel[], now: Panel[], closed: Panel[]) =>
    expect(tooMany(new Set(before), new Set(now))).toEqual(closed);
  check([], [], []);
  check([], ["pose"], []);
  check(["log"], ["log", "pose"], ["log"]);
  check(["pose"], ["log", "pose"], ["pose"]);
  // The window became narrow while several were open.
  check(["log", "texts", "pose"], ["log", "texts", "pose"], ["texts", "pose"]);
  check([], ["texts", "pose"], ["pose"]);
});
