import { createSignal } from "solid-js";

/** Frames `[start, stop)`. */
export interface Range {
  start: number;
  stop: number;
}

/** The speeds that keys step through. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 1.5, 2, 4];

/**
 * Where in the clip the studio is, and whether it plays.
 *
 * `time` is in frames and may lie between two; `frame` is the one that is shown. Times of the
 * browser come in as `performance.now()` says them.
 */
export function createClock() {
  const [frames, setFrames] = createSignal(1);
  const [framesPerSec, setFramesPerSec] = createSignal(30);
  const [time, setTime] = createSignal(0);
  const [isPlaying, setIsPlaying] = createSignal(false);
  const [speed, setSpeedSignal] = createSignal(1);
  const [isBackward, setIsBackward] = createSignal(false);
  const [loop, setLoop] = createSignal<Range | undefined>(undefined);
  let last = 0;
  let request = 0;

  const frame = () => Math.min(Math.floor(time()), frames() - 1);
  const range = (): Range => loop() ?? { start: 0, stop: frames() };
  const perMs = () => (framesPerSec() * speed() * (isBackward() ? -1 : 1)) / 1000;

  /** Where playing is at a time of the browser, which may be a little earlier than now. */
  const timeAt = (now: number): number => {
    if (!isPlaying()) return time();
    const { start, stop } = range();
    const moved = time() + (now - last) * perMs();
    if (moved >= start && moved < stop) return moved;
    const length = stop - start;
    return start + ((((moved - start) % length) + length) % length);
  };
  const tick = (now: number) => {
    // A frame of the browser may be of before the moment at which playing began.
    const at = Math.max(now, last);
    setTime(timeAt(at));
    last = at;
    request = requestAnimationFrame(tick);
  };
  const pause = () => {
    if (!isPlaying()) return;
    cancelAnimationFrame(request);
    setTime(timeAt(performance.now()));
    setIsPlaying(false);
  };
  const play = () => {
    if (isPlaying()) return;
    const { start, stop } = range();
    if (time() < start || time() >= stop) setTime(isBackward() ? stop - 1 : start);
    last = performance.now();
    setIsPlaying(true);
    request = requestAnimationFrame(tick);
  };
  /** Goes to a time in frames, inside the clip. */
  const seek = (to: number) => {
    setTime(Math.min(Math.max(to, 0), frames() - 1));
    last = performance.now();
  };

  return {
    frames,
    framesPerSec,
    time,
    frame,
    timeAt,
    isPlaying,
    speed,
    isBackward,
    loop,
    play,
    pause,
    toggle: () => (isPlaying() ? pause() : play()),
    seek,
    /** Goes some frames on, or back, from the frame that is shown, and stops there. */
    step(by: number) {
      pause();
      seek(frame() + by);
    },
    setSpeed(to: number) {
      if (isPlaying()) seek(timeAt(performance.now()));
      setSpeedSignal(Math.min(Math.max(to, 0.1), 4));
    },
    setBackward(to: boolean) {
      if (isPlaying()) seek(timeAt(performance.now()));
      setIsBackward(to);
    },
    /** Plays only these frames, or the whole clip again. */
    setLoop(to: Range | undefined) {
      setLoop(to && to.stop > to.start ? to : undefined);
    },
    /** Another clip is open now. */
    open(length: number, rate: [number, number]) {
      pause();
      setLoop(undefined);
      setFrames(Math.max(length, 1));
      setFramesPerSec(rate[0] / rate[1]);
      setTime(0);
    },
  };
}

export type Clock = ReturnType<typeof createClock>;
