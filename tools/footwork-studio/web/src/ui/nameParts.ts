/**
 * The parts of a text between which a line may break besides at spaces: after the separators of names, as in
 * `Contact.|Hands` and `walk_|01.|bvh`, but not within numbers.
 */
export const nameParts = (text: string): string[] =>
  text.split(/(?<=[^\s._/-][._/-])(?=[^\s\d._/-])|(?<=[^\s\d._/-][._/-])(?=\d)/u);

/** A text as its ranges of frames, as in `30 – 96`, at odd places, and what lies between them at even ones. */
export const rangeParts = (text: string): string[] => text.split(/(\d+ – \d+)/);
