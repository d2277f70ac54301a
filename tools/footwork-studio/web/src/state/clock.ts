import { batch, createSignal } from "solid-js";

/** Frames `[start, stop)`. */
export interface Range {
  start: number;
  stop: number;
}

/** The position of playback. */
export interface Place {
  /** In frames, possibly fractional. */
  time: number;
  /** How often playback wrapped around: up at the end of the range, down at its start. */
  lap: number;
  /** Changes whenever playback is discontinuous: after seeking, or at another speed. */
  leg: number;
  /**
   * Changes whenever the clock jumps. If it differs between two positions, the frames between them were not shown.
   */
  piece: number;
}

/** The frame at a time. Times are sums of many small steps: one just below a frame counts as that frame. */
export const frameOf = (time: number) => Math.floor(time + 1e-4);

/** How long a frame may stay on screen after it was drawn, in milliseconds: one refresh of a screen. */
const REFRESH_MS = 17;

/** How far back presses may be dated, in milliseconds. */
const KEPT_MS = 1200;

/** The longest time between frames on a slow screen, in milliseconds. A key pressed later does not refer to the last frame. */
const MAX_DELAY_MS = 100;

/** The speeds that keys step through. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 1.5, 2, 4];

/** The parts of a browser that measure time; tests supply their own. */
export interface Ticker {
  now(): number;
  request(tick: (now: number) => void): number;
  cancel(request: number): void;
}

export const BROWSER: Ticker = {
  now: () => performance.now(),
  request: (tick) => requestAnimationFrame(tick),
  cancel: (request) => cancelAnimationFrame(request),
};

/**
 * The studio's position in the clip, and whether it plays.
 *
 * `time` is in frames and may be fractional; `frame` is the one shown. Browser times are those
 * of `performance.now()`.
 */
