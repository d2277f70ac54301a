import type { Frame } from "./frameType";

/** How far the picture stays behind the newest frame, in frames, to absorb late frames. */
const BEHIND = 1.5;
/** Jumps longer than this many frames, such as a rewind or a new match, are not interpolated. */
const JUMP = 12;
/** The fraction of the error in the estimated time that each frame corrects. */
const FOLLOW = 0.08;

/** Two frames, and the position of the picture between them. */
export interface Between {
  from: Frame;
  to: Frame;
  share: number;
}

/** Turns bursts of frames into smooth motion: estimates the match's time and stays slightly behind. */
export function createPlayout() {
  let frames: Frame[] = [];
  let offset = 0;
  let rate = 60;
  return {
    /** Sets the playback rate in frames per second: 60, or fewer in slow motion. */
    setRate(to: number, now: number) {
      if (to !== rate) frames = frames.slice(-1);
      rate = to;
      const last = frames.at(-1);
      if (last) offset = last.frame - now * rate;
    },
    add(frame: Frame, now: number) {
      const last = frames.at(-1);
      const isJump = last && (frame.frame < last.frame || frame.frame > last.frame + JUMP);
      if (!last || isJump) {
        frames = [frame];
        offset = frame.frame - now * rate;
        return;
      }
      if (frame.frame === last.frame) frames.pop();
      frames.push(frame);
      if (frames.length > JUMP) frames.shift();
      const error = frame.frame - now * rate - offset;
      offset += error * (Math.abs(error) > 6 ? 1 : FOLLOW);
    },
    /** Returns the frames to draw at `now`, in seconds; `undefined` before the first frame. */
    at(now: number): Between | undefined {
      const last = frames.at(-1);
      const first = frames[0];
      if (!last || !first) return undefined;
      const wanted = Math.min(now * rate + offset - BEHIND, last.frame);
      if (wanted <= first.frame) return { from: first, to: first, share: 0 };
      const after = frames.findIndex((frame) => frame.frame >= wanted);
      const to = frames[after] ?? last;
      const from = frames[after - 1] ?? to;
      const span = to.frame - from.frame;
      return { from, to, share: span > 0 ? (wanted - from.frame) / span : 0 };
    },
    newest: () => frames.at(-1),
  };
}

export type Playout = ReturnType<typeof createPlayout>;
