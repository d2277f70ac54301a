import { createEffect, createSignal, on, untrack } from "solid-js";
import type { Clock } from "./clock";

/** The parts of the studio that the playback of whole clips uses. */
export interface ClipPlaybackHost {
  clock: Clock;
  /** `speed` is the speed of all other playback; `reviewSpeed` is that of whole clips. */
  speed(): number;
  reviewSpeed(): number;
}

/** Plays a clip once from its start at `reviewSpeed`, to watch it with its proposals. */
export function createClipPlayback({ clock, speed, reviewSpeed }: ClipPlaybackHost) {
  const [isPlaying, setIsPlaying] = createSignal(false);
  const end = () => {
    if (!untrack(isPlaying)) return;
    setIsPlaying(false);
    clock.setSpeed(untrack(speed));
  };
  createEffect(on(clock.isPlaying, (is) => is || end()));
  return {
    /** Whether a whole clip is playing. A change of the speed meanwhile changes `reviewSpeed`. */
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
