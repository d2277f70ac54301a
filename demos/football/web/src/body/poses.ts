import type { Point, SkeletonInfo } from "../worker/messages";
import type { Between } from "../worker/playout";

/** How many numbers a joint has in the texture: a quaternion and a translation. */
export const PER_JOINT = 8;

/** The joint positions of all footballers, and their transforms from the rest pose, ready for the shader. */
export interface Poses {
  footballers: number;
  joints: number;
  /** World positions, three numbers per joint. */
  places: Float32Array;
  /** Per joint, the rotation and then the translation from the rest pose. */
  moves: Float32Array;
}

export function createPoses(
  { parents, offsets }: SkeletonInfo,
  rest: Point[],
  footballers: number,
) {
  const joints = parents.length;
  const poses: Poses = {
    footballers,
    joints,
    places: new Float32Array(footballers * joints * 3),
    moves: new Float32Array(footballers * joints * PER_JOINT),
  };
  const turned = new Float32Array(joints * 4);
  const local: Quaternion = [0, 0, 0, 1];
  const blended: [number, number, number] = [0, 0, 0];
  const place = (one: number, { from, to, share }: Between) => {
    const { places, moves } = poses;
    for (let joint = 0; joint < joints; joint += 1) {
      const at = (one * joints + joint) * 4;
      blend(from.rotations, to.rotations, at, share, local);
      const here = (one * joints + joint) * 3;
      const parent = parents[joint] ?? -1;
      if (parent < 0) {
        for (let axis = 0; axis < 3; axis += 1) {
          const [a, b] = [from.roots[one * 3 + axis] ?? 0, to.roots[one * 3 + axis] ?? 0];
          places[here + axis] = a + (b - a) * share;
        }
        turned.set(local, joint * 4);
      } else {
        const above = (one * joints + parent) * 3;
        rotate(turned, parent * 4, offsets[joint] ?? [0, 0, 0], blended);
        for (let axis = 0; axis < 3; axis += 1)
          places[here + axis] = (places[above + axis] ?? 0) + (blended[axis] ?? 0);
        multiply(turned, parent * 4, local, turned, joint * 4);
      }
      rotate(turned, joint * 4, rest[joint] ?? [0, 0, 0], blended);
      const into = (one * joints + joint) * PER_JOINT;
      for (let part = 0; part < 4; part += 1) moves[into + part] = turned[joint * 4 + part] ?? 0;
      for (let axis = 0; axis < 3; axis += 1)
        moves[into + 4 + axis] = (places[here + axis] ?? 0) - (blended[axis] ?? 0);
    }
  };
  return {
    poses,
    /** Computes the poses between two frames with the same number of footballers. */
    update(between: Between) {
      for (let one = 0; one < footballers; one += 1) place(one, between);
    },
  };
}

type Quaternion = [number, number, number, number];

/** Interpolates two quaternions along the shorter arc. */
function blend(a: Float32Array, b: Float32Array, at: number, share: number, into: Quaternion) {
  let dot = 0;
  for (let part = 0; part < 4; part += 1) dot += (a[at + part] ?? 0) * (b[at + part] ?? 0);
  const sign = dot < 0 ? -share : share;
  let length = 0;
  for (let part = 0; part < 4; part += 1) {
    const value = (a[at + part] ?? 0) * (1 - share) + (b[at + part] ?? 0) * sign;
    into[part] = value;
    length += value * value;
  }
  const scale = length > 1e-12 ? 1 / Math.sqrt(length) : 0;
  for (let part = 0; part < 4; part += 1) into[part] = (into[part] ?? 0) * scale;
  if (scale === 0) into[3] = 1;
}

function multiply(a: Float32Array, at: number, b: Quaternion, into: Float32Array, place: number) {
  const [ax, ay, az, aw] = [a[at] ?? 0, a[at + 1] ?? 0, a[at + 2] ?? 0, a[at + 3] ?? 0];
  const [bx, by, bz, bw] = b;
  into[place] = aw * bx + ax * bw + ay * bz - az * by;
  into[place + 1] = aw * by - ax * bz + ay * bw + az * bx;
  into[place + 2] = aw * bz + ax * by - ay * bx + az * bw;
  into[place + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

function rotate(q: Float32Array, at: number, v: readonly number[], into: [number, number, number]) {
  const [x, y, z, w] = [q[at] ?? 0, q[at + 1] ?? 0, q[at + 2] ?? 0, q[at + 3] ?? 0];
  const [vx, vy, vz] = [v[0] ?? 0, v[1] ?? 0, v[2] ?? 0];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  into[0] = vx + w * tx + y * tz - z * ty;
  into[1] = vy + w * ty + z * tx - x * tz;
  into[2] = vz + w * tz + x * ty - y * tx;
}
