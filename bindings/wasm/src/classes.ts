// @generated from bindings/c by `cargo xtask bindings`; not edited by hand.
import {
  BLEND_CONFIG_LAYOUT,
  type BlendConfig,
  MOTION_LAYOUT,
  RULES_LAYOUT,
  type Rules,
  CONTROLLER_CONFIG_LAYOUT,
  type ControllerConfig,
  CHARACTER_CONFIG_LAYOUT,
  type CharacterConfig,
  POSE_ID_LAYOUT,
  type PoseId,
  PLACEMENT_LAYOUT,
  type Placement,
  STICK_LAYOUT,
  type Stick,
  SEARCH_OPTIONS_LAYOUT,
  MOVE_CONFIG_LAYOUT,
  type MoveConfig,
  STEP_LAYOUT,
  type Step,
  PLACE_LAYOUT,
  type Place,
  WAYPOINT_LAYOUT,
  type Waypoint,
  FOOTSTEP_LAYOUT,
  type Footstep,
  CHOICE_WEIGHTS_LAYOUT,
  type ChoiceWeights,
  PLAYER_LAYOUT,
  type Player,
  INTERCEPT_LAYOUT,
  type Intercept,
  CHOICE_INPUT_LAYOUT,
  RATED_LAYOUT,
  type Rated,
  CANDIDATE_LAYOUT,
  type Candidate,
  CONTROL_RULES_LAYOUT,
  type ControlRules,
  HUMAN_LAYOUT,
  type Human,
  SITUATION_LAYOUT,
  ASSIGNMENT_LAYOUT,
  type Assignment,
  CLIP_INFO_LAYOUT,
  type ClipInfo,
  RATE_LAYOUT,
  type Rate,
  INDEX_INFO_LAYOUT,
  type IndexInfo,
  WINDOW_LAYOUT,
  type Window,
  BODY_LAYOUT,
  type Body,
  MOVER_STATE_LAYOUT,
  type MoverState,
  LABEL_LAYOUT,
  type Label,
  MOVE_LAYOUT,
  type Move,
  CONTACT_LAYOUT,
  type Contact,
  HIT_LAYOUT,
  type Hit,
  GUARDS_LAYOUT,
  type Guards,
  NETWORK_INFO_LAYOUT,
  type NetworkInfo,
  POSE_FACTS_LAYOUT,
  type PoseFacts,
  BALL_PARAMS_LAYOUT,
  type BallParams,
  SURFACE_LAYOUT,
  type Surface,
  BALL_LAYOUT,
  type Ball,
  TOUCH_LAYOUT,
  type Touch,
  RANGE_LAYOUT,
  type Range,
  MATCH_LAYOUT,
  type Match,
  PREDICTION_OPTIONS_LAYOUT,
  type PredictionOptions,
  PREDICTION_STATE_LAYOUT,
  type PredictionState,
  SAMPLE_LAYOUT,
  type Sample,
  FLIGHT_EVENT_LAYOUT,
  type FlightEvent,
  HEIGHT_BANDS_LAYOUT,
  type HeightBands,
  SECTION_LAYOUT,
  type Section,
  FRAME_LAYOUT,
  type Frame,
  RECORD_CONFIG_LAYOUT,
  type RecordConfig,
  REPERTOIRE_INFO_LAYOUT,
  type RepertoireInfo,
  JOINT_LAYOUT,
  type Joint,
  CLIP_ROOT_LAYOUT,
  type ClipRoot,
  PITCH_LAYOUT,
  type Pitch,
  STATIC_SHAPE_LAYOUT,
  type StaticShape,
  ENCODING_LAYOUT,
  type Encoding,
  PASSING_LAYOUT,
  type Passing,
  POSE_LAYOUT,
  type Pose,
  VOLUME_LAYOUT,
  type Volume,
  FW_NONE,
  FW_TWINS_BOTH,
  FW_MAX_MATCHES,
} from "./declarations.js";
import {
  hasLength,
  isNumber,
  only,
  read,
  wholeU32,
} from "./layout.js";
import {
  alive,
  call,
  copy,
  doubles,
  filled,
  floats,
  Handle,
  handleOf,
  isArray,
  list,
  memory,
  numbers,
  numbersAt,
  put,
  putAll,
  putOr,
  reserve,
  scope,
  text,
  textList,
  textOf,
  type OfMethod,
  type Vector,
  vectorAt,
  wasm,
  wholes,
} from "./module.js";
import {
  databaseOpen,
} from "./database.js";
import {
  expressionBlock,
} from "./expression.js";
import {
  type ObstacleFilter,
  putObstacleFilter,
} from "./callbacks.js";
import {
  repertoireOpen,
} from "./repertoire.js";
import {
  type Surroundings,
  putSurroundings,
} from "./surroundings.js";

/** A pose with its velocities. You own the arrays of its joints. */
export interface Motion {
  /** The position of the hips relative to the root on the ground, in metres. */
  hipsM: Vector;
  /** The velocity of the hips relative to the root, in m/s. */
  hipsMps: Vector;
  /** The velocity of the root: to the left and ahead in m/s, then the turning speed about +y in rad/s. */
  rootVelocity: Vector;
  /**
   * A quaternion x, y, z, w for each joint, in the space of its parent. That of the hips is in the space of the
   * character.
   */
  rotations: Float32Array;
  /** The angular velocity of each joint in the space of its parent: an axis times an angular speed in rad/s. */
  spinsRadps: Float32Array;
}

function putMotion(it: Motion): number {
  only(it, ["hipsM", "hipsMps", "rootVelocity", "rotations", "spinsRadps"], "Motion");
  const joints = wholeU32(it.rotations.length / 4, "joints");
  hasLength(it.rotations.length, 4 * joints, "rotations");
  hasLength(it.spinsRadps.length, 3 * joints, "spinsRadps");
  return put(MOTION_LAYOUT, {
    hipsM: it.hipsM,
    hipsMps: it.hipsMps,
    rootVelocity: it.rootVelocity,
    joints,
    rotations: floats(it.rotations),
    spinsRadps: floats(it.spinsRadps),
  });
}

function readMotion(at: number): Motion {
  const it = read(memory(), MOTION_LAYOUT, at);
  return {
    hipsM: it.hipsM as Vector,
    hipsMps: it.hipsMps as Vector,
    rootVelocity: it.rootVelocity as Vector,
    rotations: numbersAt(Float32Array, it.rotations as number, 4 * (it.joints as number)),
    spinsRadps: numbersAt(Float32Array, it.spinsRadps as number, 3 * (it.joints as number)),
  };
}

/** The options of a search. */
export interface SearchOptions {
  /** The filter that a found pose must pass; with none, every pose passes. */
  filter?: PoseFilter;
  /** The weights of all groups, which replace those of the schema; may be left out. */
  weights?: ArrayLike<number>;
  /** The largest allowed cost of a result. A good bound is the cost of playing on. */
  maxCost?: number;
  /** The bias: costs of poses, and bonuses for playing on; with none, costs have no bias. */
  bias?: Bias;
}

function putSearchOptions(it: SearchOptions): number {
  only(it, ["filter", "weights", "maxCost", "bias"], "SearchOptions");
  const weightsCount = wholeU32(it.weights?.length ?? 0, "weightsCount");
  return put(SEARCH_OPTIONS_LAYOUT, {
    filter: it.filter === undefined ? 0n : handleOf(it.filter, PoseFilter, "PoseFilter", "filter"),
    weightsCount,
    weights: it.weights ? floats(it.weights) : 0,
    hasMaxCost: it.maxCost === undefined ? 0 : 1,
    maxCost: it.maxCost ?? 0,
    bias: it.bias === undefined ? 0n : handleOf(it.bias, Bias, "Bias", "bias"),
  });
}

/** The input of a choice. */
export interface ChoiceInput {
  /** The model of the search: an `FW_REACH_`. */
  model: number;
  /** The searched path. */
  path: FlightPath;
  /** The time of the search. */
  nowSecs: number;
  /** All players. */
  players: readonly Partial<Player>[];
  /** Their intercepts, in the same order. */
  intercepts: readonly Partial<Intercept>[];
  /** The team to choose from; FW_NONE for all players, who have no opponents then. */
  team: number;
  /** The centre of the goal of that team. */
  goal?: Vector;
}

function putChoiceInput(it: ChoiceInput): number {
  only(it, ["model", "path", "nowSecs", "players", "intercepts", "team", "goal"], "ChoiceInput");
  const count = wholeU32(it.players.length, "count");
  hasLength(it.intercepts.length, count, "intercepts");
  return put(CHOICE_INPUT_LAYOUT, {
    model: it.model,
    path: handleOf(it.path, FlightPath, "FlightPath", "path"),
    nowSecs: it.nowSecs,
    count,
    players: putAll(PLAYER_LAYOUT, it.players),
    intercepts: putAll(INTERCEPT_LAYOUT, it.intercepts),
    team: it.team,
    hasGoal: it.goal === undefined ? 0 : 1,
    goal: it.goal ?? [0, 0, 0],
  });
}

/** The input of a decision. */
export interface Situation {
  /** The player who touched the ball since the last decision; FW_NONE if unknown. */
  touchedBy: number;
  /** The time, not before that of the last decision. */
  nowSecs: number;
  /** The players of all teams with humans. */
  candidates: readonly Partial<Candidate>[];
  /** The humans in the game. */
  humans: readonly Partial<Human>[];
  /** Whether a player touched the ball since the last decision. Bounces do not count. */
  isTouched?: boolean;
  /** Whether the ball is in the air. */
  isInAir?: boolean;
}

function putSituation(it: Situation): number {
  only(it, ["touchedBy", "nowSecs", "candidates", "humans", "isTouched", "isInAir"], "Situation");
  const candidatesCount = wholeU32(it.candidates.length, "candidatesCount");
  const humansCount = wholeU32(it.humans.length, "humansCount");
  return put(SITUATION_LAYOUT, {
    touchedBy: it.touchedBy,
    nowSecs: it.nowSecs,
    candidatesCount,
    candidates: putAll(CANDIDATE_LAYOUT, it.candidates),
    humansCount,
    humans: putAll(HUMAN_LAYOUT, it.humans),
    isTouched: it.isTouched ? 1 : 0,
    isInAir: it.isInAir ? 1 : 0,
  });
}

/** An index of poses. */
export class PoseIndex extends Handle {
  /** Opens an index in memory. */
  constructor(bytes: Uint8Array) {
    super((at, error) =>
      scope(() => {
        const bytesAt = copy(bytes);
        return wasm().fw_index_from_bytes(bytesAt, bytes.length, 0, at, error);
      }), wasm().fw_index_destroy);
  }

  /** Returns the rate and the counts of an index. */
  get info(): IndexInfo {
    return scope(() => {
      const infoAt = put(INDEX_INFO_LAYOUT, {});
      call((error) => wasm().fw_index_get_info(alive(this, "PoseIndex"), infoAt, error));
      return read(memory(), INDEX_INFO_LAYOUT, infoAt);
    });
  }

  /** Returns the number of the first clip with this name. */
  clip(name: string): number {
    return scope(() => {
      const [nameAt, nameLength] = text(name);
      const clipAt = reserve(8);
      call((error) => wasm().fw_index_clip(alive(this, "PoseIndex"), nameAt, nameLength, clipAt, error));
      return memory().getUint32(clipAt, true);
    });
  }

  /** Returns the range of a goal's values that belongs to a group of the schema, such as "left_foot position". */
  group(name: string): { first: number; count: number } {
    return scope(() => {
      const [nameAt, nameLength] = text(name);
      const firstAt = reserve(8);
      const countAt = reserve(8);
      call((error) => wasm().fw_index_group(alive(this, "PoseIndex"), nameAt, nameLength, firstAt, countAt, error));
      return { first: memory().getUint32(firstAt, true), count: memory().getUint32(countAt, true) };
    });
  }

  /** Returns the name of a group of the schema, by its number from 0, such as "left_foot position". */
  groupName(group: number): string {
    wholeU32(group, "group");
    return scope(() => {
      const name = textOf((at, room, count, error) =>
        wasm().fw_index_group_name(alive(this, "PoseIndex"), group, at, room, count, error),
      );
      return name;
    });
  }

