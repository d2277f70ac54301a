import { createEffect, createSignal, on, untrack } from "solid-js";
import type { Clock } from "./clock";

/** The parts of the studio that the playback of whole clips needs. */
export interface ClipPlaybackHost {
  clock: Clock;
  /** The speed of all other playback, and that of a clip with its proposals. */
  speed(): number;
  reviewSpeed(): number;
}

/** Plays a clip once from its start, to watch it with its proposals, at a speed of its own. */
export function createClipPlayback({ clock, speed, reviewSpeed }: ClipPlaybackHost) {
  const [isPlaying, setIsPlaying] = createSignal(false);
  const end = () => {
    if (!untrack(isPlaying)) return;
    setIsPlaying(false);
    clock.setSpeed(untrack(speed));
  };
  createEffect(on(clock.isPlaying, (is) => is || end()));
  return {
    /** Whether a clip plays so; a change of speed meanwhile is one of this speed. */
    isPlaying,
    end,
    play() {
      clock.pause();
      clock.seek(0);
      setIsPlaying(true);
      clock.setSpeed(reviewSpeed());
      clock.play();
    },
  };
}
