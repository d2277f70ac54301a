/** Motion matching: the nearest poses that a query allows. */

import {
  CONTROLLER_CONFIG_LAYOUT,
  type ControllerConfig,
  FW_MAX_MATCHES,
  INDEX_INFO_LAYOUT,
  type IndexInfo,
  MATCH_LAYOUT,
  type Match,
  PLACE_LAYOUT,
  type Place,
  POSE_ID_LAYOUT,
  type PoseId,
  RANGE_LAYOUT,
  type Range,
  RULES_LAYOUT,
  type Rules,
  SEARCH_OPTIONS_LAYOUT,
  STEP_LAYOUT,
  STICK_LAYOUT,
  type Step,
  type Stick,
} from "./declarations.js";
import { wholeU32 } from "./layout.js";
import {
  call,
  copy,
  floats,
  Handle,
  list,
  memory,
  one,
  put,
  putAll,
  putOr,
  reserve,
  scope,
  text,
  u8,
  u32,
  u64,
  wasm,
} from "./module.js";
import type { Query } from "./tags.js";

/** How to search. */
export interface SearchOptions {
  filter?: PoseFilter;
  /** A weight for each group instead of those of the schema. */
  weights?: ArrayLike<number>;
  /** Poses that cost more are not found. */
  maxCost?: number;
}

/** An index of poses. */
export class PoseIndex extends Handle {
  readonly #features: number;

  constructor(bytes: Uint8Array) {
    super(
      (at, error) =>
        scope(() => wasm().fw_index_from_bytes(copy(bytes), bytes.length, 0, at, error)),
      wasm().fw_index_destroy,
    );
    this.#features = this.info.features;
  }

  get info(): IndexInfo {
    return one(INDEX_INFO_LAYOUT, (at, error) => wasm().fw_index_get_info(this.handle, at, error));
  }

  /** The first clip of this name. */
  clip(name: string): number {
    return scope(() => {
      const [bytes, length] = text(name);
      return u32((at, error) => wasm().fw_index_clip(this.handle, bytes, length, at, error));
    });
  }

  /** Which numbers of a goal a group has. */
  group(name: string): { first: number; count: number } {
    return scope(() => {
      const [bytes, length] = text(name);
      const first = reserve(4);
      const count = u32((at, error) =>
        wasm().fw_index_group(this.handle, bytes, length, first, at, error),
      );
      return { first: memory().getUint32(first, true), count };
    });
  }

