/** Bodies that slide along meshes and volumes. */

import {
  BODY_LAYOUT,
  type Body,
  CONTACT_LAYOUT,
  type Contact,
  HIT_LAYOUT,
  type Hit,
  LABEL_LAYOUT,
  type Label,
  MOVE_CONFIG_LAYOUT,
  MOVE_LAYOUT,
  MOVER_STATE_LAYOUT,
  type Move,
  type MoveConfig,
  type MoverState,
  POSE_LAYOUT,
  type Pose,
  VOLUME_LAYOUT,
  type Volume,
} from "./declarations.js";
import { read, wholeU32 } from "./layout.js";
import {
  call,
  doubles,
  floats,
  Handle,
  list,
  many,
  memory,
  one,
  put,
  putOr,
  scope,
  u8,
  u64,
  wasm,
} from "./module.js";

type Vector = readonly [number, number, number];

/** Triangles, which any number of obstacles share. */
export class Mesh extends Handle {
  private constructor(
    numbers: ArrayLike<number>,
    make: (at: number, from: number, error: number) => number,
  ) {
    super((at, error) => scope(() => make(at, doubles(numbers), error)), wasm().fw_mesh_destroy);
  }

  /** Of triangles, nine numbers each. */
  static fromTriangles(triangles: ArrayLike<number>): Mesh {
    return new Mesh(triangles, (at, from, error) =>
      wasm().fw_mesh_from_triangles(from, triangles.length, at, error),
    );
  }

  /** Of heights, row by row along x, rows along z. */
  static fromHeights(heightsM: ArrayLike<number>, columns: number, cellM: number): Mesh {
    wholeU32(columns, "columns");
    return new Mesh(heightsM, (at, from, error) =>
      wasm().fw_mesh_from_heights(from, heightsM.length, columns, cellM, at, error),
    );
  }

  /** The solid that is the hull of points, three numbers each. */
  static fromHull(points: ArrayLike<number>): Mesh {
    return new Mesh(points, (at, from, error) =>
      wasm().fw_mesh_from_hull(from, points.length, at, error),
    );
  }
}

/** Obstacles, each with a number, never 0. */
export class World extends Handle {
  constructor() {
    super(wasm().fw_world_create, wasm().fw_world_destroy);
  }

  addMesh(mesh: Mesh, pose?: Pose, label?: Label): bigint {
    return scope(() => {
      const [where, what] = [putOr(POSE_LAYOUT, pose), putOr(LABEL_LAYOUT, label)];
      return u64((at, error) =>
        wasm().fw_world_add_mesh(this.handle, mesh.handle, where, what, at, error),
      );
    });
  }

  addVolume(volume: Partial<Volume>, pose?: Pose, label?: Label): bigint {
    return scope(() => {
      const of = put(VOLUME_LAYOUT, volume);
      const [where, what] = [putOr(POSE_LAYOUT, pose), putOr(LABEL_LAYOUT, label)];
      return u64((at, error) =>
        wasm().fw_world_add_volume(this.handle, of, where, what, at, error),
      );
    });
  }

  remove(obstacle: bigint): void {
    call((error) => wasm().fw_world_remove(this.handle, obstacle, error));
  }

  /** Starts a step: where obstacles are now is where they move from. */
  beginStep(): void {
    call((error) => wasm().fw_world_begin_step(this.handle, error));
  }

  moveTo(obstacle: bigint, pose: Pose): void {
    scope(() => {
      const to = put(POSE_LAYOUT, pose);
      call((error) => wasm().fw_world_move_to(this.handle, obstacle, to, error));
    });
  }

  setLabel(obstacle: bigint, label: Label): void {
    scope(() => {
      const to = put(LABEL_LAYOUT, label);
      call((error) => wasm().fw_world_set_label(this.handle, obstacle, to, error));
    });
  }

  /** The obstacles of these layers that a body would overlap at a place. */
  overlapping(body: Partial<Body>, position: Vector, layers = 0xffffffff): BigUint64Array {
    wholeU32(layers, "layers");
    return scope(() => {
      const [of, place] = [put(BODY_LAYOUT, body), doubles(position)];
      return many(
        8,
        (at, room, count, error) =>
          wasm().fw_world_overlapping(this.handle, of, place, layers, at, room, count, error),
        (at, count) => new BigUint64Array(memory().buffer, at, count).slice(),
      );
    });
  }

  /** What a shape meets first on a straight way; its obstacle is 0n if nothing. */
  sweep(body: Partial<Body>, position: Vector, motion: Vector, layers = 0xffffffff): Hit {
    wholeU32(layers, "layers");
    return scope(() => {
      const [of, place, way] = [put(BODY_LAYOUT, body), doubles(position), doubles(motion)];
      return one(HIT_LAYOUT, (at, error) =>
        wasm().fw_world_sweep(this.handle, of, place, way, layers, at, error),
      );
    });
  }
}

export const defaultMoveConfig = (): MoveConfig =>
  one(MOVE_CONFIG_LAYOUT, (at, error) => wasm().fw_move_config_default(at, error));

/** The state of a body that was not moved yet. */
export function moverStateAt(position: Vector): MoverState {
  const zero = read(new DataView(new ArrayBuffer(MOVER_STATE_LAYOUT.size)), MOVER_STATE_LAYOUT, 0);
  return { ...zero, position: [...position] };
}

/** A body of one shape. */
export class Mover extends Handle {
  constructor(body: Partial<Body>) {
    super(
      (at, error) => scope(() => wasm().fw_mover_create(put(BODY_LAYOUT, body), at, error)),
      wasm().fw_mover_destroy,
    );
  }

  /** Moves it from a state by a displacement, as far as the obstacles allow. */
  moveBy(
    world: World,
    state: MoverState,
    displacement: Vector,
    config?: MoveConfig,
  ): { move: Move; contacts: Contact[] } {
    return scope(() => {
      const [from, way] = [put(MOVER_STATE_LAYOUT, state), floats(displacement)];
      const [by, moved] = [putOr(MOVE_CONFIG_LAYOUT, config), put(MOVE_LAYOUT, {})];
      const contacts = list(CONTACT_LAYOUT, (at, room, count, error) =>
        wasm().fw_mover_move_by(
          this.handle,
          world.handle,
          from,
          way,
          0,
          by,
          moved,
          at,
          room,
          count,
          error,
        ),
      );
      return { move: read(memory(), MOVE_LAYOUT, moved), contacts };
    });
  }

  /** Gives it another shape, if there is room: the state that goes on from there. */
  resize(
    world: World,
    state: MoverState,
    body: Partial<Body>,
    config?: MoveConfig,
  ): MoverState | undefined {
    return scope(() => {
      const [it, to] = [put(MOVER_STATE_LAYOUT, state), put(BODY_LAYOUT, body)];
      const by = putOr(MOVE_CONFIG_LAYOUT, config);
      const fits = u8((at, error) =>
        wasm().fw_mover_resize(this.handle, world.handle, it, to, 0, by, at, error),
      );
      return fits ? read(memory(), MOVER_STATE_LAYOUT, it) : undefined;
    });
  }
}
