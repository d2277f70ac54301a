/** Patterns of shirts, as the shader of bodies knows them. */
export const PATTERNS = { plain: 0, stripes: 1, band: 2 } as const;
export type Pattern = keyof typeof PATTERNS;
export const NONE = PATTERNS.plain;
