import { batch, createSignal } from "solid-js";

/** Frames `[start, stop)`. */
export interface Range {
  start: number;
  stop: number;
}

/** The position of playback. */
export interface Place {
  /** The time in frames, possibly fractional. */
  time: number;
  /** How often playback has wrapped around: counted up at the end of the range, and down at its start. */
  lap: number;
  /** A number that changes whenever playback is discontinuous: after seeking, or with a new speed. */
  leg: number;
  /**
   * A number that changes whenever the clock jumps. If it differs between two places, the frames between them were not
   * shown.
   */
  piece: number;
}

/**
 * Returns the frame at a time. A time just below a frame counts as that frame, because times are sums of many small
 * steps.
 */
export const frameOf = (time: number) => Math.floor(time + 1e-4);

/** How long a drawn frame counts as up to date, in milliseconds: one refresh of a screen. */
const REFRESH_MS = 17;

/** How far back in time a position can be requested, in milliseconds. */
const KEPT_MS = 1200;

/**
 * The limit for the considered delay of a slow screen, in milliseconds. A key pressed after a longer delay does not
 * refer to the last drawn frame.
 */
const MAX_DELAY_MS = 100;

/** The speeds that keys step through. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 1.5, 2, 4];

/** The parts of a browser that the clock and held keys use. Tests supply their own. */
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
 * `time` is in frames and may be fractional; `frame` is the shown frame. Browser times are values of
 * `performance.now()`.
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
  /** The frames to play once, and the frame to return to afterwards. */
  const [once, setOnce] = createSignal<(Range & { back: number }) | undefined>(undefined);
  /** The browser time at which `time` was reached. */
  let last = 0;
  /** The browser time at which continuous playback began. */
  let since = 0;
  /**
   * The recently drawn frames, each with the browser time at which it was drawn (`at`) and the browser time that it
   * shows (`last`).
   */
  let drawn: { at: number; last: number }[] = [];
  let lap = 0;
  let leg = 0;
  let piece = 0;
  let request = 0;
  /** Whether playback ended by itself, at the browser time `last`. */
  let hasEnded = false;

  const frame = () => Math.min(frameOf(time()), frames() - 1);
  const range = (): Range => once() ?? loop() ?? { start: 0, stop: frames() };
  const repeats = () => once() === undefined && (loop() !== undefined || loopsClip());
  const perMs = () => (framesPerSec() * speed() * (isBackward() ? -1 : 1)) / 1000;

  /**
   * Returns whether the clip was playing at a browser time. If a late frame has shown the end, the clip counts as
   * playing until that end.
   */
  const isPlayingAt = (now: number) => isPlaying() || (hasEnded && now < last);

  /** Returns the position at a browser time, which may be slightly in the past. */
  const placeAt = (now: number): Place => {
    if (!isPlayingAt(now)) return { time: time(), lap, leg, piece };
    const { start, stop } = range();
    const moved = time() + (Math.max(now, since) - last) * perMs();
    // Unless it repeats, playback stops at the end, or at the start if it runs backward.
    if (!repeats()) return { time: Math.min(Math.max(moved, start), stop), lap, leg, piece };
    const rounds = Math.floor((moved - start) / (stop - start));
    return { time: moved - rounds * (stop - start), lap: lap + rounds, leg, piece };
  };
  /**
   * Returns how far the screen lagged behind the clock at a browser time, in milliseconds. On a busy machine, much time
   * passes between two drawn frames, and a key press refers to the visible frame. Returns at most `MAX_DELAY_MS`: a key
   * pressed during a longer stall does not refer to the visible frame.
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
    // The timestamp of an animation frame may be earlier than the start of playback.
    const place = placeAt(Math.max(now, last));
    const before = { time: time(), last };
    last = Math.max(now, last);
    drawn = [...drawn.filter(({ at }) => at >= last - KEPT_MS), { at: ticker.now(), last }];
    // Request the next frame before showing this one: a listener to the new time may pause the clock, which cancels the
    // request.
    request = ticker.request(tick);
    take(place);
    const { start, stop } = range();
    if (!isPlaying() || repeats() || (isBackward() ? place.time > start : place.time < stop))
      return;
    const back = once()?.back;
    // Playback reached the end before this late frame. The page may receive keys pressed before the end later, so keep
    // the time of the end.
    last = before.last + (place.time - before.time) / perMs();
    hasEnded = back === undefined;
    halt();
    if (back !== undefined) seek(back);
  };
  /** Starts a new leg at a time: playback is discontinuous there. */
  const turn = (to: number) => {
    last = ticker.now();
    since = last;
    drawn = [{ at: last, last }];
    hasEnded = false;
    leg += 1;
    setTime(to);
  };
  /** Goes to a time without showing the frames in between. */
  const jump = (to: number) => {
    piece += 1;
    turn(to);
  };
  /** Advances to the current position. Returns its time. */
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
    // At the end in the direction of playback, no frame is left to play.
    const isSpent = isBackward() ? time() <= start : !repeats() && time() >= stop - 1;
    // Jump at once: a paused clock does not pass the frames before its new start.
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
  /** Moves to a time and shows the frames in between, as dragging does. */
  const scrub = (to: number) => {
    if (Number.isFinite(to)) turn(clamped(to));
  };

  return {
    frames,
    framesPerSec,
    time,
    frame,
    /** The played range: the loop, or the whole clip. */
    range,
    /** Whether playback repeats at the end instead of stopping. */
    repeats,
    setLoopsClip,
    placeAt,
    delayAt,
    isPlayingAt,
    /** Whether playback ended by itself, rather than being stopped. */
    hasEnded: () => hasEnded,
    /** Returns the place of the shown time. */
    place: (): Place => ({ time: time(), lap, leg, piece }),
    timeAt: (now: number) => placeAt(now).time,
    isPlaying,
    speed,
    isBackward,
    loop,
    play,
    pause,
    toggle: () => (isPlaying() ? pause() : play()),
    /** Plays a range once, forward, and then goes to the frame `back`. */
    playOnce({ start, stop }: Range, back: number) {
      pause();
      setIsBackward(false);
      setOnce({ start: Math.max(start, 0), stop: Math.min(stop, frames()), back });
      jump(range().start);
      play();
    },
    seek,
    scrub,
    /** Goes some frames forward, or backward if negative, from the shown frame, and stops there. */
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
    /** Plays only these frames, or the whole clip if `undefined`. */
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
    /** Opens another clip. If the previous clip was playing, the new one plays too. */
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
