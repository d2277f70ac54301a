/**
 * The proportions of a body of scale 1, in metres, as rows of rings. The body is a slim adult without clothes or
 * features, as wide at the hips and shoulders as the skeleton.
 */

/** A ring of the torso. Its widths are shares of the widths of the hips and shoulders. */
export interface TorsoRow {
  /** The place of the ring, from 0 at the hips to 1 at the shoulders. */
  at: number;
  hips: number;
  shoulders: number;
  depth: number;
  ahead: number;
}

export const TORSO: readonly TorsoRow[] = [
  { at: -0.25, hips: 0.34, shoulders: 0, depth: 0.052, ahead: 0 },
  { at: -0.21, hips: 0.72, shoulders: 0, depth: 0.088, ahead: -0.004 },
  { at: -0.12, hips: 0.97, shoulders: 0, depth: 0.112, ahead: -0.01 },
  { at: 0.02, hips: 1.0, shoulders: 0, depth: 0.114, ahead: -0.008 },
  { at: 0.16, hips: 0.93, shoulders: 0, depth: 0.1, ahead: 0 },
  { at: 0.34, hips: 0.42, shoulders: 0.38, depth: 0.092, ahead: 0.004 },
  { at: 0.52, hips: 0.2, shoulders: 0.64, depth: 0.1, ahead: 0.006 },
  { at: 0.7, hips: 0, shoulders: 0.92, depth: 0.112, ahead: 0.006 },
  { at: 0.86, hips: 0, shoulders: 0.98, depth: 0.11, ahead: 0 },
  { at: 0.97, hips: 0, shoulders: 0.92, depth: 0.092, ahead: -0.008 },
  { at: 1.05, hips: 0, shoulders: 0.72, depth: 0.074, ahead: -0.012 },
  { at: 1.12, hips: 0, shoulders: 0.44, depth: 0.062, ahead: -0.012 },
  { at: 1.17, hips: 0, shoulders: 0.3, depth: 0.054, ahead: -0.01 },
];

/**
 * The rings of a head with a height of 1, from the chin to the top: height, half width, half depth, and the offset
 * forward.
 */
export const HEAD: readonly (readonly [at: number, width: number, depth: number, ahead: number])[] =
  [
    [0, 0.07, 0.09, 0.2],
    [0.05, 0.16, 0.19, 0.17],
    [0.16, 0.24, 0.3, 0.09],
    [0.33, 0.3, 0.37, 0.05],
    [0.52, 0.325, 0.405, 0.035],
    [0.7, 0.33, 0.415, 0.02],
    [0.84, 0.29, 0.36, 0.005],
    [0.94, 0.2, 0.25, 0],
    [0.99, 0.09, 0.11, 0],
  ];

/** The height of a head if the skeleton has no joint at its top. */
export const HEAD_HEIGHT = 0.235;
/** The distance of the chin below the head joint. */
export const CHIN = 0.03;

/** A ring of a limb: its place (0 at the first joint, 1 at the second, 2 at the third) and its radius. */
export type LimbRow = readonly [at: number, radius: number];

export const ARM: readonly LimbRow[] = [
  [-0.3, 0.03],
  [-0.2, 0.048],
  [-0.06, 0.058],
  [0.08, 0.059],
  [0.22, 0.054],
  [0.55, 0.046],
  [0.85, 0.04],
  [1, 0.039],
  [1.18, 0.042],
  [1.4, 0.039],
  [1.75, 0.029],
  [2, 0.026],
];

export const LEG: readonly LimbRow[] = [
  [-0.08, 0.07],
  [0.02, 0.088],
  [0.15, 0.09],
  [0.4, 0.08],
  [0.75, 0.06],
  [0.94, 0.053],
  [1.04, 0.052],
  [1.16, 0.053],
  [1.34, 0.056],
  [1.55, 0.048],
  [1.82, 0.037],
  [1.96, 0.035],
  [2.06, 0.036],
];

/** The rings of a hand, up to 1 at its knuckles: place, half width, half thickness. */
export const PALM: readonly (readonly [at: number, width: number, thickness: number])[] = [
  [-0.05, 0.027, 0.022],
  [0.3, 0.033, 0.02],
  [0.7, 0.041, 0.019],
  [1, 0.041, 0.017],
  [1.08, 0.034, 0.013],
];
export const MITTEN: typeof PALM = [
  ...PALM.slice(0, 4),
  [1.4, 0.038, 0.015],
  [1.75, 0.028, 0.012],
  [1.9, 0.014, 0.008],
];

/**
 * The rings of a foot along the sole, from 0 below the ankle to 1 below the ball: place, half width, and the height of
 * the instep.
 */
export const FOOT: readonly (readonly [at: number, width: number, height: number])[] = [
  [-0.46, 0.016, 0.03],
  [-0.4, 0.028, 0.055],
  [-0.15, 0.034, 0.085],
  [0.15, 0.036, 0.092],
  [0.5, 0.039, 0.068],
  [0.85, 0.046, 0.046],
  [1, 0.047, 0.038],
];
export const TOES: typeof FOOT = [
  [0.35, 0.046, 0.032],
  [0.75, 0.04, 0.027],
  [1, 0.024, 0.018],
];
