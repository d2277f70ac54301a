/** The ball: where it flies, and who can reach it. */

import {
  BALL_LAYOUT,
  BALL_PARAMS_LAYOUT,
  type Ball,
  type BallParams,
  type Exports,
  FLIGHT_EVENT_LAYOUT,
  type FlightEvent,
  FW_NONE,
  INTERCEPT_LAYOUT,
  type Intercept,
  PITCH_LAYOUT,
  type Pitch,
  PLAYER_LAYOUT,
  type Player,
  PREDICTION_OPTIONS_LAYOUT,
  PREDICTION_STATE_LAYOUT,
  type PredictionOptions,
  type PredictionState,
  SAMPLE_LAYOUT,
  type Sample,
  SECTION_LAYOUT,
  type Section,
  STATIC_SHAPE_LAYOUT,
  type StaticShape,
  SURFACE_LAYOUT,
  type Surface,
  TOUCH_LAYOUT,
  type Touch,
  WINDOW_LAYOUT,
  type Window,
} from "./declarations.js";
import { read, wholeU32 } from "./layout.js";
import {
  call,
  doubles,
  f64,
  Handle,
  list,
  memory,
  one,
  put,
  putAll,
  putOr,
  reserve,
  scope,
  u8,
  u32,
  wasm,
} from "./module.js";

type Vector = readonly [number, number, number];

export const defaultPitch = (): Pitch =>
  one(PITCH_LAYOUT, (at, error) => wasm().fw_pitch_default(at, error));

export const defaultBallParams = (): BallParams =>
  one(BALL_PARAMS_LAYOUT, (at, error) => wasm().fw_ball_params_default(at, error));

export const defaultPredictionOptions = (): PredictionOptions =>
  one(PREDICTION_OPTIONS_LAYOUT, (at, error) => wasm().fw_prediction_options_default(at, error));

/** What a ball bounces off: that of a pitch, or nothing yet. */
export class Statics extends Handle {
  constructor(pitch?: Pitch) {
    super(
      (at, error) => scope(() => wasm().fw_statics_create(putOr(PITCH_LAYOUT, pitch), at, error)),
      wasm().fw_statics_destroy,
    );
  }

  /** Adds a shape; returns its number, by which touches name it. */
  add(shape: StaticShape, surface?: Surface): number {
    return scope(() => {
      const [it, of] = [put(STATIC_SHAPE_LAYOUT, shape), putOr(SURFACE_LAYOUT, surface)];
      return u32((at, error) => wasm().fw_statics_add(this.handle, it, of, at, error));
    });
  }
}

/** How a ball moves among statics, of which it keeps a copy. */
export class Physics extends Handle {
  constructor(statics: Statics, params?: BallParams) {
    super(
      (at, error) =>
        scope(() =>
          wasm().fw_physics_create(putOr(BALL_PARAMS_LAYOUT, params), statics.handle, at, error),
        ),
      wasm().fw_physics_destroy,
    );
  }

  /** Moves a ball by steps of 1/240 s: where it is then, and what it touched. */
  step(ball: Ball, steps: number): { ball: Ball; touches: Touch[] } {
    wholeU32(steps, "steps");
    return scope(() => {
      const it = put(BALL_LAYOUT, ball);
      const touches = list(TOUCH_LAYOUT, (at, room, count, error) =>
        wasm().fw_physics_step(this.handle, it, steps, at, room, count, error),
      );
      return { ball: read(memory(), BALL_LAYOUT, it), touches };
    });
  }
}

/** Places a ball at the step nearest to a time. */
export function placeBall(
  nowSecs: number,
  position: Vector,
  velocity: Vector,
  spin: Vector = [0, 0, 0],
): Ball {
  return scope(() => {
    const [place, speed, turn] = [doubles(position), doubles(velocity), doubles(spin)];
    return one(BALL_LAYOUT, (at, error) =>
      wasm().fw_ball_place(nowSecs, place, speed, turn, at, error),
    );
  });
}

/** The ball with another velocity and spin. */
export function kickBall(ball: Ball, velocity: Vector, spin: Vector = [0, 0, 0]): Ball {
  return scope(() => {
    const [it, speed, turn] = [put(BALL_LAYOUT, ball), doubles(velocity), doubles(spin)];
    call((error) => wasm().fw_ball_kick(it, speed, turn, error));
    return read(memory(), BALL_LAYOUT, it);
  });
}

/** The time of a ball. */
export function ballSecs(ball: Ball): number {
  return scope(() => {
    const it = put(BALL_LAYOUT, ball);
    return f64((at, error) => wasm().fw_ball_secs(it, at, error));
  });
}

/** The flight of a ball. */
export class Prediction extends Handle {
  constructor(physics: Physics, ball: Ball, options?: PredictionOptions) {
    super(
      (at, error) =>
        scope(() =>
          wasm().fw_prediction_create(
            physics.handle,
            put(BALL_LAYOUT, ball),
            putOr(PREDICTION_OPTIONS_LAYOUT, options),
            at,
            error,
          ),
        ),
      wasm().fw_prediction_destroy,
    );
  }