  /** Returns the features of a pose: as many values as a goal has. */
  features(pose: Partial<PoseId>, features: Float32Array): Float32Array {
    isArray(features, Float32Array, "features");
    return scope(() => {
      const poseAt = put(POSE_ID_LAYOUT, pose);
      const featuresAt = floats(features);
      call((error) => wasm().fw_index_features(alive(this, "PoseIndex"), poseAt, featuresAt, features.length, error));
      return filled(features, featuresAt);
    });
  }

  /**
   * Returns the poses nearest to a goal, the best first. Their number is limited by the buffer, and is at most
   * FW_MAX_MATCHES. `options` may be left out for the default.
   */
  search(goal: ArrayLike<number>, limit: number, options: SearchOptions = {}): Match[] {
    if (wholeU32(limit, "limit") > FW_MAX_MATCHES) {
      throw new RangeError(`limit is at most ${FW_MAX_MATCHES}, not ${limit}`);
    }
    return scope(() => {
      const goalAt = floats(goal);
      const optionsAt = putSearchOptions(options);
      const matches = list(MATCH_LAYOUT, (at, room, count, error) =>
        wasm().fw_index_search(alive(this, "PoseIndex"), goalAt, goal.length, optionsAt, at, Math.min(limit, room), count, error),
      );
      return matches;
    });
  }

  /** Makes the index of a repertoire, for filters and searches. It shares the memory of the repertoire. */
  static fromRepertoire(repertoire: Repertoire): PoseIndex {
    return Handle.made(PoseIndex, (at, error) =>
      scope(() => {
        return wasm().fw_index_from_repertoire(handleOf(repertoire, Repertoire, "Repertoire", "repertoire"), at, error);
      }), wasm().fw_index_destroy);
  }
}

/** Preferences among the poses that a filter allows. Some poses cost more, and some play on for longer. */
export class Bias extends Handle {
  /** Makes a bias without any effect. Call it while loading, because it allocates. */
  constructor(index: PoseIndex) {
    super((at, error) =>
      scope(() => {
        return wasm().fw_bias_create(handleOf(index, PoseIndex, "PoseIndex", "index"), at, error);
      }), wasm().fw_bias_destroy);
  }

  /**
   * Adds a cost, from 0 to 1e12, to all poses that a filter of the same index allows. A search chooses such a pose only if
   * it is better than the others by more than the cost. Costs of several calls add up. Call it while loading, because it
   * allocates.
   */
  addCost(poses: PoseFilter, cost: number): void {
    isNumber(cost, "cost");
    return scope(() => {
      call((error) => wasm().fw_bias_add_cost(alive(this, "Bias"), handleOf(poses, PoseFilter, "PoseFilter", "poses"), cost, error));
    });
  }

  /**
   * Adds a bonus for playing on. While a filter of the same index allows the playing pose, another pose must be better
   * than playing on by the bonus, in addition to the margins of the rules. A negative bonus makes a jump more likely. A
   * bias has at most FW_MAX_STAYS bonuses, and they add up. `PoseIndex.search` ignores them. Call it while loading,
   * because it allocates.
   */
  addStay(poses: PoseFilter, bonus: number): void {
    isNumber(bonus, "bonus");
    return scope(() => {
      call((error) => wasm().fw_bias_add_stay(alive(this, "Bias"), handleOf(poses, PoseFilter, "PoseFilter", "poses"), bonus, error));
    });
  }
}

/** A set of poses that a search may find. */
export class PoseFilter extends Handle {
  private constructor() {
    super();
  }

  /**
   * Makes a filter from ranges of frames. Clips are numbered as in the index, and frames are at the rate of each clip.
   * `twins` is an FW_TWINS_. Call it while loading, because it allocates.
   */
  static fromRanges(index: PoseIndex, ranges: readonly Partial<Range>[], twins: number): PoseFilter {
    wholeU32(twins, "twins");
    return Handle.made(PoseFilter, (at, error) =>
      scope(() => {
        const rangesAt = putAll(RANGE_LAYOUT, ranges);
        return wasm().fw_pose_filter_from_ranges(handleOf(index, PoseIndex, "PoseIndex", "index"), rangesAt, ranges.length, twins, at, error);
      }), wasm().fw_pose_filter_destroy);
  }

  /**
   * Makes a filter from the frames that a query finds. The clips of the database and of the index are matched by name. It
   * is an error if they have no clip in common. `twins` is an FW_TWINS_. Call it while loading, because it allocates.
   */
  static fromQuery(index: PoseIndex, query: Query, twins: number): PoseFilter {
    wholeU32(twins, "twins");
    return Handle.made(PoseFilter, (at, error) =>
      scope(() => {
        return wasm().fw_pose_filter_from_query(handleOf(index, PoseIndex, "PoseIndex", "index"), handleOf(query, Query, "Query", "query"), twins, at, error);
      }), wasm().fw_pose_filter_destroy);
  }

  /**
   * Makes a filter like `PoseFilter.fromQuery`, but for jumps. It leaves out the last `runwaySecs` of each range, or the
   * second half of a range shorter than twice that. So a clip still plays on within the range after a jump. Characters
   * need such a filter. Pass the `overrunSecs` of their rules, by default 0.2.
   */
  static forLanding(index: PoseIndex, query: Query, runwaySecs: number, twins: number = FW_TWINS_BOTH): PoseFilter {
    wholeU32(twins, "twins");
    isNumber(runwaySecs, "runwaySecs");
    return Handle.made(PoseFilter, (at, error) =>
      scope(() => {
        return wasm().fw_pose_filter_for_landing(handleOf(index, PoseIndex, "PoseIndex", "index"), handleOf(query, Query, "Query", "query"), twins, runwaySecs, at, error);
      }), wasm().fw_pose_filter_destroy);
  }

  /** Returns the number of poses that a filter allows. */
  get count(): bigint {
    return scope(() => {
      const posesAt = reserve(8);
      call((error) => wasm().fw_pose_filter_count(alive(this, "PoseFilter"), posesAt, error));
      return memory().getBigUint64(posesAt, true);
    });
  }

  /** Returns whether a filter of this index allows a pose. */
  allows(index: PoseIndex, pose: Partial<PoseId>): boolean {
    return scope(() => {
      const poseAt = put(POSE_ID_LAYOUT, pose);
      const allowsAt = reserve(8);
      call((error) => wasm().fw_pose_filter_allows(alive(this, "PoseFilter"), handleOf(index, PoseIndex, "PoseIndex", "index"), poseAt, allowsAt, error));
      return memory().getUint8(allowsAt) !== 0;
    });
  }
}

/** Returns the defaults. */
export function defaultBlendConfig(): BlendConfig {
  return scope(() => {
    const configAt = put(BLEND_CONFIG_LAYOUT, {});
    call((error) => wasm().fw_blend_config_default(configAt, error));
    return read(memory(), BLEND_CONFIG_LAYOUT, configAt);
  });
}

/** The blend of one character. */
export class Blend extends Handle {
  /** Makes a blend, with nothing to blend yet. `config` may be left out for the default. */
  constructor(config?: BlendConfig) {
    super((at, error) =>
      scope(() => {
        const configAt = putOr(BLEND_CONFIG_LAYOUT, config);
        return wasm().fw_blend_create(configAt, at, error);
      }), wasm().fw_blend_destroy);
  }

  /** Starts a blend from the shown motion to the playing one, which must have the same joints. */
  jump(shown: Motion, plays: Motion): void {
    return scope(() => {
      const shownAt = putMotion(shown);
      const playsAt = putMotion(plays);
      call((error) => wasm().fw_blend_jump(alive(this, "Blend"), shownAt, playsAt, error));
    });
  }

  /** Advances time, and returns whether the shown motion still differs from the playing one. */
  advance(dtSecs: number): boolean {
    isNumber(dtSecs, "dtSecs");
    return scope(() => {
      const isActiveAt = reserve(8);
      call((error) => wasm().fw_blend_advance(alive(this, "Blend"), dtSecs, isActiveAt, error));
      return memory().getUint8(isActiveAt) !== 0;
    });
  }

  /**
   * Returns the motion to show for the playing motion, which must have the same joints. Both pointers may be to the same
   * motion. `shown` is not modified: the call returns a changed copy.
   */
  apply(plays: Motion, shown: Motion): Motion {
    return scope(() => {
      const playsAt = putMotion(plays);
      const shownAt = putMotion(shown);
      call((error) => wasm().fw_blend_apply(alive(this, "Blend"), playsAt, shownAt, error));
      return readMotion(shownAt);
    });
  }
}

/**
 * The clips of one skeleton, as written by `footwork compile --poses`. A repertoire has compressed motion, and the index
 * of its poses. Objects made from it keep the data they need.
 */
export class Repertoire extends Handle {
  /**
   * Opens a `.fwposes` file in memory, for the skeleton with this number: 0 for the first. Call it while loading, because
   * it allocates.
   */
  constructor(bytes: Uint8Array, skeleton: number = 0) {
    wholeU32(skeleton, "skeleton");
    super((at, error) =>
      scope(() => {
        const bytesAt = copy(bytes);
        return wasm().fw_repertoire_from_bytes(bytesAt, bytes.length, skeleton, 0, at, error);
      }), wasm().fw_repertoire_destroy);
  }

  /**
   * Reads a `.fwposes` file, whose path is UTF-8, for the skeleton with this number: 0 for the first. Call it while
   * loading, because it allocates.
   */
  static open(...given: Parameters<typeof repertoireOpen>): ReturnType<typeof repertoireOpen> {
    return repertoireOpen(...given);
  }

  /** Returns the size of a repertoire. */
  get info(): RepertoireInfo {
    return scope(() => {
      const infoAt = put(REPERTOIRE_INFO_LAYOUT, {});
      call((error) => wasm().fw_repertoire_get_info(alive(this, "Repertoire"), infoAt, error));
      return read(memory(), REPERTOIRE_INFO_LAYOUT, infoAt);
    });
  }

  /** Returns a joint. */
  joint(joint: number): Joint {
    wholeU32(joint, "joint");
    return scope(() => {
      const foundAt = put(JOINT_LAYOUT, {});
      call((error) => wasm().fw_repertoire_joint(alive(this, "Repertoire"), joint, foundAt, error));
      return read(memory(), JOINT_LAYOUT, foundAt);
    });
  }

  /** Returns the name of a joint, as written in the clips. */
  jointName(joint: number): string {
    wholeU32(joint, "joint");
    return scope(() => {
      const name = textOf((at, room, count, error) =>
        wasm().fw_repertoire_joint_name(alive(this, "Repertoire"), joint, at, room, count, error),
      );
      return name;
    });
  }

  /** Returns the number of the first joint with this name. If there is none, the error has similar names. */
  findJoint(name: string): number {
    return scope(() => {
      const [nameAt, nameLength] = text(name);
      const jointAt = reserve(8);
      call((error) => wasm().fw_repertoire_find_joint(alive(this, "Repertoire"), nameAt, nameLength, jointAt, error));
      return memory().getUint32(jointAt, true);
    });
  }

  /**
   * Returns the transforms of all joints at a pose. Each has seven numbers: the rotation x, y, z, w in the space of the
   * parent, and the position in metres. `part` is the fraction of the way to the next frame, from 0 to 1.
   */
  decode(pose: Partial<PoseId>, part: number, transforms: Float32Array): Float32Array {
    isNumber(part, "part");
    isArray(transforms, Float32Array, "transforms");
    return scope(() => {
      const poseAt = put(POSE_ID_LAYOUT, pose);
      const transformsAt = floats(transforms);
      call((error) => wasm().fw_repertoire_decode(alive(this, "Repertoire"), poseAt, part, transformsAt, transforms.length, error));
      return filled(transforms, transformsAt);
    });
  }

  /**
   * Returns the place of the root at a pose. The transforms of the hips are relative to it. `part` is the fraction of the
   * way to the next frame, from 0 to 1.
   */
  root(pose: Partial<PoseId>, part: number): ClipRoot {
    isNumber(part, "part");
    return scope(() => {
      const poseAt = put(POSE_ID_LAYOUT, pose);
      const rootAt = put(CLIP_ROOT_LAYOUT, {});
      call((error) => wasm().fw_repertoire_root(alive(this, "Repertoire"), poseAt, part, rootAt, error));
      return read(memory(), CLIP_ROOT_LAYOUT, rootAt);
    });
  }
}

