/** The world around a character, with functions of JavaScript that the module calls. */

import { guarded, place } from "./callbacks.js";
import { Mover, World } from "./classes.js";
import {
  GROUND_LAYOUT,
  type Ground,
  type MoveConfig,
  SURROUNDINGS_LAYOUT,
} from "./declarations.js";
import { only, read, write } from "./layout.js";
import { call, handleOf, memory, numbersAt, put, type Vector, vectorAt, wasm } from "./module.js";

const FIELDS = ["world", "mover", "layers", "config", "reach", "ground"];

/** The world around a character: a world of obstacles, or functions of yours. By default it is open ground at height 0. */
export interface Surroundings {
  /** The obstacles. Without them, `reach` and `ground` are called. */
  world?: World;
  /** The body of the character among the obstacles. Characters of one shape may share it. */
  mover?: Mover;
  /** The layers of obstacles that stop the character; by default, all. */
  layers?: number;
  /** How the body moves among the obstacles. By default it climbs steps of 0.3 m. */
  config?: Partial<MoveConfig>;
  /**
   * Returns the part of a horizontal step that a character can make, from a point on the ground: world x and z, in metres. Must
   * depend only on its arguments during an update.
   */
  reach?: (fromM: Vector, stepM: readonly [number, number]) => readonly [number, number];
  /**
   * Returns the highest ground that is at most about half a metre above a point, or nothing at a hole. Its normal points up
   * unless given. Must depend only on its arguments during an update.
   */
  ground?: (atM: Vector) => (Pick<Ground, "heightM"> & Partial<Ground>) | undefined;
}

let places: { reach: number; ground: number } | undefined;
/** Surroundings by their context, including those of nested calls. */
const all: Surroundings[] = [];

/** Puts surroundings into memory for the next call. */
export function putSurroundings(given: Surroundings | undefined): number {
  if (!given) {
    return 0;
  }
  only(given, FIELDS, "surroundings");
  const { world, mover } = given;
  if (world && !mover) {
    throw new TypeError("surroundings.world needs a mover: the body of the character");
  }
  places ??= {
    reach: place(["i32", "i32", "i32", "i32"], [], callReach),
    ground: place(["i32", "i32", "i32"], ["i32"], callGround),
  };
  let context = all.indexOf(given);
  if (context < 0) {
    // The list is emptied at the end of the current task, so that it does not grow.
    context = all.push(given) - 1;
    queueMicrotask(() => {
      all.length = 0;
    });
  }
  const at = put(SURROUNDINGS_LAYOUT, {});
  call((error) => wasm().fw_surroundings_default(at, error));
  const open = read(memory(), SURROUNDINGS_LAYOUT, at);
  return put(SURROUNDINGS_LAYOUT, {
    layers: given.layers ?? open.layers,
    world: world ? handleOf(world, World, "World", "surroundings.world") : 0n,
    mover: mover ? handleOf(mover, Mover, "Mover", "surroundings.mover") : 0n,
    config: { ...(open.config as MoveConfig), ...given.config },
    reach: given.reach ? places.reach : 0,
    ground: given.ground ? places.ground : 0,
    context,
  });
}

function callReach(context: number, from: number, step: number, reached: number): void {
  guarded(undefined, () => {
    const [x = 0, z = 0] = numbersAt(Float64Array, step, 2);
    const made = all[context]?.reach?.(vectorAt(Float64Array, from), [x, z]) ?? [x, z];
    memory().setFloat64(reached, made[0], true);
    memory().setFloat64(reached + 8, made[1], true);
  });
}

function callGround(context: number, at: number, ground: number): number {
  return guarded(0, () => {
    const found = all[context]?.ground?.(vectorAt(Float64Array, at));
    if (!found) {
      return 0;
    }
    write(memory(), GROUND_LAYOUT, ground, { normal: [0, 1, 0], ...found });
    return 1;
  });
}
