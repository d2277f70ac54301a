import { expect, it } from "vitest";
import { HOLD_MS, repeatSteps } from "./repeatSteps";

/** Counts the steps of a key held for some time on a screen that refreshes at regular intervals. */
function stepsOf(heldMs: number, refreshMs: number): number {
  let now = 1000;
  let tick: ((now: number) => void) | undefined;
  let steps = 0;
  const ticker = {
    now: () => now,
    request: (next: (now: number) => void) => {
      tick = next;
      return 1;
    },
    cancel: () => {
      tick = undefined;
    },
  };
  const stop = repeatSteps(() => {
    steps += 1;
  }, ticker);
  for (const start = now; now + refreshMs < start + heldMs; ) {
    now += refreshMs;
    tick?.(now);
  }
  stop();
  const held = steps;
  now += 1000;
  tick?.(now);
  expect(steps).toBe(held);
  return steps;
}

it("takes one step for a tap", () => {
  for (const ms of [0, 60, 120, HOLD_MS - 1]) expect(stepsOf(ms, 1000 / 60)).toBe(1);
});

it("takes 30 steps per second while the key is held, whatever the refresh rate", () => {
  for (const hz of [30, 60, 75, 120, 144]) {
    const steps = stepsOf(HOLD_MS + 2000, 1000 / hz);
    expect(Math.abs(steps - 61)).toBeLessThanOrEqual(1);
  }
});

it("takes at most one step per drawn frame on a slow page", () => {
  expect(stepsOf(HOLD_MS + 2000, 250)).toBe(1 + 8);
});
