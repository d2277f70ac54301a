/** The poses of clips, by the clip's number in a database. */

import { type Database, FootworkError, PoseIndex, Repertoire } from "../src/index.js";

export type Vector = readonly [number, number, number];

/** The joints of a skeleton. */
export interface Rig {
  names: readonly string[];
  /** The index of each joint's parent, which comes before the joint; -1 for the hips. */
  parents: readonly number[];
}

/** A pose in the space of its clip. */
export interface Posed {
  rig: Rig;
  /** The places of the joints, in metres. */
  joints: readonly Vector[];
  /** The point on the ground below the character. */
  root: Vector;
  /** The angle about +y from +z towards +x. */
  headingRad: number;
}

/** A clip: its repertoire, its skeleton, and its number in the repertoire. */
interface Source {
  repertoire: Repertoire;
  rig: Rig;
  clip: number;
}

const NO_PARENT = 0xffffffff;
const NUMBERS = 7;

export class Motion {
  private readonly sources: readonly (Source | undefined)[];

  /** Opens the clips of a `.fwposes` file that are also in the database. */
  constructor(poses: Uint8Array, database: Database) {
    const sources: (Source | undefined)[] = Array(database.clipCount).fill(undefined);
    for (const repertoire of repertoires(poses)) {
      const index = PoseIndex.fromRepertoire(repertoire);
      const rig = rigOf(repertoire);
      for (let number = 0; number < sources.length; number++) {
        const clip = clipNamed(index, database.clipName(number));
        if (clip !== undefined) {
          sources[number] = { repertoire, rig, clip };
        }
      }
      index.free();
    }
    this.sources = sources;
  }

  /** Returns the pose of a clip at a time in frames; `undefined` if it has no motion. */
  pose(clip: number, frame: number): Posed | undefined {
    const source = this.sources[clip];
    if (!source) {
      return undefined;
    }
    const { repertoire, rig } = source;
    const at = { clip: source.clip, frame: Math.floor(frame) };
    const part = frame - at.frame;
    const transforms = new Float32Array(NUMBERS * rig.names.length);
    repertoire.decode(at, part, transforms);
    const { positionM, facing } = repertoire.root(at, part);
    const [x = 0, z = 0] = positionM;
    const [sin = 0, cos = 1] = facing;
    const root: Vector = [x, 0, z];
    const headingRad = Math.atan2(sin, cos);
    return { rig, root, headingRad, joints: placed(rig, transforms, root, headingRad) };
  }
}

/** Opens all skeletons of a file. */
function repertoires(poses: Uint8Array): Repertoire[] {
  const found = [new Repertoire(poses, 0)];
  for (;;) {
    try {
      found.push(new Repertoire(poses, found.length));
    } catch (error) {
      if (error instanceof FootworkError) {
        return found;
      }
      throw error;
    }
  }
}

function rigOf(repertoire: Repertoire): Rig {
  const joints = Array.from({ length: repertoire.info.joints }, (_, joint) => joint);
  return {
    names: joints.map((joint) => repertoire.jointName(joint)),
    parents: joints.map((joint) => {
      const { parent } = repertoire.joint(joint);
      return parent === NO_PARENT ? -1 : parent;
    }),
  };
}

function clipNamed(index: PoseIndex, name: string): number | undefined {
  try {
    return index.clip(name);
  } catch (error) {
    if (error instanceof FootworkError) {
      return undefined;
    }
    throw error;
  }
}

type Turn = readonly [number, number, number, number];

/** Returns the places of all joints. */
function placed(rig: Rig, transforms: Float32Array, root: Vector, headingRad: number): Vector[] {
  const turns: Turn[] = [];
  const places: Vector[] = [];
  const ground: Turn = [0, Math.sin(headingRad / 2), 0, Math.cos(headingRad / 2)];
  rig.parents.forEach((parent, joint) => {
    const [i = 0, j = 0, k = 0, w = 1, x = 0, y = 0, z = 0] = transforms.subarray(NUMBERS * joint);
    const [turn, [a, b, c]] = [turns[parent] ?? ground, places[parent] ?? root];
    const [p, q, r] = turned(turn, [x, y, z]);
    turns.push(product(turn, [i, j, k, w]));
    places.push([a + p, b + q, c + r]);
  });
  return places;
}

function product([ax, ay, az, aw]: Turn, [bx, by, bz, bw]: Turn): Turn {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function turned(turn: Turn, [x, y, z]: Vector): Vector {
  const [i, j, k, w] = turn;
  const [a, b, c] = product(product(turn, [x, y, z, 0]), [-i, -j, -k, w]);
  return [a, b, c];
}
