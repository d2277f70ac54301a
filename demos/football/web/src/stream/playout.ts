import type { Frame } from "./frameType";

/** How far behind the newest frame the picture stays, in frames, so that late frames are still in time. */
const BEHIND = 1.5;
/** After a jump as long as this, in frames, nothing is drawn in between: a rewind, or a new match. */
const JUMP = 12;
/** What of an error of the estimated time is corrected with each frame. */
const FOLLOW = 0.08;

/** Two frames, and how far between them the picture is. */
export interface Between {
  from: Frame;
  to: Frame;
  share: number;
}

/** Turns frames that come in bursts into an even motion: estimates the server's time, and stays a little behind. */
export function createPlayout() {
  let frames: Frame[] = [];
  let offset = 0;
  let rate = 60;
  return {
    /** How many frames a second are played: 60, or fewer in slow motion. */
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
    /** What to draw now, in seconds; `undefined` before the first frame. */
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