/** Returns the defaults. */
export function defaultRules(): Rules {
  return scope(() => {
    const rulesAt = put(RULES_LAYOUT, {});
    call((error) => wasm().fw_rules_default(rulesAt, error));
    return read(memory(), RULES_LAYOUT, rulesAt);
  });
}

/** Returns the defaults. */
export function defaultControllerConfig(): ControllerConfig {
  return scope(() => {
    const configAt = put(CONTROLLER_CONFIG_LAYOUT, {});
    call((error) => wasm().fw_controller_config_default(configAt, error));
    return read(memory(), CONTROLLER_CONFIG_LAYOUT, configAt);
  });
}

/** Returns the defaults. */
export function defaultCharacterConfig(): CharacterConfig {
  return scope(() => {
    const configAt = put(CHARACTER_CONFIG_LAYOUT, {});
    call((error) => wasm().fw_character_config_default(configAt, error));
    return read(memory(), CHARACTER_CONFIG_LAYOUT, configAt);
  });
}

/** A character that plays the clips of a repertoire and moves through a world as its input says. */
export class Character extends Handle {
  /**
   * Makes a character at rest. `config` may be left out for the default. `start` may be left out for the first pose of the
   * index. The first update searches for a better one. `placement` may be left out for the origin, facing +z. Call it
   * while loading, because it allocates.
   */
  constructor(repertoire: Repertoire, options: { config?: CharacterConfig; start?: Partial<PoseId>; placement?: Partial<Placement> } = {}) {
    only(options, ["config", "start", "placement"], "options");
    const { config, start, placement } = options;
    super((at, error) =>
      scope(() => {
        const configAt = putOr(CHARACTER_CONFIG_LAYOUT, config);
        const startAt = putOr(POSE_ID_LAYOUT, start);
        const placementAt = putOr(PLACEMENT_LAYOUT, placement);
        return wasm().fw_character_create(handleOf(repertoire, Repertoire, "Repertoire", "repertoire"), configAt, startAt, placementAt, at, error);
      }), wasm().fw_character_destroy);
  }

  /**
   * Advances a character by `dtSecs` in the direction of the stick, and returns what played. `search` may be left out for
   * all poses and the weights of the index. The largest cost in `search` is ignored. `surroundings` may be left out for
   * open ground at height 0.
   */
  update(dtSecs: number, stick: Partial<Stick>, options: { search?: SearchOptions; surroundings?: Surroundings } = {}): Step {
    only(options, ["search", "surroundings"], "options");
    const { search = {}, surroundings } = options;
    isNumber(dtSecs, "dtSecs");
    return scope(() => {
      const stickAt = put(STICK_LAYOUT, stick);
      const searchAt = putSearchOptions(search);
      const surroundingsAt = putSurroundings(surroundings);
      const stepAt = put(STEP_LAYOUT, {});
      call((error) => wasm().fw_character_update(alive(this, "Character"), dtSecs, stickAt, searchAt, surroundingsAt, stepAt, error));
      return read(memory(), STEP_LAYOUT, stepAt);
    });
  }

  /**
   * Advances a character by `dtSecs` in straight lines from its present place through the waypoints, and returns what
   * played. The character stops at the last waypoint. `search` may be left out for all poses and the weights of the index.
   * The largest cost in `search` is ignored. `surroundings` may be left out for open ground at height 0.
   */
  follow(dtSecs: number, waypoints: readonly Partial<Waypoint>[], options: { search?: SearchOptions; surroundings?: Surroundings } = {}): Step {
    only(options, ["search", "surroundings"], "options");
    const { search = {}, surroundings } = options;
    isNumber(dtSecs, "dtSecs");
    return scope(() => {
      const waypointsAt = putAll(WAYPOINT_LAYOUT, waypoints);
      const searchAt = putSearchOptions(search);
      const surroundingsAt = putSurroundings(surroundings);
      const stepAt = put(STEP_LAYOUT, {});
      call((error) => wasm().fw_character_follow(alive(this, "Character"), dtSecs, waypointsAt, waypoints.length, searchAt, surroundingsAt, stepAt, error));
      return read(memory(), STEP_LAYOUT, stepAt);
    });
  }

  /**
   * Returns the cost of each group of the index for the pose that a character jumped to in its last update. Up to
   * rounding, they add up to the cost of the step without the costs of a bias. Without a jump, there are no costs.
   */
  groupCosts(): Float32Array {
    return scope(() => {
      const costs = numbers(Float32Array, (at, room, count, error) =>
        wasm().fw_character_group_costs(alive(this, "Character"), at, room, count, error),
      );
      return costs;
    });
  }

  /** Moves a character elsewhere, with its speed and its feet. Its pose does not change. */
  teleport(to: Partial<Placement>): void {
    return scope(() => {
      const toAt = put(PLACEMENT_LAYOUT, to);
      call((error) => wasm().fw_character_teleport(alive(this, "Character"), toAt, error));
    });
  }

  /**
   * Takes over from any pose, such as that of a ragdoll, a cut-scene or another animation graph. The character plays the
   * most similar allowed pose, and blends to it. The next update continues from exactly the given pose and its speeds.
   * `search` may be left out for all poses and the weights of the index. The largest cost in `search` is ignored. This
   * call allocates.
   */
  takeOver(from: Motion, placement: Partial<Placement>, search: SearchOptions = {}): void {
    return scope(() => {
      const fromAt = putMotion(from);
      const placementAt = put(PLACEMENT_LAYOUT, placement);
      const searchAt = putSearchOptions(search);
      call((error) => wasm().fw_character_take_over(alive(this, "Character"), fromAt, placementAt, searchAt, error));
    });
  }

  /**
   * Sets how often a character works. It moves in every `updateEvery`th update, for the time since it last moved, and
   * searches at most every `searchEverySecs`. `spread` is a number that differs between characters. It spreads their work
   * over frames.
   */
  setDetail(updateEvery: number, searchEverySecs: number, spread: number): void {
    wholeU32(updateEvery, "updateEvery");
    isNumber(searchEverySecs, "searchEverySecs");
    wholeU32(spread, "spread");
    return scope(() => {
      call((error) => wasm().fw_character_set_detail(alive(this, "Character"), updateEvery, searchEverySecs, spread, error));
    });
  }

  /** Returns whether a character holds a pose because it should stand and no clip stands still. */
  get isResting(): boolean {
    return scope(() => {
      const isRestingAt = reserve(8);
      call((error) => wasm().fw_character_is_resting(alive(this, "Character"), isRestingAt, error));
      return memory().getUint8(isRestingAt) !== 0;
    });
  }

  /**
   * Returns the state of a character as bytes, for a rollback or another process, in any language. After
   * `Character.restore`, the same updates give the same bits. The state does not include the configuration, filters and
   * clips.
   */
  save(): Uint8Array {
    return scope(() => {
      const bytes = numbers(Uint8Array, (at, room, count, error) =>
        wasm().fw_character_save(alive(this, "Character"), at, room, count, error),
      );
      return bytes;
    });
  }

  /** Restores a state that a character with the same repertoire and configuration saved. This call allocates. */
  restore(bytes: Uint8Array): void {
    return scope(() => {
      const bytesAt = copy(bytes);
      call((error) => wasm().fw_character_restore(alive(this, "Character"), bytesAt, bytes.length, error));
    });
  }

  /** Returns the place of the root, to which the transforms of the hips are relative. */
  get root(): Placement {
    return scope(() => {
      const rootAt = put(PLACEMENT_LAYOUT, {});
      call((error) => wasm().fw_character_get_root(alive(this, "Character"), rootAt, error));
      return read(memory(), PLACEMENT_LAYOUT, rootAt);
    });
  }

  /**
   * Returns the transforms of joints. Each has seven numbers: the rotation x, y, z, w and the position in metres, in the
   * space of the parent. The hips are in the space of the root. `mask` has a byte for each joint. A joint whose byte is 0
   * keeps its numbers. If `mask` is empty, all joints are written.
   */
  pose(mask: Uint8Array, transforms: Float32Array): Float32Array {
    isArray(transforms, Float32Array, "transforms");
    return scope(() => {
      const maskAt = copy(mask);
      const transformsAt = floats(transforms);
      call((error) => wasm().fw_character_pose(alive(this, "Character"), maskAt, mask.length, transformsAt, transforms.length, error));
      return filled(transforms, transformsAt);
    });
  }

  /**
   * Plants the feet of transforms of `Character.pose` that other animation layers have changed. The hips sink and the legs
   * bend as in the last update. Use it for a character with `feetLast`.
   */
  plantFeet(transforms: Float32Array): Float32Array {
    isArray(transforms, Float32Array, "transforms");
    return scope(() => {
      const transformsAt = floats(transforms);
      call((error) => wasm().fw_character_plant_feet(alive(this, "Character"), transformsAt, transforms.length, error));
      return filled(transforms, transformsAt);
    });
  }

  /**
   * Returns the transforms of all joints in one space. Each has seven numbers: the rotation x, y, z, w and the position in
   * metres. `space` is an FW_SPACE_. In the world, the place of the root is part of each transform.
   */
  poseIn(space: number, transforms: Float32Array): Float32Array {
    wholeU32(space, "space");
    isArray(transforms, Float32Array, "transforms");
    return scope(() => {
      const transformsAt = floats(transforms);
      call((error) => wasm().fw_character_pose_in(alive(this, "Character"), space, transformsAt, transforms.length, error));
      return filled(transforms, transformsAt);
    });
  }

  /**
   * Returns the feet that came to stand in the last update, at most two. A foot that was in the air for less than 0.1 s
   * does not count.
   */
  footsteps(): Footstep[] {
    return scope(() => {
      const footsteps = list(FOOTSTEP_LAYOUT, (at, room, count, error) =>
        wasm().fw_character_footsteps(alive(this, "Character"), at, room, count, error),
      );
      return footsteps;
    });
  }

  /**
   * Begins to record all updates of a character from now on, with the shown pose and the candidates of each search. The
   * latest ones are kept. Recording changes no pose. An earlier recording is dropped. `config` may be left out for the
   * default. This call allocates; recorded updates do not.
   */
  record(config?: RecordConfig): void {
    return scope(() => {
      const configAt = putOr(RECORD_CONFIG_LAYOUT, config);
      call((error) => wasm().fw_character_record(alive(this, "Character"), configAt, error));
    });
  }

  /** Stops recording a character, and drops the recording. */
  stopRecording(): void {
    return scope(() => {
      call((error) => wasm().fw_character_stop_recording(alive(this, "Character"), error));
    });
  }

  /** Returns whether updates of a character are recorded. */
  get isRecording(): boolean {
    return scope(() => {
      const isRecordingAt = reserve(8);
      call((error) => wasm().fw_character_is_recording(alive(this, "Character"), isRecordingAt, error));
      return memory().getUint8(isRecordingAt) !== 0;
    });
  }

  /**
   * Returns the recording so far as the bytes of a `.fwrec` file, which the studio opens. Recording continues. It is an
   * error if updates are not recorded. This call allocates.
   */
  recording(): Uint8Array {
    return scope(() => {
      const bytes = numbers(Uint8Array, (at, room, count, error) =>
        wasm().fw_character_recording(alive(this, "Character"), at, room, count, error),
      );
      return bytes;
    });
  }
}

/** A set of obstacles. */
export class World extends Handle {
  /**
   * Returns the obstacles that a body of this shape would overlap at a position, such as ladders and water. An obstacle is
   * listed once per part or triangle.
   */
  overlapping(body: Partial<Body>, position: Vector, layers: number = 4294967295): BigUint64Array {
    hasLength(position.length, 3, "position");
    wholeU32(layers, "layers");
    return scope(() => {
      const bodyAt = put(BODY_LAYOUT, body);
      const positionAt = doubles(position);
      const obstacles = numbers(BigUint64Array, (at, room, count, error) =>
        wasm().fw_world_overlapping(alive(this, "World"), bodyAt, positionAt, layers, at, room, count, error),
      );
      return obstacles;
    });
  }

