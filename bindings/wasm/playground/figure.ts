/** A figure of round limbs on a grid, seen by a camera that stays at its side. */

import type { Posed, Rig, Vector } from "./motion.js";
import type { Plot } from "./plot.js";

/**
 * The camera: its distance from the character in metres, the angle by which it looks down in
 * radians, and the height in metres at which it aims.
 */
const AWAY_M = 6;
const DOWN_RAD = 0.2;
const MIDDLE_M = 0.85;
/** The height that the picture covers at the character, in metres. */
const HIGH_M = 2.5;
const GRID_M = 3;
const HEAD_M = 0.1;
const NECK_M = 0.1;
const TRUNK_M = 0.15;
const SHADOW_M = 0.12;

/** A place on the picture, in pixels, and its distance. */
interface Spot {
  x: number;
  y: number;
  away: number;
  /** Pixels per metre there. */
  scale: number;
}

/** Draws a pose from a direction: the angle about +y of the camera, from +z towards +x. */
export function drawFigure(plot: Plot, { rig, joints, root }: Posed, cameraRad: number): void {
  const spot = camera(plot, root, cameraRad);
  drawGrid(plot, root, spot);
  const limbs = limbsOf(rig, joints);
  drawShadow(
    plot,
    limbs.map(({ from, to }) => [spot(onGround(from)), spot(onGround(to))]),
  );
  const placed = limbs.map((limb) => ({ ...limb, from: spot(limb.from), to: spot(limb.to) }));
  placed.sort((a, b) => b.from.away + b.to.away - a.from.away - a.to.away);
  for (const { side, from, to, wideM } of placed) {
    // The edge separates limbs that cross.
    drawLimb(plot, "page", from, to, wideM + 0.03);
    drawLimb(plot, side, from, to, wideM);
  }
}

function camera({ width, height }: Plot, [x, , z]: Vector, rad: number): (at: Vector) => Spot {
  const [sin, cos] = [Math.sin(rad), Math.cos(rad)];
  const [down, level] = [Math.sin(DOWN_RAD), Math.cos(DOWN_RAD)];
  const focal = (AWAY_M * height) / HIGH_M;
  return ([atX, atY, atZ]) => {
    const [dx, dy, dz] = [atX - x, atY - MIDDLE_M, atZ - z];
    const near = dx * sin + dz * cos;
    const away = Math.max(0.3, AWAY_M - near * level - dy * down);
    const scale = focal / away;
    return {
      x: width / 2 + (dx * cos - dz * sin) * scale,
      y: height / 2 - (dy * level - near * down) * scale,
      away,
      scale,
    };
  };
}

function drawGrid(plot: Plot, [x, , z]: Vector, spot: (at: Vector) => Spot): void {
  const { context } = plot;
  context.strokeStyle = plot.colour("line");
  context.lineWidth = 1;
  context.beginPath();
  // The lines stay in place on the ground while the character moves over it, and end at a circle around it.
  for (let line = -GRID_M; line <= GRID_M; line++) {
    const [lineX, lineZ] = [Math.round(x) + line, Math.round(z) + line];
    const half = (off: number) => Math.sqrt(Math.max(0, GRID_M ** 2 - off ** 2));
    const [longX, longZ] = [half(lineZ - z), half(lineX - x)];
    for (const [from, to] of [
      [spot([lineX, 0, z - longZ]), spot([lineX, 0, z + longZ])],
      [spot([x - longX, 0, lineZ]), spot([x + longX, 0, lineZ])],
    ] as const) {
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
    }
  }
  context.stroke();
}

const onGround = ([x, , z]: Vector): Vector => [x, 0, z];

/** Draws the shadow, straight below, as one path: where limbs cross, it does not get darker. */
function drawShadow({ context, colour }: Plot, limbs: readonly (readonly [Spot, Spot])[]): void {
  context.strokeStyle = colour("ink");
  context.globalAlpha = 0.14;
  context.lineWidth = SHADOW_M * (limbs[0]?.[0].scale ?? 0);
  context.lineCap = context.lineJoin = "round";
  context.beginPath();
  for (const [from, to] of limbs) {
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  }
  context.stroke();
  context.globalAlpha = 1;
}

interface Limb {
  side: "one" | "two" | "soft";
  from: Vector;
  to: Vector;
  wideM: number;
}

/** Returns a limb for each joint with a parent, and the head. */
function limbsOf({ names, parents }: Rig, joints: readonly Vector[]): Limb[] {
  const limbs: Limb[] = [];
  parents.forEach((parent, joint) => {
    const [from, to] = [joints[parent], joints[joint]];
    const name = names[joint] ?? "";
    if (!from || !to) {
      return;
    }
    const lengthM = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    const side = sideOf(name);
    const isTrunk = side === "soft" && !/neck|head/i.test(name);
    limbs.push({
      side,
      from,
      to,
      wideM: isTrunk ? TRUNK_M : Math.min(0.12, 0.03 + 0.22 * lengthM),
    });
    if (/^head$/i.test(name)) {
      const share = NECK_M / Math.max(lengthM, 0.01);
      const up = (at: 0 | 1 | 2) => to[at] + (to[at] - from[at]) * share;
      const top: Vector = [up(0), up(1), up(2)];
      limbs.push({ side: "soft", from: top, to: top, wideM: 2 * HEAD_M });
    }
  });
  return limbs;
}

function sideOf(name: string): Limb["side"] {
  if (/^([Ll]eft|L[A-Z])/.test(name)) {
    return "one";
  }
  return /^([Rr]ight|R[A-Z])/.test(name) ? "two" : "soft";
}

function drawLimb(plot: Plot, colour: string, from: Spot, to: Spot, wideM: number): void {
  const { context } = plot;
  context.strokeStyle = plot.colour(colour as Parameters<Plot["colour"]>[0]);
  context.lineWidth = (wideM * (from.scale + to.scale)) / 2;
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(from.x, from.y);
  // A line without a length would not be drawn.
  context.lineTo(to.x + 0.01, to.y);
  context.stroke();
}
