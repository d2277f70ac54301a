import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Desk, fakeBrowser, openDesk } from "../../tests/desk";
import { RECORDED } from "../../tests/typist";
import { HOLD_MS, STEP_MS } from "./repeatSteps";

vi.mock("../api/changes", () => ({ listenToChanges: () => () => {} }));

let desk: Desk;
beforeAll(async () => {
  fakeBrowser(() => 10);
  desk = await openDesk(RECORDED.clips[0] ?? "");
});
afterAll(() => {
  desk.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Selects a span with room after it, with tagging armed; returns its length. */
function select() {
  desk.click("timeline");
  const spans = desk.studio.labels()?.spans ?? [];
  const frames = desk.studio.clock.frames();
  const first = spans.find(({ byRule, stop }) => !byRule && stop + 60 < frames);
  if (!first) throw new Error("no span has room after it");
  const { tag, start, stop, byRule } = first;
  desk.studio.select([{ kind: "span", tag, start, stop, byRule }]);
}
const chosen = () => {
  const [one] = desk.studio.selection();
  return one?.kind === "span" ? [one.start, one.stop] : [];
};

it("moves the edge 30 frames per second, in one edit, whatever the keyboard repeats", async () => {
  select();
  const [start = 0, stop = 0] = chosen();
  const before = desk.edits();
  desk.send("R", true, "timeline");
  for (let ms = 0; ms < HOLD_MS + 30 * STEP_MS; ms += 25) {
    vi.advanceTimersByTime(25);
    desk.repeat("R", "timeline");
  }
  expect(desk.edits()).toBe(before);
  desk.send("R", false, "timeline");
  await desk.settle();
  const [, moved = 0] = chosen();
  expect(chosen()).toEqual([start, moved]);
  expect(Math.abs(moved - stop - 31)).toBeLessThanOrEqual(2);
  expect(desk.edits()).toBe(before + 1);
  vi.advanceTimersByTime(1000);
  expect(chosen()).toEqual([start, moved]);
});

it("moves the edge by a frame for a tap", async () => {
  select();
  const [start = 0, stop = 0] = chosen();
  desk.send("R", true, "timeline");
  vi.advanceTimersByTime(HOLD_MS - 20);
  desk.send("R", false, "timeline");
  await desk.settle();
  expect(chosen()).toEqual([start, stop + 1]);
});

it("stops when Shift is released before the key, and commits once", async () => {
  select();
  const [start = 0, stop = 0] = chosen();
  const before = desk.edits();
  desk.send("R", true, "timeline");
  vi.advanceTimersByTime(50);
  desk.send("Shift", false, "timeline");
  for (let ms = 0; ms < 1000; ms += 25) {
    vi.advanceTimersByTime(25);
    desk.repeat("r", "timeline", "R");
  }
  desk.send("r", false, "timeline", undefined, "R");
  await desk.settle();
  expect(chosen()).toEqual([start, stop + 1]);
  expect(desk.edits()).toBe(before + 1);
});

it("does nothing more after Escape until the key is pressed again", async () => {
  select();
  const [start = 0, stop = 0] = chosen();
  const before = desk.edits();
  desk.send("R", true, "timeline");
  vi.advanceTimersByTime(HOLD_MS + 5 * STEP_MS);
  desk.press("Escape", "timeline");
  for (let ms = 0; ms < 200; ms += 25) {
    vi.advanceTimersByTime(25);
    desk.repeat("R", "timeline");
  }
  desk.send("R", false, "timeline");
  await desk.settle();
  expect(chosen()).toEqual([start, stop]);
  expect(desk.edits()).toBe(before);
  desk.press("R", "timeline");
  await desk.settle();
  expect(chosen()).toEqual([start, stop + 1]);
});