  /** Returns the first obstacle that a shape meets on a straight line from a position. */
  sweep(body: Partial<Body>, position: Vector, motion: Vector, layers: number = 4294967295): Hit {
    hasLength(position.length, 3, "position");
    hasLength(motion.length, 3, "motion");
    wholeU32(layers, "layers");
    return scope(() => {
      const bodyAt = put(BODY_LAYOUT, body);
      const positionAt = doubles(position);
      const motionAt = doubles(motion);
      const hitAt = put(HIT_LAYOUT, {});
      call((error) => wasm().fw_world_sweep(alive(this, "World"), bodyAt, positionAt, motionAt, layers, hitAt, error));
      return read(memory(), HIT_LAYOUT, hitAt);
    });
  }

  /** Makes a world without obstacles. */
  constructor() {
    super((at, error) =>
      scope(() => {
        return wasm().fw_world_create(at, error);
      }), wasm().fw_world_destroy);
  }

  /**
   * Adds a mesh at a pose, and returns the number of the new obstacle, which is never 0. `pose` may be left out for the
   * origin. `label` may be left out for tag 0 in every layer.
   */
  addMesh(mesh: Mesh, options: { pose?: Partial<Pose>; label?: Partial<Label> } = {}): bigint {
    only(options, ["pose", "label"], "options");
    const { pose, label } = options;
    return scope(() => {
      const poseAt = putOr(POSE_LAYOUT, pose);
      const labelAt = putOr(LABEL_LAYOUT, label);
      const obstacleAt = reserve(8);
      call((error) => wasm().fw_world_add_mesh(alive(this, "World"), handleOf(mesh, Mesh, "Mesh", "mesh"), poseAt, labelAt, obstacleAt, error));
      return memory().getBigUint64(obstacleAt, true);
    });
  }

  /**
   * Adds a volume at a pose, and returns the number of the new obstacle, like `World.addMesh`. `pose` may be left out for
   * the origin. `label` may be left out for tag 0 in every layer.
   */
  addVolume(volume: Partial<Volume>, options: { pose?: Partial<Pose>; label?: Partial<Label> } = {}): bigint {
    only(options, ["pose", "label"], "options");
    const { pose, label } = options;
    return scope(() => {
      const volumeAt = put(VOLUME_LAYOUT, volume);
      const poseAt = putOr(POSE_LAYOUT, pose);
      const labelAt = putOr(LABEL_LAYOUT, label);
      const obstacleAt = reserve(8);
      call((error) => wasm().fw_world_add_volume(alive(this, "World"), volumeAt, poseAt, labelAt, obstacleAt, error));
      return memory().getBigUint64(obstacleAt, true);
    });
  }

  /** Removes an obstacle. */
  remove(obstacle: bigint): void {
    return scope(() => {
      call((error) => wasm().fw_world_remove(alive(this, "World"), obstacle, error));
    });
  }

  /**
   * Starts a step. Obstacles that move after this call move from their present places. Call it once per frame, before
   * anything moves.
   */
  beginStep(): void {
    return scope(() => {
      call((error) => wasm().fw_world_begin_step(alive(this, "World"), error));
    });
  }

  /**
   * Moves an obstacle to a pose within this step. The obstacle carries bodies that stand on it, and pushes bodies in its
   * way.
   */
  moveTo(obstacle: bigint, pose: Partial<Pose>): void {
    return scope(() => {
      const poseAt = put(POSE_LAYOUT, pose);
      call((error) => wasm().fw_world_move_to(alive(this, "World"), obstacle, poseAt, error));
    });
  }

  /** Gives an obstacle another label. */
  setLabel(obstacle: bigint, label: Partial<Label>): void {
    return scope(() => {
      const labelAt = put(LABEL_LAYOUT, label);
      call((error) => wasm().fw_world_set_label(alive(this, "World"), obstacle, labelAt, error));
    });
  }
}

/** A body of one shape. Several characters with that shape may share it. */
export class Mover extends Handle {
  /** Makes a body. */
  constructor(body: Partial<Body>) {
    super((at, error) =>
      scope(() => {
        const bodyAt = put(BODY_LAYOUT, body);
        return wasm().fw_mover_create(bodyAt, at, error);
      }), wasm().fw_mover_destroy);
  }

  /**
   * Makes a body that is the convex hull of points with three numbers each, in metres. There are at most 32 points, in any
   * order, and they do not lie in one plane. The position of the body is the middle of their bounds.
   */
  static fromHull(points: ArrayLike<number>): Mover {
    return Handle.made(Mover, (at, error) =>
      scope(() => {
        const pointsAt = floats(points);
        return wasm().fw_mover_from_hull(pointsAt, points.length, at, error);
      }), wasm().fw_mover_destroy);
  }

  /**
   * Moves a body from a state by a displacement, three floats in metres, as far as the obstacles allow. `filter` and
   * `config` may be left out for the default. The contacts are written too, in the order in which the body met them.
   */
  moveBy(world: World, state: Partial<MoverState>, displacement: Vector, options: { filter?: ObstacleFilter; config?: MoveConfig } = {}): { moved: Move; contacts: Contact[] } {
    only(options, ["filter", "config"], "options");
    const { filter, config } = options;
    hasLength(displacement.length, 3, "displacement");
    return scope(() => {
      const stateAt = put(MOVER_STATE_LAYOUT, state);
      const displacementAt = floats(displacement);
      const filterAt = putObstacleFilter(filter);
      const configAt = putOr(MOVE_CONFIG_LAYOUT, config);
      const movedAt = put(MOVE_LAYOUT, {});
      const contacts = list(CONTACT_LAYOUT, (at, room, count, error) =>
        wasm().fw_mover_move_by(alive(this, "Mover"), handleOf(world, World, "World", "world"), stateAt, displacementAt, filterAt, configAt, movedAt, at, room, count, error),
      );
      return { moved: read(memory(), MOVE_LAYOUT, movedAt), contacts: contacts };
    });
  }

  /**
   * If there is room, gives a body another shape with the same lowest point, such as a crouching one, and updates the
   * state. `filter` and `config` may be left out for the default. `state` is not modified: the call returns a changed
   * copy. Otherwise returns `undefined`.
   */
  resize(world: World, state: Partial<MoverState>, body: Partial<Body>, options: { filter?: ObstacleFilter; config?: MoveConfig } = {}): MoverState | undefined {
    only(options, ["filter", "config"], "options");
    const { filter, config } = options;
    return scope(() => {
      const stateAt = put(MOVER_STATE_LAYOUT, state);
      const bodyAt = put(BODY_LAYOUT, body);
      const filterAt = putObstacleFilter(filter);
      const configAt = putOr(MOVE_CONFIG_LAYOUT, config);
      const fitsAt = reserve(8);
      call((error) => wasm().fw_mover_resize(alive(this, "Mover"), handleOf(world, World, "World", "world"), stateAt, bodyAt, filterAt, configAt, fitsAt, error));
      return memory().getUint8(fitsAt) !== 0 ? read(memory(), MOVER_STATE_LAYOUT, stateAt) : undefined;
    });
  }
}

/** Returns the defaults. */
export function defaultMoveConfig(): MoveConfig {
  return scope(() => {
    const configAt = put(MOVE_CONFIG_LAYOUT, {});
    call((error) => wasm().fw_move_config_default(configAt, error));
    return read(memory(), MOVE_CONFIG_LAYOUT, configAt);
  });
}

/** Returns the defaults. */
export function defaultChoiceWeights(): ChoiceWeights {
  return scope(() => {
    const weightsAt = put(CHOICE_WEIGHTS_LAYOUT, {});
    call((error) => wasm().fw_choice_weights_default(weightsAt, error));
    return read(memory(), CHOICE_WEIGHTS_LAYOUT, weightsAt);
  });
}

/** Chooses which player of a team should go for the ball. */
export class Choice extends Handle {
  /** Creates a choice object. No player is chosen yet. */
  constructor() {
    super((at, error) =>
      scope(() => {
        return wasm().fw_choice_create(at, error);
      }), wasm().fw_choice_destroy);
  }

  /**
   * Chooses the player who should go for the ball, and returns its id, or FW_NONE if no player can take the ball.
   * `weights` may be left out for the default.
   */
  choose(input: ChoiceInput, weights?: ChoiceWeights): number {
    return scope(() => {
      const inputAt = putChoiceInput(input);
      const weightsAt = putOr(CHOICE_WEIGHTS_LAYOUT, weights);
      const chosenAt = reserve(8);
      call((error) => wasm().fw_choice_choose(alive(this, "Choice"), inputAt, weightsAt, chosenAt, error));
      return memory().getUint32(chosenAt, true);
    });
  }

  /** Returns the players who can take the ball, in order of id, with the ratings of the last choice. */
  rated(): Rated[] {
    return scope(() => {
      const rated = list(RATED_LAYOUT, (at, room, count, error) =>
        wasm().fw_choice_rated(alive(this, "Choice"), at, room, count, error),
      );
      return rated;
    });
  }

  /** Makes a candidate for `Control.decide` from an intercept and the ratings of its team's last choice. */
  candidate(team: number, found: Partial<Intercept>): Candidate {
    wholeU32(team, "team");
    return scope(() => {
      const foundAt = put(INTERCEPT_LAYOUT, found);
      const candidateAt = put(CANDIDATE_LAYOUT, {});
      call((error) => wasm().fw_choice_candidate(alive(this, "Choice"), team, foundAt, candidateAt, error));
      return read(memory(), CANDIDATE_LAYOUT, candidateAt);
    });
  }
}

/** The flight of a ball as line segments. It is the input of searches. */
export class FlightPath extends Handle {
  /** Makes an empty path. */
  constructor() {
    super((at, error) =>
      scope(() => {
        return wasm().fw_path_create(at, error);
      }), wasm().fw_path_destroy);
  }

  /** Reads the current state of a prediction into the path. */
  read(prediction: Prediction): void {
    return scope(() => {
      call((error) => wasm().fw_path_read(alive(this, "FlightPath"), handleOf(prediction, Prediction, "Prediction", "prediction"), error));
    });
  }
}

/** Returns an average player at a position. */
export function defaultPlayer(id: number, position: Vector): Player {
  wholeU32(id, "id");
  hasLength(position.length, 3, "position");
  return scope(() => {
    const positionAt = doubles(position);
    const playerAt = put(PLAYER_LAYOUT, {});
    call((error) => wasm().fw_player_default(id, positionAt, playerAt, error));
    return read(memory(), PLAYER_LAYOUT, playerAt);
  });
}

/** Returns the defaults. */
export function defaultControlRules(): ControlRules {
  return scope(() => {
    const rulesAt = put(CONTROL_RULES_LAYOUT, {});
    call((error) => wasm().fw_control_rules_default(rulesAt, error));
    return read(memory(), CONTROL_RULES_LAYOUT, rulesAt);
  });
}

/** Decides which player each human controls. */
export class Control extends Handle {
  /** Creates a control object. `rules` may be left out for the default. */
  constructor(rules?: ControlRules) {
    super((at, error) =>
      scope(() => {
        const rulesAt = putOr(CONTROL_RULES_LAYOUT, rules);
        return wasm().fw_control_create(rulesAt, at, error);
      }), wasm().fw_control_destroy);
  }

  /**
   * Decides for every human, and returns their assignments in the order of the humans' ids. If there is too little room,
   * nothing is decided. Carry out the assignments. In the next situation, each human must control the player of its
   * assignment.
   */
  decide(situation: Situation): Assignment[] {
    return scope(() => {
      const situationAt = putSituation(situation);
      const assignments = list(ASSIGNMENT_LAYOUT, (at, room, count, error) =>
        wasm().fw_control_decide(alive(this, "Control"), situationAt, at, room, count, error),
      );
      return assignments;
    });
  }
}

/**
 * The tags of many clips, as written by `footwork compile`. Objects made from it keep the data that they need, so it can
 * be destroyed whenever no call is using it.
 */
export class Database extends Handle {
  /** Reads a `.tagdb` from memory, and checks all of it. The bytes are copied. */
  constructor(bytes: Uint8Array) {
    super((at, error) =>
      scope(() => {
        const bytesAt = copy(bytes);
        return wasm().fw_database_from_bytes(bytesAt, bytes.length, at, error);
      }), wasm().fw_database_destroy);
  }

  /** Reads a `.tagdb` file, whose path is UTF-8, and checks all of it. */
  static open(...given: Parameters<typeof databaseOpen>): ReturnType<typeof databaseOpen> {
    return databaseOpen(...given);
  }

