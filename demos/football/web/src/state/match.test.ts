import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { syntheticFrame, syntheticScene } from "../../tests/syntheticMatch";
import type { Listener } from "../worker/source";
import { createMatch, nextSeed } from "./match";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a match with a fake source. */
function begun() {
  const heard: Listener[] = [];
  const none = () => Promise.reject(new Error("no match"));
  const match = createMatch({
    listen: (listener) => {
      heard.push(listener);
      return () => {};
    },
    send: () => {},
    recording: none,
    load: none,
  });
  match.start();
  const [source] = heard;
  if (!source) throw new Error("nobody listens");
  return { match, source };
}

it("marks the next footballer at once on a pause, even without an overlay", () => {
  const { match, source } = begun();
  const scene = syntheticScene();
  const show = (frame: number, next: number) => {
    vi.advanceTimersByTime(17);
    source.frame({ ...syntheticFrame(scene, frame), next: [next, null] });
  };
  source.message(scene);
  show(1, 3);
  show(2, 4);
  // Number 4 has not been next for long enough.
  expect(match.next(0)).toBe(3);
  source.message({ kind: "run", run: { ...scene.run, isPaused: true } });
  expect(match.next(0)).toBe(4);
});

it("plays again with the next seed, however large", () => {
  expect(nextSeed("0")).toBe("1");
  expect(nextSeed("9007199254740993")).toBe("9007199254740994");
  expect(nextSeed("18446744073709551615")).toBe("0");
});
