import type { Reference } from "../api/types";

/** Returns the time in a video or sound, in seconds, at a time of the clip in frames. */
export const mediaSecs = (
  { offsetSecs, rate }: Pick<Reference, "offsetSecs" | "rate">,
  time: number,
  framesPerSec: number,
) => offsetSecs + (time / framesPerSec) * rate;

/** Returns whether a file has only sound, by its extension. */
export const isSound = (file: string) => /\.(mp3|m4a|aac|wav|flac|ogg|opus)$/i.test(file);
