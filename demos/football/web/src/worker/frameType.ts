/** The byte for no footballer. */
export const NOBODY = 255;

/** The state of a match to draw, 60 times per second. */
export interface Frame {
  frame: number;
  /** Seconds of the match. */
  clock: number;
  score: [number, number];
  phase: number;
  /** The team with the restart or the goal. */
  team: number | null;
  half: number;
  /** The footballer that each human controls. */
  controlled: [number | null, number | null];
  /** The footballer that each human would switch to next. */
  next: [number | null, number | null];
  /** The intended receiver of the ball. */
  target: number | null;
  footballers: number;
  joints: number;
  ball: {
    position: [number, number, number];
    rotation: Float32Array;
    velocity: [number, number, number];
  };
  /** The world position of each footballer's hips. */
  roots: Float32Array;
  /** Quaternions `[x, y, z, w]`: world rotations of the hips, local rotations of the other joints. */
  rotations: Float32Array;
}

/** The names of the phases of play, by their numbers. */
export const PHASES = [
  "Kick-off",
  "",
  "Kick-in",
  "Goal",
  "Half-time",
  "Full time",
  "Corner",
  "Goal kick",
  "Drop ball",
] as const;

/** The number of the phase after the end of the match. */
export const FULL_TIME = PHASES.indexOf("Full time");
