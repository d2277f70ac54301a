import { createRoot, createSignal } from "solid-js";
import { expect, it, vi } from "vitest";
import type { Tape } from "../../recording/tape";
import type { RecordingState } from "../../state/recording";
import type { Stage } from "../stage/stage";
import { showRecording } from "./showRecording";

vi.mock("../palette", () => ({ readColours: () => ({}), onSchemeChange: () => () => {} }));

const joints = {
  names: ["hips"],
  parents: [-1],
  drawn: [true],
  roles: ["hips"],
  sides: ["centre"],
};
const tape = (more: Partial<Tape> = {}) =>
  ({ frames: 3, base: [0, 0, 0], clips: [{ name: "a", problem: null }], ...more }) as Tape;

/** A recording of one clip, and the calls that the stage receives. The test decides when the clip loads. */
function open() {
  const calls: string[] = [];
  const stage = {
    show: (_shown: unknown, _figure: unknown, at: number, isMore: boolean) =>
      calls.push(isMore ? `more ${at}` : `show ${at}`),
    clear: () => calls.push("clear"),
    setOverlay() {},
    ask() {},
  } as unknown as Stage;
  return createRoot((dispose) => {
    const [isShown, setIsShown] = createSignal(false);
    const [isLoaded, setIsLoaded] = createSignal(false);
    const [now, setTape] = createSignal<Tape>(tape());
    const recording = {
      tape: now,
      frame: () => 1,
      isShown,
      loaded: isLoaded,
      now: () => ({ pose: { clip: 0, frame: 0, mirrored: false } }),
      jointsAt: () => (isLoaded() ? joints : undefined),
      positions: () => (isLoaded() ? new Float32Array(3) : undefined),
      framesPerSec: () => 60,
      ghosts: () => [],
      paths: () => undefined,
    } as unknown as RecordingState;
    showRecording(
      { recording },
      () => stage,
      () => ({}) as HTMLElement,
      () => {},
    );
    return { calls, setIsShown, setIsLoaded, setTape, dispose };
  });
}

it("clears the open clip from the stage until the recorded clip has loaded", () => {
  const { calls, setIsShown, setIsLoaded, dispose } = open();
  expect(calls).toEqual([]);
  setIsShown(true);
  expect(calls).toEqual(["clear"]);
  setIsLoaded(true);
  expect(calls).toEqual(["clear", "show 1"]);
  dispose();
});

it("clears the stage at once if the clip cannot be shown, else after a delay", () => {
  vi.useFakeTimers();
  const { calls, setIsShown, setIsLoaded, setTape, dispose } = open();
  const base = [0, 0, 0] as const;
  setTape(tape({ base }));
  setIsLoaded(true);
  setIsShown(true);
  setIsLoaded(false);
  expect(calls).toEqual(["show 1"]);
  vi.advanceTimersByTime(1000);
  expect(calls).toEqual(["show 1", "clear"]);
  setTape(tape({ base, clips: [{ name: "a", problem: "gone" }] }));
  expect(calls).toEqual(["show 1", "clear", "clear"]);
  vi.useRealTimers();
  dispose();
});

it("aims the camera at a new recording, but not when it continues", () => {
  const { calls, setIsShown, setIsLoaded, setTape, dispose } = open();
  const base = [0, 0, 0] as const;
  setTape(tape({ base }));
  setIsLoaded(true);
  setIsShown(true);
  setTape(tape({ base, firstFrame: 9 }));
  setTape(tape());
  expect(calls).toEqual(["show 1", "more 1", "show 1"]);
  setIsShown(false);
  setIsShown(true);
  expect(calls.at(-1)).toBe("show 1");
  dispose();
});
