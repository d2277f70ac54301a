import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBursts, MAX_PAUSE_MS } from "./bursts";

describe("bursts", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  /** Returns the number of bursts for one edit per key. The page handles the keys later than they are pressed. */
  function count(keys: { pressed: number; handled: number }[]) {
    const bursts = createBursts();
    const start = performance.now();
    const found = keys.map(({ pressed, handled }) => {
      vi.advanceTimersByTime(start + handled - performance.now());
      bursts.key(start + pressed);
      return bursts.next().burst;
    });
    return new Set(found).size;
  }

  it("end by the times at which keys are pressed, no matter how late the page handles them", () => {
    for (const late of [0, 100, 2500, 60_000]) {
      const near = [0, 500, 500 + MAX_PAUSE_MS].map((pressed, i) => ({
        pressed,
        handled: pressed + i * late,
      }));
      expect(count(near), `${late} ms late`).toBe(1);
      const far = [0, MAX_PAUSE_MS + 1].map((pressed) => ({ pressed, handled: pressed + late }));
      expect(count(far), `${late} ms late`).toBe(2);
      // Keys pressed far apart stay in separate bursts, even if the page handles them at the same time.
      const heaped = [0, MAX_PAUSE_MS + 1].map((pressed) => ({ pressed, handled: 10_000 + late }));
      expect(count(heaped)).toBe(2);
    }
  });

  it("are not split by a key held longer than a pause", () => {
    const bursts = createBursts();
    bursts.key(0);
    const { burst } = bursts.next();
    bursts.key(200);
    bursts.keyUp(200 + 3 * MAX_PAUSE_MS);
    bursts.key(300 + 3 * MAX_PAUSE_MS);
    expect(bursts.next().burst).toBe(burst);
    bursts.key(301 + 4 * MAX_PAUSE_MS);
    expect(bursts.next().burst).not.toBe(burst);
  });

  it("are not split by edits that take long", () => {
    const bursts = createBursts();
    bursts.key(performance.now());
    const { burst } = bursts.next();
    vi.advanceTimersByTime(10 * MAX_PAUSE_MS);
    expect(bursts.next().burst).toBe(burst);
  });
});