export function createClock(ticker: Ticker = BROWSER) {
  const [frames, setFrames] = createSignal(1);
  const [framesPerSec, setFramesPerSec] = createSignal(30);
  const [time, setTime] = createSignal(0);
  const [isPlaying, setIsPlaying] = createSignal(false);
  const [speed, setSpeedSignal] = createSignal(1);
  const [isBackward, setIsBackward] = createSignal(false);
  const [loop, setLoopSignal] = createSignal<Range | undefined>(undefined);
  const [loopsClip, setLoopsClip] = createSignal(false);
  /** Frames to play once, and the frame to return to after them. */
  const [once, setOnce] = createSignal<(Range & { back: number }) | undefined>(undefined);
  /** The browser time at which `time` was reached. */
  let last = 0;
  /** The browser time at which continuous playback began. */
  let since = 0;
  /** The recently drawn frames: the browser time of drawing, and the browser time they show. */
  let drawn: { at: number; last: number }[] = [];
  let lap = 0;
  let leg = 0;
  let piece = 0;
  let request = 0;
  /** Whether playback reached its end by itself, at the browser time `last`. */
  let hasEnded = false;

  const frame = () => Math.min(frameOf(time()), frames() - 1);
  const range = (): Range => once() ?? loop() ?? { start: 0, stop: frames() };
  const repeats = () => once() === undefined && (loop() !== undefined || loopsClip());
  const perMs = () => (framesPerSec() * speed() * (isBackward() ? -1 : 1)) / 1000;

  /** Returns whether it played at a browser time. If a late frame drew the end, it played up to that end. */
  const isPlayingAt = (now: number) => isPlaying() || (hasEnded && now < last);

  /** The position at a browser time, which may be slightly in the past. */
  const placeAt = (now: number): Place => {
    if (!isPlayingAt(now)) return { time: time(), lap, leg, piece };
    const { start, stop } = range();
    const moved = time() + (Math.max(now, since) - last) * perMs();
    // Without a loop, playback stops at the end, or at the start when playing backward.
    if (!repeats()) return { time: Math.min(Math.max(moved, start), stop), lap, leg, piece };
    const rounds = Math.floor((moved - start) / (stop - start));
    return { time: moved - rounds * (stop - start), lap: lap + rounds, leg, piece };
  };
  /**
   * Returns how far the position on screen lagged behind the clock at a browser time, in milliseconds. On a busy
   * machine much time passes between two drawn frames, and a key press refers to the visible one. At most MAX_DELAY_MS
   * is returned: a key pressed during a longer stall does not refer to the visible frame.
   */
  const delayAt = (now: number): number => {
    const seen = isPlayingAt(now) ? drawn.findLast(({ at }) => at <= now) : undefined;
    if (seen === undefined) return 0;
    return Math.min(Math.max(now - seen.last - REFRESH_MS, 0), MAX_DELAY_MS);
  };
  const take = (place: Place) => {
    lap = place.lap;
    setTime(place.time);
  };
  const tick = (now: number) => {
    // An animation frame's timestamp may be earlier than the start of playback.
    const place = placeAt(Math.max(now, last));
    const before = { time: time(), last };
    last = Math.max(now, last);
    drawn = [...drawn.filter(({ at }) => at >= last - KEPT_MS), { at: ticker.now(), last }];
    // Request the next frame before showing this one: a listener to the new time may pause, which cancels the request.
    request = ticker.request(tick);
    take(place);
    const { start, stop } = range();
    if (!isPlaying() || repeats() || (isBackward() ? place.time > start : place.time < stop))
      return;
    const back = once()?.back;
    // Playback reached the end before this late frame. A key pressed in between may arrive later, so keep the time of the end.
    last = before.last + (place.time - before.time) / perMs();
    hasEnded = back === undefined;
    halt();
    if (back !== undefined) seek(back);
  };
  /** Marks a discontinuity of playback. */
  const turn = (to: number) => {
    last = ticker.now();
    since = last;
    drawn = [{ at: last, last }];
    hasEnded = false;
    leg += 1;
    setTime(to);
  };
  /** Goes to a time without showing the frames between. */
  const jump = (to: number) => {
    piece += 1;
    turn(to);
  };
  /** Goes to the current position. Returns its time. */
  const advance = () => {
    if (!isPlaying()) return time();
    const now = Math.max(ticker.now(), last);
    const place = placeAt(now);
    last = now;
    take(place);
    return place.time;
  };
  const halt = () => {
    ticker.cancel(request);
    setIsPlaying(false);
    setOnce(undefined);
  };
  const pause = () => {
    if (!isPlaying()) return;
    advance();
    halt();
  };
  const play = () => {
    if (isPlaying()) return;
    const { start, stop } = range();
    const isOutside = time() < start || time() >= stop;
    // At the end of the direction there is nothing left to play.
    const isSpent = isBackward() ? time() <= start : !repeats() && time() >= stop - 1;
    // Jump immediately: a paused clock does not pass the frames before its new start.
    batch(() => {
      if (isOutside || isSpent) jump(isBackward() ? stop - 1 : start);
      else turn(time());
      setIsPlaying(true);
    });
    request = ticker.request(tick);
  };
  const clamped = (to: number) => Math.min(Math.max(to, 0), frames() - 1);
  /** Jumps to a time in frames, clamped to the clip. */
  const seek = (to: number) => {
    if (!Number.isFinite(to)) return;
    advance();
    jump(clamped(to));
  };
  /** Moves to a time and shows the frames between, as in dragging. */
  const scrub = (to: number) => {
    if (Number.isFinite(to)) turn(clamped(to));
  };

  return {
    frames,
    framesPerSec,
    time,
    frame,
    /** The frames to play: the loop, or the whole clip. */
    range,
    /** Whether playback repeats at the end instead of stopping. */
    repeats,
    setLoopsClip,
    placeAt,
    delayAt,
    isPlayingAt,
    /** Whether playback reached its end, rather than being stopped. */
    hasEnded: () => hasEnded,
    /** The position of the shown time. */
    place: (): Place => ({ time: time(), lap, leg, piece }),
    timeAt: (now: number) => placeAt(now).time,
    isPlaying,
    speed,
    isBackward,
    loop,
    play,
    pause,
    toggle: () => (isPlaying() ? pause() : play()),
    /** Plays some frames once, forward, and returns to a frame. */
    playOnce({ start, stop }: Range, back: number) {
      pause();
      setIsBackward(false);
      setOnce({ start: Math.max(start, 0), stop: Math.min(stop, frames()), back });
      jump(range().start);
      play();
    },
    seek,
    scrub,
    /** Moves some frames forward or backward from the shown frame, and stops there. */
    step(by: number) {
      pause();
      scrub(frame() + by);
    },
    setSpeed(to: number) {
      if (isPlaying()) turn(advance());
      if (Number.isFinite(to)) setSpeedSignal(Math.min(Math.max(to, 0.1), 4));
    },
    setBackward(to: boolean) {
      if (to === isBackward()) return;
      if (isPlaying()) turn(advance());
      setIsBackward(to);
    },
    /** Plays only these frames, or the whole clip again. */
    setLoop(to: Range | undefined) {
      const at = advance();
      const inside = to && {
        start: Math.max(Math.floor(to.start), 0),
        stop: Math.min(Math.ceil(to.stop), frames()),
      };
      setLoopSignal(inside && inside.stop > inside.start ? inside : undefined);
      if (!isPlaying()) return;
      const { start, stop } = range();
      if (at >= start && at < stop) turn(at);
      else jump(start);
    },
    /** Opens another clip. If the previous one was playing, so is this one. */
    open(length: number, rate: [number, number]) {
      const wasPlaying = isPlaying();
      pause();
      setLoopSignal(undefined);
      setFrames(Math.max(length, 1));
      setFramesPerSec(rate[0] / rate[1]);
      jump(0);
      if (wasPlaying) play();
    },
  };
}

export type Clock = ReturnType<typeof createClock>;
