/**
 * Splits a text at the places where a line may break, in addition to spaces: after the separators of names, as in
 * `Contact.|Hands` and `walk_|01.|bvh`, but not within numbers.
 */
export const nameParts = (text: string): string[] =>
  text.split(/(?<=[^\s._/-][._/-])(?=[^\s\d._/-])|(?<=[^\s\d._/-][._/-])(?=\d)/u);

/**
 * Splits a text into ranges of frames such as `30 – 96`, which have odd indices, and the text between them, which has
 * even indices.
 */
export const rangeParts = (text: string): string[] => text.split(/(\d+ – \d+)/);
