import { createEffect, createRoot, createSignal } from "solid-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ChangesHost, COLLECT_MS, createChanges } from "./changes";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("shows news a moment later, and a burst of news once", () => {
  const shown: number[] = [];
  const { hear, dispose } = createRoot((dispose) => {
    const [revision, setRevision] = createSignal(1);
    createEffect(() => shown.push(revision()));
    const host = {
      library: { takeRows: (_: unknown, of: number) => setRevision(of) },
      openClip: { outdated() {} },
      changed() {},
    } as unknown as ChangesHost;
    return { ...createChanges(host), dispose };
  });
  for (const revision of [2, 3, 4])
    hear({ kind: "labels", revision, clips: [], rows: [], outside: false, findings: [] });
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(COLLECT_MS);
  expect(shown).toEqual([1, 4]);
  dispose();
});