  /** Returns the number of clips. Clips are numbered from 0. */
  get clipCount(): number {
    return scope(() => {
      const countAt = reserve(8);
      call((error) => wasm().fw_database_clip_count(alive(this, "Database"), countAt, error));
      return memory().getUint32(countAt, true);
    });
  }

  /** Finds a clip by its full name, and returns its number. */
  clip(name: string): number {
    return scope(() => {
      const [nameAt, nameLength] = text(name);
      const clipAt = reserve(8);
      call((error) => wasm().fw_database_clip(alive(this, "Database"), nameAt, nameLength, clipAt, error));
      return memory().getUint32(clipAt, true);
    });
  }

  /** Returns the frame rate and length of a clip. */
  clipInfo(clip: number): ClipInfo {
    wholeU32(clip, "clip");
    return scope(() => {
      const infoAt = put(CLIP_INFO_LAYOUT, {});
      call((error) => wasm().fw_database_clip_info(alive(this, "Database"), clip, infoAt, error));
      return read(memory(), CLIP_INFO_LAYOUT, infoAt);
    });
  }

  /** Returns the name of a clip. */
  clipName(clip: number): string {
    wholeU32(clip, "clip");
    return scope(() => {
      const name = textOf((at, room, count, error) =>
        wasm().fw_database_clip_name(alive(this, "Database"), clip, at, room, count, error),
      );
      return name;
    });
  }

  /**
   * Returns a stamp of all clips, tags and events. Equal contents have equal stamps, also in other processes. Call it
   * while loading, because it reads everything.
   */
  get contentStamp(): bigint {
    return scope(() => {
      const stampAt = reserve(8);
      call((error) => wasm().fw_database_content_stamp(alive(this, "Database"), stampAt, error));
      return memory().getBigUint64(stampAt, true);
    });
  }

  /** Returns the number of tags. */
  get tagCount(): number {
    return scope(() => {
      const countAt = reserve(8);
      call((error) => wasm().fw_database_tag_count(alive(this, "Database"), countAt, error));
      return memory().getUint32(countAt, true);
    });
  }

  /**
   * Returns the name of a tag. Tags are numbered from 0 in the order of their names. Call it while loading, because it
   * counts through the tags.
   */
  tagName(tag: number): string {
    wholeU32(tag, "tag");
    return scope(() => {
      const name = textOf((at, room, count, error) =>
        wasm().fw_database_tag_name(alive(this, "Database"), tag, at, room, count, error),
      );
      return name;
    });
  }

  /** Returns the number of kinds of events. */
  get eventCount(): number {
    return scope(() => {
      const countAt = reserve(8);
      call((error) => wasm().fw_database_event_count(alive(this, "Database"), countAt, error));
      return memory().getUint32(countAt, true);
    });
  }

  /** Returns the name of a kind of event, like `Database.tagName` for tags. */
  eventName(event: number): string {
    wholeU32(event, "event");
    return scope(() => {
      const name = textOf((at, room, count, error) =>
        wasm().fw_database_event_name(alive(this, "Database"), event, at, room, count, error),
      );
      return name;
    });
  }

  /**
   * Returns the times of a kind of event in a clip, rising, in seconds from its first frame. `Tracks.add` takes such
   * times. Call it while loading, because it counts through the events.
   */
  eventTimes(event: number, clip: number): Float64Array {
    wholeU32(event, "event");
    wholeU32(clip, "clip");
    return scope(() => {
      const timesSecs = numbers(Float64Array, (at, room, count, error) =>
        wasm().fw_database_event_times(alive(this, "Database"), event, clip, at, room, count, error),
      );
      return timesSecs;
    });
  }
}

/** Compiled expressions with the same variables. */
export class Expression extends Handle {
  /**
   * Returns the functions that expressions can call, one per line: a call such as `sin(x)`, a tab, and its meaning. It
   * allocates.
   */
  static functions(): string {
    return scope(() => {
      const lines = textOf((at, room, count, error) =>
        wasm().fw_expression_functions(at, room, count, error),
      );
      return lines;
    });
  }

  /** Compiles expressions with the same variables. There is one output per text. `seed` is the seed of `hash` and `noise`. */
  constructor(texts: string | readonly string[], variables: string | readonly string[], seed: number = 0) {
    wholeU32(seed, "seed");
    super((at, error) =>
      scope(() => {
        const [textsAt, textsLength] = textList(texts);
        const [variablesAt, variablesLength] = textList(variables);
        return wasm().fw_expression_compile(textsAt, textsLength, variablesAt, variablesLength, seed, at, error);
      }), wasm().fw_expression_destroy);
  }

  /** Reads a compiled program, and checks all of it. */
  static fromBytes(bytes: Uint8Array): Expression {
    return Handle.made(Expression, (at, error) =>
      scope(() => {
        const bytesAt = copy(bytes);
        return wasm().fw_expression_from_bytes(bytesAt, bytes.length, at, error);
      }), wasm().fw_expression_destroy);
  }

  /** Returns the first output for these values of the variables. There must be at least as many values as variables. */
  value(values: ArrayLike<number>): number {
    return scope(() => {
      const valuesAt = floats(values);
      const valueAt = reserve(8);
      call((error) => wasm().fw_expression_value(alive(this, "Expression"), valuesAt, values.length, valueAt, error));
      return memory().getFloat32(valueAt, true);
    });
  }

  /**
   * Computes outputs for arrays. `outputs[k][i]` is output `k` for the values `i` of the inputs. There must be at least as
   * many inputs as variables, and as many outputs as texts. Each pointer must be to `length` floats. Outputs must not
   * overlap inputs or each other.
   */
  block(...given: OfMethod<typeof expressionBlock>): ReturnType<typeof expressionBlock> {
    return expressionBlock(this, ...given);
  }
}

/** The predicted flight of a ball, as a few samples. */
export class Prediction extends Handle {
  /** Starts to predict a ball. `options` may be left out for the default. */
  constructor(physics: Physics, ball: Partial<Ball>, options?: PredictionOptions) {
    super((at, error) =>
      scope(() => {
        const ballAt = put(BALL_LAYOUT, ball);
        const optionsAt = putOr(PREDICTION_OPTIONS_LAYOUT, options);
        return wasm().fw_prediction_create(handleOf(physics, Physics, "Physics", "physics"), ballAt, optionsAt, at, error);
      }), wasm().fw_prediction_destroy);
  }

  /** Restarts from another ball, such as a kicked one. The memory is reused. */
  restart(physics: Physics, ball: Partial<Ball>): void {
    return scope(() => {
      const ballAt = put(BALL_LAYOUT, ball);
      call((error) => wasm().fw_prediction_restart(alive(this, "Prediction"), handleOf(physics, Physics, "Physics", "physics"), ballAt, error));
    });
  }

  /**
   * Advances by a frame. This drops the samples before a time, extends a prediction whose horizon moves with the game, and
   * takes the steps of one frame. Call it once in every frame. The option `frames` is the number of calls for a whole
   * horizon. Pass the physics that the prediction was made with; with any other, the flight is wrong.
   */
  advanceFrame(physics: Physics, nowSecs: number): void {
    isNumber(nowSecs, "nowSecs");
    return scope(() => {
      call((error) => wasm().fw_prediction_advance_frame(alive(this, "Prediction"), handleOf(physics, Physics, "Physics", "physics"), nowSecs, error));
    });
  }

  /** Drops the samples before a time, and extends a prediction whose horizon moves with the game. */
  advance(nowSecs: number): void {
    isNumber(nowSecs, "nowSecs");
    return scope(() => {
      call((error) => wasm().fw_prediction_advance(alive(this, "Prediction"), nowSecs, error));
    });
  }

  /**
   * Predicts `steps` steps of 1/240 s, or all that are left if `steps` is FW_NONE. Pass the physics that the prediction
   * was made with; with any other, the flight is wrong.
   */
  run(physics: Physics, steps: number = FW_NONE): void {
    wholeU32(steps, "steps");
    return scope(() => {
      call((error) => wasm().fw_prediction_run(alive(this, "Prediction"), handleOf(physics, Physics, "Physics", "physics"), steps, error));
    });
  }

  /** Returns the progress of a prediction. */
  get state(): PredictionState {
    return scope(() => {
      const stateAt = put(PREDICTION_STATE_LAYOUT, {});
      call((error) => wasm().fw_prediction_get_state(alive(this, "Prediction"), stateAt, error));
      return read(memory(), PREDICTION_STATE_LAYOUT, stateAt);
    });
  }

  /** Finds the position of the ball at a time, if the time is predicted and not past. Otherwise returns `undefined`. */
  positionAt(secs: number): [number, number, number] | undefined {
    isNumber(secs, "secs");
    return scope(() => {
      const positionAt = reserve(24);
      const isKnownAt = reserve(8);
      call((error) => wasm().fw_prediction_position_at(alive(this, "Prediction"), secs, positionAt, isKnownAt, error));
      return memory().getUint8(isKnownAt) !== 0 ? vectorAt(Float64Array, positionAt) : undefined;
    });
  }

  /** Returns the samples. The first sample is the last one before the time of the latest `Prediction.advance`. */
  samples(): Sample[] {
    return scope(() => {
      const samples = list(SAMPLE_LAYOUT, (at, room, count, error) =>
        wasm().fw_prediction_samples(alive(this, "Prediction"), at, room, count, error),
      );
      return samples;
    });
  }

  /** Returns the bounces and rolls, including past ones, and then the end. */
  events(): FlightEvent[] {
    return scope(() => {
      const events = list(FLIGHT_EVENT_LAYOUT, (at, room, count, error) =>
        wasm().fw_prediction_events(alive(this, "Prediction"), at, room, count, error),
      );
      return events;
    });
  }

  /** Returns the sections of the flight by height. `bands` may be left out for the default. */
  sections(bands?: Partial<HeightBands>): Section[] {
    return scope(() => {
      const bandsAt = putOr(HEIGHT_BANDS_LAYOUT, bands);
      const sections = list(SECTION_LAYOUT, (at, room, count, error) =>
        wasm().fw_prediction_sections(alive(this, "Prediction"), bandsAt, at, room, count, error),
      );
      return sections;
    });
  }
}

/** A search for all windows in which players can take the ball. */
export class InterceptSearch extends Handle {
  /** Makes a search with a model, an `FW_REACH_`. */
  constructor(model: number) {
    wholeU32(model, "model");
    super((at, error) =>
      scope(() => {
        return wasm().fw_search_create(model, at, error);
      }), wasm().fw_search_destroy);
  }

  /**
   * Searches the path from a time on for all players, and returns an intercept for each. If a number of a player is out of
   * range, the others are still searched and written, and the status is STATUS.OUT_OF_RANGE.
   */
  run(path: FlightPath, players: readonly Partial<Player>[], nowSecs: number): Intercept[] {
    isNumber(nowSecs, "nowSecs");
    return scope(() => {
      const playersAt = putAll(PLAYER_LAYOUT, players);
      const intercepts = list(INTERCEPT_LAYOUT, (at, room, count, error) =>
        wasm().fw_search_run(alive(this, "InterceptSearch"), handleOf(path, FlightPath, "FlightPath", "path"), playersAt, players.length, nowSecs, at, room, count, error),
      );
      return intercepts;
    });
  }

  /**
   * Returns the windows that the last run found for the player at `index` in its list. They are in order and do not touch
   * each other. Indices past the last player have none.
   */
  windows(index: number): Window[] {
    wholeU32(index, "index");
    return scope(() => {
      const windows = list(WINDOW_LAYOUT, (at, room, count, error) =>
        wasm().fw_search_windows(alive(this, "InterceptSearch"), index, at, room, count, error),
      );
      return windows;
    });
  }
}

/** First intercepts, kept from frame to frame so that most frames need no search. */
export class InterceptCache extends Handle {
  /** Makes a cache with a model, an `FW_REACH_`. */
  constructor(model: number) {
    wholeU32(model, "model");
    super((at, error) =>
      scope(() => {
        return wasm().fw_intercept_cache_create(model, at, error);
      }), wasm().fw_intercept_cache_destroy);
  }

