/** The byte that stands for no footballer. */
export const NOBODY = 255;

/** What of a match is drawn: one of sixty a second. */
export interface Frame {
  frame: number;
  /** Seconds of the match. */
  clock: number;
  score: [number, number];
  phase: number;
  /** Whose restart or goal it is. */
  team: number | null;
  half: number;
  /** Whom each human controls, and who would be next. */
  controlled: [number | null, number | null];
  next: [number | null, number | null];
  /** For whom the ball is. */
  target: number | null;
  footballers: number;
  joints: number;
  ball: {
    position: [number, number, number];
    rotation: Float32Array;
    velocity: [number, number, number];
  };
  /** The hips of each footballer in the world. */
  roots: Float32Array;
  /** Quaternions, `[x, y, z, w]`: of the hips in the world, of the others from their parents. */
  rotations: Float32Array;
}

/** The phases of play, in the order of their numbers. */
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

/** The phase after the last. */
export const FULL_TIME = PHASES.indexOf("Full time");
