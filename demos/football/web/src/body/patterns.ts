/** Shirt patterns, numbered as in the body shader. */
export const PATTERNS = { plain: 0, stripes: 1, band: 2 } as const;
export type Pattern = keyof typeof PATTERNS;
export const NONE = PATTERNS.plain;
