import type { Range } from "../state/clock";

/** The margin on each side of the clip, in pixels. It leaves room to see and grab the clip's first and last edge. */
export const PAD = 10;

/** Converts between frames and pixels: frame `start` is at pixel `PAD`. */
export interface Scale {
  start: number;
  pixelsPerFrame: number;
  /** The width of the lanes, in pixels. */
  width: number;
}

/** The minimum number of visible frames. */
const FEWEST = 1;

export function scaleOf(view: Range, width: number): Scale {
  const room = Math.max(width - 2 * PAD, 1);
  return { start: view.start, pixelsPerFrame: room / (view.stop - view.start), width };
}

export const toPixel = (scale: Scale, frame: number) =>
  PAD + (frame - scale.start) * scale.pixelsPerFrame;

export const toFrame = (scale: Scale, pixel: number) =>
  scale.start + (pixel - PAD) / scale.pixelsPerFrame;

/** Returns the visible frames, including those that would lie in the margins. */
export const seenFrames = (scale: Scale): Range => ({
  start: toFrame(scale, 0),
  stop: toFrame(scale, scale.width),
});

/** Returns a view inside the clip. It has the given length, or that of the clip if the clip is shorter. */
export function inside(view: Range, frames: number): Range {
  const length = Math.min(Math.max(view.stop - view.start, Math.min(FEWEST, frames)), frames);
  const start = Math.min(Math.max(view.start, 0), frames - length);
  return { start, stop: start + length };
}

/** Returns a view with `by` times as many frames, in which the frame `around` keeps its place. */
export function zoomed(view: Range, frames: number, around: number, by: number): Range {
  const length = view.stop - view.start;
  const to = Math.min(Math.max(length * by, Math.min(FEWEST, frames)), frames);
  const part = (around - view.start) / length;
  return inside({ start: around - part * to, stop: around - part * to + to }, frames);
}

export const panned = (view: Range, frames: number, by: number): Range =>
  inside({ start: view.start + by, stop: view.stop + by }, frames);

/**
 * Returns a view that contains a frame: the current view if possible, else one of the same length that begins or ends
 * near the frame.
 */
export function following(view: Range, frames: number, frame: number): Range {
  if (frame >= view.start && frame <= view.stop) return view;
  const length = view.stop - view.start;
  // Leave a tenth of the view behind the frame, for orientation.
  const start = frame > view.stop ? frame - 0.1 * length : frame - 0.9 * length;
  return inside({ start, stop: start + length }, frames);
}

/** Returns a range with some frames of room on each side. */
export function around(range: Range, frames: number): Range {
  const room = Math.max((range.stop - range.start) * 0.1, 1);
  return inside({ start: range.start - room, stop: range.stop + room }, frames);
}
