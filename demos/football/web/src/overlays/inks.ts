import type { Ink } from "./groundMarks";

/** The colours of the overlays. `theme.css` has the same ones for the panels. */
export const HUMANS: readonly [Ink, Ink] = [
  [1, 0.83, 0.22, 0.95],
  [0.3, 0.93, 1, 0.95],
];
export const TEAMS: readonly [Ink, Ink] = [
  [1, 0.36, 0.36, 0.9],
  [0.4, 0.66, 1, 0.9],
];
export const PATH: Ink = [1, 1, 1, 0.92];
export const BOUNCE: Ink = [1, 0.83, 0.22, 0.95];
export const NORMAL: Ink = [1, 0.55, 0.1, 0.95];
export const WANTED: Ink = [1, 1, 1, 0.75];
export const CHOSEN: Ink = [0.35, 1, 0.5, 0.95];

export const faded = ([r, g, b, a]: Ink, by: number): Ink => [r, g, b, a * by];
