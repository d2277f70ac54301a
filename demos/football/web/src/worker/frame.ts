import type { Frame } from "./frameType";

/** The numbers before the hips of the footballers. */
const HEAD = 24;

export class FrameError extends Error {}

/** Reads a frame as `src/page/frame.rs` writes it. Throws `FrameError` for other numbers. The frame keeps the array. */
export function readFrame(numbers: Float32Array): Frame {
  const at = (place: number) => numbers[place] ?? 0;
  const who = (place: number) => (at(place) < 0 ? null : at(place));
  const [footballers, joints] = [at(6), at(7)];
  const roots = HEAD + footballers * 3;
  if (numbers.length < HEAD || numbers.length !== roots + footballers * joints * 4)
    throw new FrameError(`a frame of ${footballers} footballers has the wrong length`);
  return {
    frame: at(0),
    clock: at(1),
    score: [at(2), at(3)],
    phase: at(4),
    half: at(5),
    controlled: [who(8), who(9)],
    next: [who(10), who(11)],
    target: who(12),
    team: who(13),
    footballers,
    joints,
    ball: {
      position: [at(14), at(15), at(16)],
      rotation: numbers.subarray(17, 21),
      velocity: [at(21), at(22), at(23)],
    },
    roots: numbers.subarray(HEAD, roots),
    rotations: numbers.subarray(roots),
  };
}