  /**
   * Returns the same intercepts as `InterceptSearch.run`, with the same bits. Keep each player at the same index from
   * frame to frame. A player who takes the index of another is searched from the start.
   */
  update(path: FlightPath, players: readonly Partial<Player>[], nowSecs: number): Intercept[] {
    isNumber(nowSecs, "nowSecs");
    return scope(() => {
      const playersAt = putAll(PLAYER_LAYOUT, players);
      const intercepts = list(INTERCEPT_LAYOUT, (at, room, count, error) =>
        wasm().fw_intercept_cache_update(alive(this, "InterceptCache"), handleOf(path, FlightPath, "FlightPath", "path"), playersAt, players.length, nowSecs, at, room, count, error),
      );
      return intercepts;
    });
  }

  /** Forgets all players. Needed when the clock goes back. */
  clear(): void {
    return scope(() => {
      call((error) => wasm().fw_intercept_cache_clear(alive(this, "InterceptCache"), error));
    });
  }
}

/** The features that a character should have next. Features that are not set follow the playing pose. */
export class Goal extends Handle {
  /** Makes a goal for an index. No group is set, so the character continues its motion. */
  constructor(index: PoseIndex) {
    super((at, error) =>
      scope(() => {
        return wasm().fw_goal_create(handleOf(index, PoseIndex, "PoseIndex", "index"), at, error);
      }), wasm().fw_goal_destroy);
  }

  /** Sets a group of features. There must be as many values as the group has features. */
  set(group: string, values: ArrayLike<number>): void {
    return scope(() => {
      const [groupAt, groupLength] = text(group);
      const valuesAt = floats(values);
      call((error) => wasm().fw_goal_set(alive(this, "Goal"), groupAt, groupLength, valuesAt, values.length, error));
    });
  }

  /** Unsets a group, so that it follows the playing pose again. */
  unset(group: string): void {
    return scope(() => {
      const [groupAt, groupLength] = text(group);
      call((error) => wasm().fw_goal_unset(alive(this, "Goal"), groupAt, groupLength, error));
    });
  }
}

/** Plays the poses of a character, and decides when to jump to another. */
export class Matcher extends Handle {
  /** Makes a matcher that plays from a pose. `rules` may be left out for the default. */
  constructor(start: Partial<PoseId>, rules?: Rules) {
    super((at, error) =>
      scope(() => {
        const rulesAt = putOr(RULES_LAYOUT, rules);
        const startAt = put(POSE_ID_LAYOUT, start);
        return wasm().fw_matcher_create(rulesAt, startAt, at, error);
      }), wasm().fw_matcher_destroy);
  }

  /**
   * Plays for `dtSecs`, and then decides. `inputChanged` triggers a search immediately. `options` may be left out for the
   * default. The largest cost in `options` is ignored.
   */
  update(index: PoseIndex, dtSecs: number, goal: Goal, inputChanged: boolean, options: SearchOptions = {}): Step {
    isNumber(dtSecs, "dtSecs");
    return scope(() => {
      const optionsAt = putSearchOptions(options);
      const stepAt = put(STEP_LAYOUT, {});
      call((error) => wasm().fw_matcher_update(alive(this, "Matcher"), handleOf(index, PoseIndex, "PoseIndex", "index"), dtSecs, handleOf(goal, Goal, "Goal", "goal"), inputChanged ? 1 : 0, optionsAt, stepAt, error));
      return read(memory(), STEP_LAYOUT, stepAt);
    });
  }
}

/** Turns the input of a stick into the trajectory of a goal. */
export class Controller extends Handle {
  /** Makes a controller at a place. `config` may be left out for the default. */
  constructor(place: Partial<Place>, config?: ControllerConfig) {
    super((at, error) =>
      scope(() => {
        const configAt = putOr(CONTROLLER_CONFIG_LAYOUT, config);
        const placeAt = put(PLACE_LAYOUT, place);
        return wasm().fw_controller_create(configAt, placeAt, at, error);
      }), wasm().fw_controller_destroy);
  }

  /** Follows the stick for `dtSecs`, and returns the new place. A time or a stick that is not finite changes nothing. */
  update(dtSecs: number, stick: Partial<Stick>): Place {
    isNumber(dtSecs, "dtSecs");
    return scope(() => {
      const stickAt = put(STICK_LAYOUT, stick);
      const placeAt = put(PLACE_LAYOUT, {});
      call((error) => wasm().fw_controller_update(alive(this, "Controller"), dtSecs, stickAt, placeAt, error));
      return read(memory(), PLACE_LAYOUT, placeAt);
    });
  }

  /** Sets all trajectories of a goal to the predicted path of this controller, relative to the place of a character. */
  setGoal(index: PoseIndex, character: Partial<Place>, stick: Partial<Stick>, goal: Goal): void {
    return scope(() => {
      const characterAt = put(PLACE_LAYOUT, character);
      const stickAt = put(STICK_LAYOUT, stick);
      call((error) => wasm().fw_controller_set_goal(alive(this, "Controller"), handleOf(index, PoseIndex, "PoseIndex", "index"), characterAt, stickAt, handleOf(goal, Goal, "Goal", "goal"), error));
    });
  }

  /**
   * Returns the place of a character after the controller has pulled it for `dtSecs`. The speed of the character limits
   * the pull.
   */
  adjusted(dtSecs: number, character: Partial<Place>, speedMps: number): Place {
    isNumber(dtSecs, "dtSecs");
    isNumber(speedMps, "speedMps");
    return scope(() => {
      const characterAt = put(PLACE_LAYOUT, character);
      const placeAt = put(PLACE_LAYOUT, {});
      call((error) => wasm().fw_controller_adjusted(alive(this, "Controller"), dtSecs, characterAt, speedMps, placeAt, error));
      return read(memory(), PLACE_LAYOUT, placeAt);
    });
  }
}

/** Returns the defaults. */
export function defaultGuards(): Guards {
  return scope(() => {
    const guardsAt = put(GUARDS_LAYOUT, {});
    call((error) => wasm().fw_guards_default(guardsAt, error));
    return read(memory(), GUARDS_LAYOUT, guardsAt);
  });
}

/**
 * A network of one character. Another library runs it. This object computes the numbers that the network takes, and
 * decodes the tags and events that it returns. Frame i, from 0, is at i / rate seconds of the clock.
 */
export class Network extends Handle {
  /**
   * Reads the specification of a network from the bytes of its ONNX file, or from the JSON of the specification. The error
   * names the first column that this library would compute differently. `guards` may be left out for the default. Events
   * are decoded `leadSecs` before they happen, up to a quarter of their window. `delaySecs` is the time after which each
   * frame is pushed, measured from its time on the clock, for a network that needs later frames. Both may be 0. Call it
   * while loading, because it allocates.
   */
  constructor(bytes: Uint8Array, options: { guards?: Guards; leadSecs?: number; delaySecs?: number } = {}) {
    only(options, ["guards", "leadSecs", "delaySecs"], "options");
    const { guards, leadSecs = 0, delaySecs = 0 } = options;
    isNumber(leadSecs, "leadSecs");
    isNumber(delaySecs, "delaySecs");
    super((at, error) =>
      scope(() => {
        const bytesAt = copy(bytes);
        const guardsAt = putOr(GUARDS_LAYOUT, guards);
        return wasm().fw_network_from_bytes(bytesAt, bytes.length, guardsAt, leadSecs, delaySecs, at, error);
      }), wasm().fw_network_destroy);
  }

  /**
   * Checks that the columns of a network mean the same as those of another specification, given as the bytes of an ONNX
   * file or as JSON. Compares rate, columns and units, heading, events, frames, inputs and outputs. STATUS.BAD_DATA names
   * the first difference. Call it while loading, because it allocates.
   */
  check(expected: Uint8Array): void {
    return scope(() => {
      const expectedAt = copy(expected);
      call((error) => wasm().fw_network_check(alive(this, "Network"), expectedAt, expected.length, error));
    });
  }

  /** Returns the sizes of a network. */
  get info(): NetworkInfo {
    return scope(() => {
      const infoAt = put(NETWORK_INFO_LAYOUT, {});
      call((error) => wasm().fw_network_get_info(alive(this, "Network"), infoAt, error));
      return read(memory(), NETWORK_INFO_LAYOUT, infoAt);
    });
  }

  /** Returns the name of a column. Columns are numbered from 0, in the order channels, events, tags, poses. */
  columnName(column: number): string {
    wholeU32(column, "column");
    return scope(() => {
      const name = textOf((at, room, count, error) =>
        wasm().fw_network_column_name(alive(this, "Network"), column, at, room, count, error),
      );
      return name;
    });
  }

  /** Returns the numbers of the columns that the network takes, in the order of its input. */
  inputs(): Uint32Array {
    return scope(() => {
      const columns = numbers(Uint32Array, (at, room, count, error) =>
        wasm().fw_network_inputs(alive(this, "Network"), at, room, count, error),
      );
      return columns;
    });
  }

  /** Returns the numbers of the columns that the network returns, in the order of its output. */
  outputs(): Uint32Array {
    return scope(() => {
      const columns = numbers(Uint32Array, (at, room, count, error) =>
        wasm().fw_network_outputs(alive(this, "Network"), at, room, count, error),
      );
      return columns;
    });
  }

  /**
   * Returns the name of a kind of event. Events are numbered from 0, in the order of the specification, without those that
   * the network does not return.
   */
  eventName(event: number): string {
    wholeU32(event, "event");
    return scope(() => {
      const name = textOf((at, room, count, error) =>
        wasm().fw_network_event_name(alive(this, "Network"), event, at, room, count, error),
      );
      return name;
    });
  }

  /** Finds a kind of event by its full name, and returns its number. */
  event(name: string): number {
    return scope(() => {
      const [nameAt, nameLength] = text(name);
      const eventAt = reserve(8);
      call((error) => wasm().fw_network_event(alive(this, "Network"), nameAt, nameLength, eventAt, error));
      return memory().getUint32(eventAt, true);
    });
  }

  /**
   * Returns the name of a tag. Tags are numbered from 0, in the order of the specification, without those that the network
   * does not return.
   */
  tagName(tag: number): string {
    wholeU32(tag, "tag");
    return scope(() => {
      const name = textOf((at, room, count, error) =>
        wasm().fw_network_tag_name(alive(this, "Network"), tag, at, room, count, error),
      );
      return name;
    });
  }

  /** Finds a tag by its full name, and returns its number. */
  tag(name: string): number {
    return scope(() => {
      const [nameAt, nameLength] = text(name);
      const tagAt = reserve(8);
      call((error) => wasm().fw_network_tag(alive(this, "Network"), nameAt, nameLength, tagAt, error));
      return memory().getUint32(tagAt, true);
    });
  }

  /**
   * Scales the columns of one frame, given in the order of the network's input, and returns the numbers that the network
   * takes. Not needed with `Network.pushPose`.
   */
  scale(inputs: ArrayLike<number>, scaled: Float32Array): Float32Array {
    isArray(scaled, Float32Array, "scaled");
    return scope(() => {
      const inputsAt = floats(inputs);
      const scaledAt = floats(scaled);
      call((error) => wasm().fw_network_scale(alive(this, "Network"), inputsAt, inputs.length, scaledAt, scaled.length, error));
      return filled(scaled, scaledAt);
    });
  }

  /** Reads what the network returned for the next frame, in the order of its output, and decodes its tags and events. */
  push(outputs: ArrayLike<number>): void {
    return scope(() => {
      const outputsAt = floats(outputs);
      call((error) => wasm().fw_network_push(alive(this, "Network"), outputsAt, outputs.length, error));
    });
  }

  /** Returns the time of the next frame on the clock, in seconds. Push frames until it is later than the clock. */
  get nextFrameSecs(): number {
    return scope(() => {
      const secsAt = reserve(8);
      call((error) => wasm().fw_network_next_frame_secs(alive(this, "Network"), secsAt, error));
      return memory().getFloat64(secsAt, true);
    });
  }

  /**
   * Returns the times of the events of a kind that an update of the clock passed, each once, in the order of passing.
   * These are times in (previous, now], or in [now, previous) if the clock ran backwards. An event that becomes known only
   * after it happened is passed on the frame that makes it known. So its time may be before `previousSecs`, by up to a
   * frame plus the delay. Begin a stream with `previousSecs` below 0, because an event may be at 0. Only the latest 16
   * events of each kind are kept.
   */
  passed(event: number, previousSecs: number, nowSecs: number): Float64Array {
    wholeU32(event, "event");
    isNumber(previousSecs, "previousSecs");
    isNumber(nowSecs, "nowSecs");
    return scope(() => {
      const timesSecs = numbers(Float64Array, (at, room, count, error) =>
        wasm().fw_network_passed(alive(this, "Network"), event, previousSecs, nowSecs, at, room, count, error),
      );
      return timesSecs;
    });
  }

