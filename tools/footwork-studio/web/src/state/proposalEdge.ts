import type { Clock } from "./clock";
import type { Proposal } from "./proposalQueue";

export type Side = "start" | "stop";

/** The parts of the queue that a held key moves. */
interface EdgeHost {
  clock: Clock;
  /** Moves an edge of the current proposal by some frames; returns the proposal, if it has edges. */
  move(side: Side, by: number): Proposal | undefined;
  /** The time to play before an edge, in seconds. */
  aroundSecs: number;
}

/** Shows the pose at an edge while its key is held. On the release, playback goes on half a second before the edge. */
export function createHeldEdge({ clock, move, aroundSecs }: EdgeHost) {
  let held: { wasPlaying: boolean; frame: number } | undefined;
  return {
    press(side: Side, by: number) {
      const moved = move(side, by);
      if (!moved) return;
      const wasPlaying = held?.wasPlaying ?? clock.isPlaying();
      // For the end, the last frame with the tag.
      held = { wasPlaying, frame: side === "start" ? moved.start : moved.stop - 1 };
      clock.pause();
      clock.seek(held.frame);
    },
    release() {
      const ended = held;
      held = undefined;
      if (!ended?.wasPlaying) return;
      clock.seek(ended.frame - aroundSecs * clock.framesPerSec());
      clock.play();
    },
  };
}
