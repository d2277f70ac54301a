import type { Reference } from "../api/types";

/** The second of a video or sound that belongs to a time of the clip, in frames. */
export const mediaSecs = (
  { offsetSecs, rate }: Pick<Reference, "offsetSecs" | "rate">,
  time: number,
  framesPerSec: number,
) => offsetSecs + (time / framesPerSec) * rate;

/** Files that are only heard. */
export const isSound = (file: string) => /\.(mp3|m4a|aac|wav|flac|ogg|opus)$/i.test(file);