  /**
   * Returns the time on the clock at which an event of a kind will be passed, if that is after `nowSecs` and at most
   * `secs` later; otherwise NaN. Use it to prepare for the event, for example to start a sound ahead of its peak. The time
   * changes with every frame, and the network may withdraw the event.
   */
  coming(event: number, nowSecs: number, secs: number): number {
    wholeU32(event, "event");
    isNumber(nowSecs, "nowSecs");
    isNumber(secs, "secs");
    return scope(() => {
      const atSecsAt = reserve(8);
      call((error) => wasm().fw_network_coming(alive(this, "Network"), event, nowSecs, secs, atSecsAt, error));
      return memory().getFloat64(atSecsAt, true);
    });
  }

  /** Returns whether a tag holds on the last frame, which means that its output is at least 0.5. */
  holds(tag: number): boolean {
    wholeU32(tag, "tag");
    return scope(() => {
      const holdsAt = reserve(8);
      call((error) => wasm().fw_network_holds(alive(this, "Network"), tag, holdsAt, error));
      return memory().getUint8(holdsAt) !== 0;
    });
  }

  /** Returns all columns of the last pushed frame with the scaling undone. Columns that the network does not return are 0. */
  row(): Float32Array {
    return scope(() => {
      const row = numbers(Float32Array, (at, room, count, error) =>
        wasm().fw_network_row(alive(this, "Network"), at, room, count, error),
      );
      return row;
    });
  }

  /** Begins a new stream, as after a jump to another motion. Its clock starts at 0. */
  restart(): void {
    return scope(() => {
      call((error) => wasm().fw_network_restart(alive(this, "Network"), error));
    });
  }

  /**
   * Sets the skeleton whose poses the network takes, and begins a new stream. Each joint has a name, a parent, an offset
   * and a role. The parent comes before the joint, and is FW_NONE for the root. The offset is from the parent at rest, in
   * metres. The role is a text such as `leftFoot`, or empty. `travelling` is the joint that carries the character over the
   * ground, such as the hips. If `hasChannels` is not 0, channels are computed from the poses too, and outputs come up to
   * two frames later. Otherwise the caller gives channels with each pose. If the skeleton does not fit, STATUS.BAD_DATA
   * names the first difference. Call it while loading, because it allocates.
   */
  setSkeleton(names: string | readonly string[], parents: ArrayLike<number>, offsetsM: ArrayLike<number>, roles: string | readonly string[], travelling: number, hasChannels: boolean): void {
    wholeU32(travelling, "travelling");
    return scope(() => {
      const [namesAt, namesLength] = textList(names);
      const parentsAt = wholes(parents);
      const offsetsMAt = floats(offsetsM);
      const [rolesAt, rolesLength] = textList(roles);
      call((error) => wasm().fw_network_set_skeleton(alive(this, "Network"), namesAt, namesLength, parentsAt, parents.length, offsetsMAt, offsetsM.length, rolesAt, rolesLength, travelling, hasChannels ? 1 : 0, error));
    });
  }

  /**
   * Computes the inputs of the network from the next pose. `position` is the world position of joint 0 in metres; y is up.
   * `rotations` has four numbers for each joint: a quaternion x, y, z, w in the space of the parent. `translationsM` has
   * three numbers for each joint: the position in the space of the parent. It is empty if joints keep their offsets.
   * `given` has the columns of channels, events and tags, in this order, or is empty if the network takes none. `facts`
   * may be left out. Returns whether there is a new frame to run the network on. There always is one unless channels are
   * computed.
   */
  pushPose(position: Vector, rotations: ArrayLike<number>, translationsM: ArrayLike<number>, given: ArrayLike<number>, facts?: Partial<PoseFacts>): boolean {
    hasLength(position.length, 3, "position");
    return scope(() => {
      const positionAt = doubles(position);
      const rotationsAt = floats(rotations);
      const translationsMAt = floats(translationsM);
      const givenAt = floats(given);
      const factsAt = putOr(POSE_FACTS_LAYOUT, facts);
      const isReadyAt = reserve(8);
      call((error) => wasm().fw_network_push_pose(alive(this, "Network"), positionAt, rotationsAt, rotations.length, translationsMAt, translationsM.length, givenAt, given.length, factsAt, isReadyAt, error));
      return memory().getUint8(isReadyAt) !== 0;
    });
  }

  /**
   * Returns the input tensor of the network, of shape (1, frames, inputs) of `NetworkInfo`. It has the scaled numbers of
   * the last frames, the oldest first. Until there are enough poses, the first pose fills the earlier frames.
   */
  window(): Float32Array {
    return scope(() => {
      const window = numbers(Float32Array, (at, room, count, error) =>
        wasm().fw_network_window(alive(this, "Network"), at, room, count, error),
      );
      return window;
    });
  }
}

/** Returns the defaults, which are those of a football. */
export function defaultBallParams(): BallParams {
  return scope(() => {
    const paramsAt = put(BALL_PARAMS_LAYOUT, {});
    call((error) => wasm().fw_ball_params_default(paramsAt, error));
    return read(memory(), BALL_PARAMS_LAYOUT, paramsAt);
  });
}

/** The shapes that a ball bounces off: planes, boxes and capsules. */
export class Statics extends Handle {
  /** Makes the statics of a pitch. `pitch` may be left out for none. */
  constructor(pitch?: Pitch) {
    super((at, error) =>
      scope(() => {
        const pitchAt = putOr(PITCH_LAYOUT, pitch);
        return wasm().fw_statics_create(pitchAt, at, error);
      }), wasm().fw_statics_destroy);
  }

  /**
   * Adds a shape, and returns its number, which identifies it in touches. `surface` may be left out for the surface of the
   * ground.
   */
  add(shape: Partial<StaticShape>, surface?: Partial<Surface>): number {
    return scope(() => {
      const shapeAt = put(STATIC_SHAPE_LAYOUT, shape);
      const surfaceAt = putOr(SURFACE_LAYOUT, surface);
      const hitAt = reserve(8);
      call((error) => wasm().fw_statics_add(alive(this, "Statics"), shapeAt, surfaceAt, hitAt, error));
      return memory().getUint32(hitAt, true);
    });
  }
}

/** The physics of a ball, with the shapes it bounces off. */
export class Physics extends Handle {
  /** Makes the physics of a ball among these statics, which it copies. `params` may be left out for a football. */
  constructor(statics: Statics, params?: BallParams) {
    super((at, error) =>
      scope(() => {
        const paramsAt = putOr(BALL_PARAMS_LAYOUT, params);
        return wasm().fw_physics_create(paramsAt, handleOf(statics, Statics, "Statics", "statics"), at, error);
      }), wasm().fw_physics_destroy);
  }

  /**
   * Moves a ball by steps of 1/240 s, at most an hour of them, and returns its touches on the way. If there is too little
   * room for the touches, the ball stays where it is. `ball` is not modified: the call returns a changed copy.
   */
  step(ball: Partial<Ball>, steps: number): { ball: Ball; touches: Touch[] } {
    wholeU32(steps, "steps");
    return scope(() => {
      const ballAt = put(BALL_LAYOUT, ball);
      const touches = list(TOUCH_LAYOUT, (at, room, count, error) =>
        wasm().fw_physics_step(alive(this, "Physics"), ballAt, steps, at, room, count, error),
      );
      return { ball: read(memory(), BALL_LAYOUT, ballAt), touches: touches };
    });
  }
}

/** Places a ball at the step nearest to a time. `spin` may be left out for none. */
export function placeBall(nowSecs: number, position: Vector, velocity: Vector, spin?: Vector): Ball {
  isNumber(nowSecs, "nowSecs");
  hasLength(position.length, 3, "position");
  hasLength(velocity.length, 3, "velocity");
  if (spin !== undefined) {
    hasLength(spin.length, 3, "spin");
  }
  return scope(() => {
    const positionAt = doubles(position);
    const velocityAt = doubles(velocity);
    const spinAt = spin === undefined ? 0 : doubles(spin);
    const ballAt = put(BALL_LAYOUT, {});
    call((error) => wasm().fw_ball_place(nowSecs, positionAt, velocityAt, spinAt, ballAt, error));
    return read(memory(), BALL_LAYOUT, ballAt);
  });
}

/**
 * Gives a ball another velocity and spin at its current place and time. `spin` may be left out for none. `ball` is not
 * modified: the call returns a changed copy.
 */
export function kickBall(ball: Partial<Ball>, velocity: Vector, spin?: Vector): Ball {
  hasLength(velocity.length, 3, "velocity");
  if (spin !== undefined) {
    hasLength(spin.length, 3, "spin");
  }
  return scope(() => {
    const ballAt = put(BALL_LAYOUT, ball);
    const velocityAt = doubles(velocity);
    const spinAt = spin === undefined ? 0 : doubles(spin);
    call((error) => wasm().fw_ball_kick(ballAt, velocityAt, spinAt, error));
    return read(memory(), BALL_LAYOUT, ballAt);
  });
}

/** Returns the time of a ball, in seconds. */
export function ballSecs(ball: Partial<Ball>): number {
  return scope(() => {
    const ballAt = put(BALL_LAYOUT, ball);
    const secsAt = reserve(8);
    call((error) => wasm().fw_ball_secs(ballAt, secsAt, error));
    return memory().getFloat64(secsAt, true);
  });
}

/** A query, bound to one database. */
export class Query extends Handle {
  /**
   * Returns the functions of the query language, one per line: a call such as `first(query, amount)`, a tab, and its
   * meaning. It allocates.
   */
  static functions(): string {
    return scope(() => {
      const lines = textOf((at, room, count, error) =>
        wasm().fw_query_functions(at, room, count, error),
      );
      return lines;
    });
  }

  /** Parses a query, looks up its names, and evaluates it once in advance. */
  constructor(database: Database, query: string) {
    super((at, error) =>
      scope(() => {
        const [queryAt, queryLength] = text(query);
        return wasm().fw_query_bind(handleOf(database, Database, "Database", "database"), queryAt, queryLength, at, error);
      }), wasm().fw_query_destroy);
  }

  /** Returns all ranges in which the query holds, in the order of clips and frames. The query is evaluated on each call. */
  ranges(): Range[] {
    return scope(() => {
      const ranges = list(RANGE_LAYOUT, (at, room, count, error) =>
        wasm().fw_query_ranges(alive(this, "Query"), at, room, count, error),
      );
      return ranges;
    });
  }

  /** Returns the ranges of one clip. The query keeps the result, and is not evaluated again. */
  rangesIn(clip: number): Range[] {
    wholeU32(clip, "clip");
    return scope(() => {
      const ranges = list(RANGE_LAYOUT, (at, room, count, error) =>
        wasm().fw_query_ranges_in(alive(this, "Query"), clip, at, room, count, error),
      );
      return ranges;
    });
  }

  /**
   * Returns whether the query holds on each frame of a clip. Bit `f % 64` of word `f / 64` is for frame `f`. Bits past the
   * last frame are 0.
   */
  mask(clip: number): BigUint64Array {
    wholeU32(clip, "clip");
    return scope(() => {
      const words = numbers(BigUint64Array, (at, room, count, error) =>
        wasm().fw_query_mask(alive(this, "Query"), clip, at, room, count, error),
      );
      return words;
    });
  }

  /** Returns whether the query holds on a frame. It does not hold past the end of a clip, or in a clip that does not exist. */
  holds(clip: number, frame: number): boolean {
    wholeU32(clip, "clip");
    wholeU32(frame, "frame");
    return scope(() => {
      const holdsAt = reserve(8);
      call((error) => wasm().fw_query_holds(alive(this, "Query"), clip, frame, holdsAt, error));
      return memory().getUint8(holdsAt) !== 0;
    });
  }

