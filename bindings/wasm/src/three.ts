/**
 * Characters in three.js: the pose of a `Character` in the bones of an object.
 *
 * It imports only types of three.js, so that it works with whichever copy a page has loaded.
 */

import type { Bone, Matrix4, Object3D, Quaternion, SkinnedMesh } from "three";
import type { Character, Repertoire } from "./classes.js";

/** How bones follow a character. */
export interface BonesOptions {
  /**
   * Returns whether the joint of this name is driven. By default, all joints are. The others keep the pose that other
   * animations give them.
   */
  mask?: (joint: string) => boolean;
  /** Whether the object moves to the root of the character. By default, it does. */
  movesRoot?: boolean;
}

/** A joint takes seven numbers in a pose: a quaternion and a position. */
const NUMBERS = 7;

/**
 * The bones of an object, driven by a `Character`. Each bone has the name of its joint, is a child of the parent
 * joint's bone, and has the same axes at rest as in the clips.
 *
 * Pass an object that holds the bones, such as the `scene` of a loaded glTF file, or a `SkinnedMesh`. If the bones are
 * not below that object, its nearest ancestor that holds them moves to the root of the character.
 */
export class CharacterBones {
  /** The object that moves to the root of the character, in the space of its parent. */
  readonly root: Object3D;
  readonly #character: Character;
  readonly #movesRoot: boolean;
  /** Each driven bone, and the index of its first number in a pose. */
  readonly #driven: readonly (readonly [Object3D, number])[];
  readonly #mask: Uint8Array;
  readonly #transforms: Float32Array;
  readonly #space: Space | undefined;

  /**
   * Finds the bone of each joint of the repertoire that the character plays. A bone has the name of its joint, or that
   * name as the loaders of three.js rewrite it. Throws an error that names each driven joint whose bone is missing or
   * is not a child of its parent joint's bone.
   */
  constructor(
    character: Character,
    repertoire: Repertoire,
    object: Object3D,
    options: BonesOptions = {},
  ) {
    const { mask = () => true, movesRoot = true } = options;
    if (typeof object?.traverse !== "function") {
      throw new TypeError(
        "the object must be an Object3D, such as the `scene` of a loaded glTF file",
      );
    }
    const joints = Array.from({ length: repertoire.info.joints }, (_, i) => i);
    const names = joints.map((joint) => repertoire.jointName(joint));
    const named = bonesOf(object);
    const bones = names.map((name) => named.get(name) ?? named.get(loaderName(name)));
    this.#mask = Uint8Array.from(names, (name) => (mask(name) ? 1 : 0));
    const driven = joints.filter((joint) => this.#mask[joint]);
    const faults = driven.flatMap((joint) => {
      const [bone, above] = [bones[joint], bones[repertoire.joint(joint).parent]];
      if (!bone) {
        return [`there is no bone \`${names[joint]}\``];
      }
      return above && bone.parent !== above
        ? [`the bone \`${bone.name}\` is not a child of \`${above.name}\``]
        : [];
    });
    if (faults.length > 0) {
      const list = [...named.keys()].map((name) => `\`${name}\``).join(", ") || "no named object";
      const help = `help: the object holds ${list}; to drive fewer joints, give a mask`;
      throw new Error(`the object does not fit the character: ${faults.join("; ")}\n${help}`);
    }
    this.#character = character;
    this.#movesRoot = movesRoot;
    this.#driven = driven.map((joint) => [bones[joint] as Object3D, NUMBERS * joint]);
    this.#transforms = new Float32Array(NUMBERS * joints.length);
    const [hips] = bones;
    this.root = hips ? holderOf(object, hips) : object;
    this.#space = hips && spaceOf(this.root, hips);
  }

  /**
   * Writes the character's current pose to the bones and, unless `movesRoot` is false, moves `root`. Call it after the
   * character's update, and after other animations.
   */
  update(): void {
    const [transforms, space] = [this.#transforms, this.#space];
    this.#character.pose(this.#mask, transforms);
    for (const [bone, at] of this.#driven) {
      bone.quaternion.fromArray(transforms, at);
      bone.position.fromArray(transforms, at + 4);
      if (space && at === 0) {
        bone.quaternion.premultiply(space.turn);
        bone.position.applyMatrix4(space.fromRoot);
      } else if (space) {
        bone.position.multiplyScalar(space.scale);
      }
    }
    if (this.#movesRoot) {
      const { positionM, headingRad } = this.#character.root;
      this.root.position.set(...positionM);
      this.root.rotation.set(0, headingRad, 0);
    }
  }
}

/**
 * The space of the hips' parent, if it differs from the root's space: exporters put an object between them, often in
 * centimetres.
 */
interface Space {
  fromRoot: Matrix4;
  turn: Quaternion;
  scale: number;
}

/** The limit for the differences of the y and z scales from the x scale, added up and divided by the x scale. */
const ROUNDING = 1e-4;

function spaceOf(root: Object3D, hips: Object3D): Space | undefined {
  const matrix = root.matrix.clone().identity();
  const own = matrix.clone();
  for (let it = hips.parent; it && it !== root; it = it.parent) {
    if (it.matrixAutoUpdate) {
      it.updateMatrix();
    }
    matrix.premultiply(it.matrix);
  }
  if (matrix.equals(own)) {
    return undefined;
  }
  const [turn, scale] = [hips.quaternion.clone(), hips.scale.clone()];
  matrix.invert().decompose(hips.position.clone(), turn, scale);
  const { x, y, z } = scale;
  if (!(Math.abs(y - x) + Math.abs(z - x) < ROUNDING * x)) {
    throw new Error(
      `the objects between \`${root.name}\` and the bone \`${hips.name}\` scale axes differently`,
    );
  }
  return { fromRoot: matrix, turn, scale: x };
}

/**
 * Maps names to an object, its descendants and the bones of its skeleton. If several have one name, the first bone wins,
 * or the first object if none is a bone.
 */
function bonesOf(object: Object3D): Map<string, Object3D> {
  const found = new Map<string, Object3D>();
  const add = (it: Object3D) => {
    const known = found.get(it.name);
    if (it.name !== "" && (!known || (isBone(it) && !isBone(known)))) {
      found.set(it.name, it);
    }
  };
  object.traverse(add);
  (object as Partial<SkinnedMesh>).skeleton?.bones.forEach(add);
  return found;
}

function isBone(it: Object3D): boolean {
  return (it as Partial<Bone>).isBone === true;
}

/** Returns the object if it holds the bone, or else its nearest ancestor that does. */
function holderOf(object: Object3D, bone: Object3D): Object3D {
  const above = new Set<Object3D>();
  bone.traverseAncestors((it) => above.add(it));
  for (let it: Object3D | null = object; it; it = it.parent) {
    if (above.has(it)) {
      return it;
    }
  }
  throw new Error(
    `no object holds both \`${object.name}\` and the bone \`${bone.name}\`: add them to one first`,
  );
}

/** Returns a name as three.js rewrites the names in files: `PropertyBinding.sanitizeNodeName`. */
function loaderName(name: string): string {
  return name.replace(/\s/g, "_").replace(/[[\].:/]/g, "");
}