  /** Starts again from another ball. */
  restart(physics: Physics, ball: Ball): void {
    scope(() => {
      const it = put(BALL_LAYOUT, ball);
      call((error) => wasm().fw_prediction_restart(this.handle, physics.handle, it, error));
    });
  }

  /**
   * Advances by a frame; call it once per frame, whatever happened. Forgets what is before a time, extends a prediction that keeps
   * ahead, and predicts so much that a whole horizon takes the `frames` of its options.
   */
  advanceFrame(physics: Physics, nowSecs: number): void {
    call((error) =>
      wasm().fw_prediction_advance_frame(this.handle, physics.handle, nowSecs, error),
    );
  }

  /** Forgets what is before a time. */
  advance(nowSecs: number): void {
    call((error) => wasm().fw_prediction_advance(this.handle, nowSecs, error));
  }

  /** Predicts that many steps of 1/240 s, or all that are left. */
  run(physics: Physics, steps: number = FW_NONE): void {
    call((error) => wasm().fw_prediction_run(this.handle, physics.handle, steps, error));
  }

  get state(): PredictionState {
    return one(PREDICTION_STATE_LAYOUT, (at, error) =>
      wasm().fw_prediction_get_state(this.handle, at, error),
    );
  }

  /** Where the ball will be; `undefined` for a time that is past or not predicted yet. */
  positionAt(secs: number): [number, number, number] | undefined {
    return scope(() => {
      const position = reserve(24);
      const known = u8((at, error) =>
        wasm().fw_prediction_position_at(this.handle, secs, position, at, error),
      );
      const [x = 0, y = 0, z = 0] = new Float64Array(memory().buffer, position, 3);
      return known ? [x, y, z] : undefined;
    });
  }

  samples(): Sample[] {
    return list(SAMPLE_LAYOUT, (at, room, count, error) =>
      wasm().fw_prediction_samples(this.handle, at, room, count, error),
    );
  }

  /** Bounces and rolls, and last the end. */
  events(): FlightEvent[] {
    return list(FLIGHT_EVENT_LAYOUT, (at, room, count, error) =>
      wasm().fw_prediction_events(this.handle, at, room, count, error),
    );
  }

  /** The flight in sections by height: knee, chest, head, keeper. */
  sections(): Section[] {
    return list(SECTION_LAYOUT, (at, room, count, error) =>
      wasm().fw_prediction_sections(this.handle, 0, at, room, count, error),
    );
  }
}

/** The flight of a ball as lines, which searches read. */
export class FlightPath extends Handle {
  constructor() {
    super(wasm().fw_path_create, wasm().fw_path_destroy);
  }

  /** Reads what a prediction knows by now. */
  read(prediction: Prediction): void {
    call((error) => wasm().fw_path_read(this.handle, prediction.handle, error));
  }
}

/** A player at a place, as an average one. */
export function defaultPlayer(id: number, position: Vector): Player {
  wholeU32(id, "id");
  return scope(() => {
    const place = doubles(position);
    return one(PLAYER_LAYOUT, (at, error) => wasm().fw_player_default(id, place, at, error));
  });
}

/** The first intercepts of players, by one of the two that find them. */
function intercepts(
  find: Exports["fw_search_run"],
  by: Handle,
  path: FlightPath,
  players: readonly Player[],
  nowSecs: number,
): Intercept[] {
  return scope(() => {
    const of = putAll(PLAYER_LAYOUT, players);
    return list(INTERCEPT_LAYOUT, (at, room, count, error) =>
      find(by.handle, path.handle, of, players.length, nowSecs, at, room, count, error),
    );
  });
}

/** A search for all windows of all players, by a model, an `FW_REACH_`. */
export class InterceptSearch extends Handle {
  constructor(model: number) {
    super((at, error) => wasm().fw_search_create(model, at, error), wasm().fw_search_destroy);
  }

  /** When and how each player can first take the ball. */
  run(path: FlightPath, players: readonly Player[], nowSecs: number): Intercept[] {
    return intercepts(wasm().fw_search_run, this, path, players, nowSecs);
  }

  /** The times in which the player at this place of the last run can take the ball. */
  windows(index: number): Window[] {
    wholeU32(index, "index");
    return list(WINDOW_LAYOUT, (at, room, count, error) =>
      wasm().fw_search_windows(this.handle, index, at, room, count, error),
    );
  }
}

/** First intercepts from frame to frame, mostly without a search. */
export class InterceptCache extends Handle {
  constructor(model: number) {
    super(
      (at, error) => wasm().fw_intercept_cache_create(model, at, error),
      wasm().fw_intercept_cache_destroy,
    );
  }

  /** What a search finds, to the bit. */
  update(path: FlightPath, players: readonly Player[], nowSecs: number): Intercept[] {
    return intercepts(wasm().fw_intercept_cache_update, this, path, players, nowSecs);
  }

  /** Forgets all players, such as after the clock went back. */
  clear(): void {
    call((error) => wasm().fw_intercept_cache_clear(this.handle, error));
  }
}