  /**
   * Returns the result of `Query.holds` for many frames. Bit `i % 64` of word `i / 64` is for item `i` of `frames`.
   * `words` needs room for one word per 64 frames, rounded up. The other bits of the last word become 0.
   */
  holdsMany(frames: readonly Partial<Frame>[]): BigUint64Array {
    return scope(() => {
      const framesAt = putAll(FRAME_LAYOUT, frames);
      const words = numbers(BigUint64Array, (at, room, count, error) =>
        wasm().fw_query_holds_many(alive(this, "Query"), framesAt, frames.length, at, room, count, error),
      );
      return words;
    });
  }

  /**
   * Returns the first later frame on which the query changes between holding and not holding. Returns FW_NONE if there is
   * no change to the end of the clip and beyond.
   */
  nextChange(clip: number, frame: number): number {
    wholeU32(clip, "clip");
    wholeU32(frame, "frame");
    return scope(() => {
      const nextAt = reserve(8);
      call((error) => wasm().fw_query_next_change(alive(this, "Query"), clip, frame, nextAt, error));
      return memory().getUint32(nextAt, true);
    });
  }
}

/** Returns the defaults. */
export function defaultPredictionOptions(): PredictionOptions {
  return scope(() => {
    const optionsAt = put(PREDICTION_OPTIONS_LAYOUT, {});
    call((error) => wasm().fw_prediction_options_default(optionsAt, error));
    return read(memory(), PREDICTION_OPTIONS_LAYOUT, optionsAt);
  });
}

/**
 * A cache of the results of queries. The queries may be of any number of databases. Queries with the same meaning share
 * a result.
 */
export class QueryCache extends Handle {
  /** Makes a cache whose results take at most `maxBytes` bytes. */
  constructor(maxBytes: number) {
    wholeU32(maxBytes, "maxBytes");
    super((at, error) =>
      scope(() => {
        return wasm().fw_query_cache_create(maxBytes, at, error);
      }), wasm().fw_query_cache_destroy);
  }

  /** Returns the same ranges as `Query.ranges`, from the cache if it has them. */
  ranges(query: Query): Range[] {
    return scope(() => {
      const ranges = list(RANGE_LAYOUT, (at, room, count, error) =>
        wasm().fw_query_cache_ranges(alive(this, "QueryCache"), handleOf(query, Query, "Query", "query"), at, room, count, error),
      );
      return ranges;
    });
  }
}

/** Returns the defaults. */
export function defaultRecordConfig(): RecordConfig {
  return scope(() => {
    const configAt = put(RECORD_CONFIG_LAYOUT, {});
    call((error) => wasm().fw_record_config_default(configAt, error));
    return read(memory(), RECORD_CONFIG_LAYOUT, configAt);
  });
}

/** Returns the defaults. */
export function defaultPitch(): Pitch {
  return scope(() => {
    const pitchAt = put(PITCH_LAYOUT, {});
    call((error) => wasm().fw_pitch_default(pitchAt, error));
    return read(memory(), PITCH_LAYOUT, pitchAt);
  });
}

/** Tracks of events. Each track has the times of one kind of event. */
export class Tracks extends Handle {
  /** Makes an empty list of tracks. */
  constructor() {
    super((at, error) =>
      scope(() => {
        return wasm().fw_tracks_create(at, error);
      }), wasm().fw_tracks_destroy);
  }

  /**
   * Adds a track of events at these times, in seconds and in any order, and returns the number of the track, from 0. The
   * clip repeats after `loopSecs`, or not at all if that is 0. Call it while loading, because it allocates.
   */
  add(timesSecs: ArrayLike<number>, loopSecs: number = 0): number {
    isNumber(loopSecs, "loopSecs");
    return scope(() => {
      const timesSecsAt = doubles(timesSecs);
      const trackAt = reserve(8);
      call((error) => wasm().fw_tracks_add(alive(this, "Tracks"), timesSecsAt, timesSecs.length, loopSecs, trackAt, error));
      return memory().getUint32(trackAt, true);
    });
  }

  /** Returns the times of a track in rising order, without duplicates. */
  times(track: number): Float64Array {
    wholeU32(track, "track");
    return scope(() => {
      const timesSecs = numbers(Float64Array, (at, room, count, error) =>
        wasm().fw_tracks_times(alive(this, "Tracks"), track, at, room, count, error),
      );
      return timesSecs;
    });
  }

  /**
   * Returns the events that an update of the clock passed, each once, in the order of passing. These are times in
   * (previous, now], or in [now, previous) if the clock ran backwards. The clock of a repeating clip does not wrap. If a
   * long update passes more than FW_MAX_PASSED events, only the first ones are written.
   */
  passed(track: number, previousSecs: number, nowSecs: number): Float64Array {
    wholeU32(track, "track");
    isNumber(previousSecs, "previousSecs");
    isNumber(nowSecs, "nowSecs");
    return scope(() => {
      const timesSecs = numbers(Float64Array, (at, room, count, error) =>
        wasm().fw_tracks_passed(alive(this, "Tracks"), track, previousSecs, nowSecs, at, room, count, error),
      );
      return timesSecs;
    });
  }

  /**
   * Returns the time to the nearest event, in seconds: above 0 if it is ahead, below 0 if it is behind. Returns NaN for a
   * track without events.
   */
  nearest(track: number, atSecs: number): number {
    wholeU32(track, "track");
    isNumber(atSecs, "atSecs");
    return scope(() => {
      const untilSecsAt = reserve(8);
      call((error) => wasm().fw_tracks_nearest(alive(this, "Tracks"), track, atSecs, untilSecsAt, error));
      return memory().getFloat64(untilSecsAt, true);
    });
  }

  /**
   * Returns an encoding that suits the tracks. Its window is half of the 10th percentile of the gaps between events, but
   * at least one frame. Its smoothing is one frame, but at most a quarter of the window.
   */
  encoding(rate: Partial<Rate>): Encoding {
    return scope(() => {
      const rateAt = put(RATE_LAYOUT, rate);
      const encodingAt = put(ENCODING_LAYOUT, {});
      call((error) => wasm().fw_encoding_from_gaps(alive(this, "Tracks"), rateAt, encodingAt, error));
      return read(memory(), ENCODING_LAYOUT, encodingAt);
    });
  }

  /**
   * Returns the signals of tracks for as many frames as `rows` has room for, the first at 0 s. Each frame has a row with
   * the sine and cosine of each track. Call it while loading, because it allocates.
   */
  encode(encoding: Partial<Encoding>, rate: Partial<Rate>, rows: Float32Array): Float32Array {
    isArray(rows, Float32Array, "rows");
    return scope(() => {
      const encodingAt = put(ENCODING_LAYOUT, encoding);
      const rateAt = put(RATE_LAYOUT, rate);
      const rowsAt = floats(rows);
      call((error) => wasm().fw_encoding_encode(encodingAt, alive(this, "Tracks"), rateAt, rowsAt, rows.length, error));
      return filled(rows, rowsAt);
    });
  }
}

/**
 * Returns the time to the nearest event that one pair of a signal encodes, in seconds: above 0 if it is ahead, below 0
 * if it is behind. The result is NaN if no event is within the window, or if the pair is not valid.
 */
export function decode(encoding: Partial<Encoding>, sine: number, cosine: number): number {
  isNumber(sine, "sine");
  isNumber(cosine, "cosine");
  return scope(() => {
    const encodingAt = put(ENCODING_LAYOUT, encoding);
    const untilSecsAt = reserve(8);
    call((error) => wasm().fw_encoding_decode(encodingAt, sine, cosine, untilSecsAt, error));
    return memory().getFloat64(untilSecsAt, true);
  });
}

/**
 * Returns the times of the events of one signal, given as successive pairs of sine and cosine. `guards` may be left out
 * for the default. Call it while loading, because it allocates.
 */
export function decodeAll(encoding: Partial<Encoding>, pairs: ArrayLike<number>, rate: Partial<Rate>, guards?: Guards): Float64Array {
  return scope(() => {
    const encodingAt = put(ENCODING_LAYOUT, encoding);
    const pairsAt = floats(pairs);
    const rateAt = put(RATE_LAYOUT, rate);
    const guardsAt = putOr(GUARDS_LAYOUT, guards);
    const timesSecs = numbers(Float64Array, (at, room, count, error) =>
      wasm().fw_encoding_decode_all(encodingAt, pairsAt, pairs.length, rateAt, guardsAt, at, room, count, error),
    );
    return timesSecs;
  });
}

/** Fires when an event of one character happens. */
export class Trigger extends Handle {
  /**
   * Makes a trigger for signals of this encoding. `guards` may be left out for the default. The trigger fires `leadSecs`
   * before the event, and averages the signal over `smoothingSecs`. Either may be 0. A lead above a quarter of the window
   * counts as a quarter of the window.
   */
  constructor(encoding: Partial<Encoding>, options: { guards?: Guards; leadSecs?: number; smoothingSecs?: number } = {}) {
    only(options, ["guards", "leadSecs", "smoothingSecs"], "options");
    const { guards, leadSecs = 0, smoothingSecs = 0 } = options;
    isNumber(leadSecs, "leadSecs");
    isNumber(smoothingSecs, "smoothingSecs");
    super((at, error) =>
      scope(() => {
        const encodingAt = put(ENCODING_LAYOUT, encoding);
        const guardsAt = putOr(GUARDS_LAYOUT, guards);
        return wasm().fw_trigger_create(encodingAt, guardsAt, leadSecs, smoothingSecs, at, error);
      }), wasm().fw_trigger_destroy);
  }

  /**
   * Advances a trigger by one update. `sine` and `cosine` are the network's output. `stepSecs` is the time by which the
   * clip advanced, below 0 if it plays backwards.
   */
  advance(sine: number, cosine: number, stepSecs: number): Passing {
    isNumber(sine, "sine");
    isNumber(cosine, "cosine");
    isNumber(stepSecs, "stepSecs");
    return scope(() => {
      const passingAt = put(PASSING_LAYOUT, {});
      call((error) => wasm().fw_trigger_advance(alive(this, "Trigger"), sine, cosine, stepSecs, passingAt, error));
      return read(memory(), PASSING_LAYOUT, passingAt);
    });
  }

  /** Forgets all earlier updates, for example when another clip starts. */
  restart(): void {
    return scope(() => {
      call((error) => wasm().fw_trigger_restart(alive(this, "Trigger"), error));
    });
  }

  /** Returns the time until the trigger fires, in seconds, if it is at most `secs`; otherwise NaN. */
  firesWithin(secs: number): number {
    isNumber(secs, "secs");
    return scope(() => {
      const untilSecsAt = reserve(8);
      call((error) => wasm().fw_trigger_fires_within(alive(this, "Trigger"), secs, untilSecsAt, error));
      return memory().getFloat64(untilSecsAt, true);
    });
  }
}

/** A triangle mesh, which any number of obstacles and worlds may share. */
export class Mesh extends Handle {
  private constructor() {
    super();
  }

  /**
   * Makes a mesh from triangles. Each triangle has nine numbers: x, y, z of each vertex in turn. Call it while loading,
   * because it allocates.
   */
  static fromTriangles(triangles: ArrayLike<number>): Mesh {
    return Handle.made(Mesh, (at, error) =>
      scope(() => {
        const trianglesAt = doubles(triangles);
        return wasm().fw_mesh_from_triangles(trianglesAt, triangles.length, at, error);
      }), wasm().fw_mesh_destroy);
  }

  /**
   * Makes a mesh from a grid of heights at intervals of `cellM`. Each row runs along x, and the next row is further along
   * z. Call it while loading, because it allocates.
   */
  static fromHeights(heightsM: ArrayLike<number>, columns: number, cellM: number): Mesh {
    wholeU32(columns, "columns");
    isNumber(cellM, "cellM");
    return Handle.made(Mesh, (at, error) =>
      scope(() => {
        const heightsMAt = doubles(heightsM);
        return wasm().fw_mesh_from_heights(heightsMAt, heightsM.length, columns, cellM, at, error);
      }), wasm().fw_mesh_destroy);
  }

  /**
   * Makes a solid mesh from the convex hull of points. Each point has three numbers. Call it while loading, because it
   * allocates.
   */
  static fromHull(points: ArrayLike<number>): Mesh {
    return Handle.made(Mesh, (at, error) =>
      scope(() => {
        const pointsAt = doubles(points);
        return wasm().fw_mesh_from_hull(pointsAt, points.length, at, error);
      }), wasm().fw_mesh_destroy);
  }
}