  /** The features of a pose, as many as a goal has. */
  features(pose: PoseId): Float32Array {
    return scope(() => {
      const [of, to] = [put(POSE_ID_LAYOUT, pose), reserve(4 * this.#features)];
      call((error) => wasm().fw_index_features(this.handle, of, to, this.#features, error));
      return new Float32Array(memory().buffer, to, this.#features).slice();
    });
  }

  /** The poses nearest to a goal, the best first, at most `limit`, which is at most `FW_MAX_MATCHES`. */
  search(goal: ArrayLike<number>, limit = 1, options: SearchOptions = {}): Match[] {
    if (wholeU32(limit, "limit") > FW_MAX_MATCHES) {
      throw new RangeError(`limit is at most ${FW_MAX_MATCHES}, not ${limit}`);
    }
    return scope(() => {
      const [from, by] = [floats(goal), putOptions(options)];
      return list(MATCH_LAYOUT, (at, room, count, error) =>
        wasm().fw_index_search(
          this.handle,
          from,
          goal.length,
          by,
          at,
          Math.min(limit, room),
          count,
          error,
        ),
      );
    });
  }
}

function putOptions(options: SearchOptions): number {
  return put(SEARCH_OPTIONS_LAYOUT, {
    hasMaxCost: options.maxCost === undefined ? 0 : 1,
    filter: options.filter?.handle ?? 0n,
    weights: options.weights ? floats(options.weights) : 0,
    weightsCount: options.weights?.length ?? 0,
    maxCost: options.maxCost ?? 0,
  });
}

/** The poses that may be found. `twins` is an `FW_TWINS_`. */
export class PoseFilter extends Handle {
  private constructor(make: (at: number, error: number) => number) {
    super((at, error) => scope(() => make(at, error)), wasm().fw_pose_filter_destroy);
  }

  /** Of ranges of frames, whose clips are those of the index. */
  static fromRanges(index: PoseIndex, ranges: readonly Range[], twins: number): PoseFilter {
    wholeU32(twins, "twins");
    return new PoseFilter((at, error) =>
      wasm().fw_pose_filter_from_ranges(
        index.handle,
        putAll(RANGE_LAYOUT, ranges),
        ranges.length,
        twins,
        at,
        error,
      ),
    );
  }

  /** Of what a query finds, in the clips of the same names. */
  static fromQuery(index: PoseIndex, query: Query, twins: number): PoseFilter {
    wholeU32(twins, "twins");
    return new PoseFilter((at, error) =>
      wasm().fw_pose_filter_from_query(index.handle, query.handle, twins, at, error),
    );
  }

  get count(): bigint {
    return u64((at, error) => wasm().fw_pose_filter_count(this.handle, at, error));
  }

  allows(index: PoseIndex, pose: PoseId): boolean {
    return scope(() => {
      const of = put(POSE_ID_LAYOUT, pose);
      return (
        u8((at, error) =>
          wasm().fw_pose_filter_allows(this.handle, index.handle, of, at, error),
        ) !== 0
      );
    });
  }
}

/** What a character should do next, as far as it is set. */
export class Goal extends Handle {
  constructor(index: PoseIndex) {
    super((at, error) => wasm().fw_goal_create(index.handle, at, error), wasm().fw_goal_destroy);
  }

  set(group: string, values: ArrayLike<number>): void {
    scope(() => {
      const [[bytes, length], from] = [text(group), floats(values)];
      call((error) => wasm().fw_goal_set(this.handle, bytes, length, from, values.length, error));
    });
  }

  /** Leaves a group to the pose that plays again. */
  unset(group: string): void {
    scope(() => {
      const [bytes, length] = text(group);
      call((error) => wasm().fw_goal_unset(this.handle, bytes, length, error));
    });
  }
}

export const defaultRules = (): Rules =>
  one(RULES_LAYOUT, (at, error) => wasm().fw_rules_default(at, error));

/** Which pose of a character plays, and when another does. */
export class Matcher extends Handle {
  constructor(start: PoseId, rules?: Rules) {
    super(
      (at, error) =>
        scope(() =>
          wasm().fw_matcher_create(
            putOr(RULES_LAYOUT, rules),
            put(POSE_ID_LAYOUT, start),
            at,
            error,
          ),
        ),
      wasm().fw_matcher_destroy,
    );
  }

  /** Plays on and then decides. `inputChanged` makes it look at once. */
  update(
    index: PoseIndex,
    dtSecs: number,
    goal: Goal,
    inputChanged: boolean,
    options: SearchOptions = {},
  ): Step {
    return scope(() => {
      const by = putOptions(options);
      return one(STEP_LAYOUT, (at, error) =>
        wasm().fw_matcher_update(
          this.handle,
          index.handle,
          dtSecs,
          goal.handle,
          inputChanged ? 1 : 0,
          by,
          at,
          error,
        ),
      );
    });
  }
}

export const defaultControllerConfig = (): ControllerConfig =>
  one(CONTROLLER_CONFIG_LAYOUT, (at, error) => wasm().fw_controller_config_default(at, error));

/** From a stick to the trajectory of a goal. */
export class Controller extends Handle {
  constructor(place: Place, config?: ControllerConfig) {
    super(
      (at, error) =>
        scope(() =>
          wasm().fw_controller_create(
            putOr(CONTROLLER_CONFIG_LAYOUT, config),
            put(PLACE_LAYOUT, place),
            at,
            error,
          ),
        ),
      wasm().fw_controller_destroy,
    );
  }

  /** Moves on; returns where it is. */
  update(dtSecs: number, stick: Partial<Stick>): Place {
    return scope(() => {
      const by = put(STICK_LAYOUT, stick);
      return one(PLACE_LAYOUT, (at, error) =>
        wasm().fw_controller_update(this.handle, dtSecs, by, at, error),
      );
    });
  }

  /** Sets all trajectories of a goal, as a character sees them from where it is. */
  setGoal(index: PoseIndex, character: Place, stick: Partial<Stick>, goal: Goal): void {
    scope(() => {
      const [from, by] = [put(PLACE_LAYOUT, character), put(STICK_LAYOUT, stick)];
      call((error) =>
        wasm().fw_controller_set_goal(this.handle, index.handle, from, by, goal.handle, error),
      );
    });
  }

  /** Where a character that moves at this speed should be. */
  adjusted(dtSecs: number, character: Place, speedMps: number): Place {
    return scope(() => {
      const from = put(PLACE_LAYOUT, character);
      return one(PLACE_LAYOUT, (at, error) =>
        wasm().fw_controller_adjusted(this.handle, dtSecs, from, speedMps, at, error),
      );
    });
  }
}
