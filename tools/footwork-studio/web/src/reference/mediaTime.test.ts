import { expect, test } from "vitest";
import { isSound, mediaSecs } from "./mediaTime";

test("converts frames to seconds of the media file", () => {
  // A video at half speed, at 1.5 s on the first frame of the clip.
  const reference = { offsetSecs: 1.5, rate: 0.5 };
  expect(mediaSecs(reference, 0, 60)).toBe(1.5);
  expect(mediaSecs(reference, 120, 60)).toBe(2.5);
  // This video starts later than the clip.
  expect(mediaSecs({ offsetSecs: -1, rate: 1 }, 30, 30)).toBe(0);
});

test("recognises a sound by its extension", () => {
  expect(["a.wav", "b/c.MP3", "a.mp4", "wav"].map(isSound)).toEqual([true, true, false, false]);
});
