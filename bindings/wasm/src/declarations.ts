// @generated from bindings/c by `cargo xtask bindings`; not edited by hand.
import type { Layout } from './layout.js';

/** How a call ended. */
export const STATUS = {
  /** Done. */
  OK: 0,
  /** A required pointer or handle is null. */
  NULL: 1,
  /** A pointer is not aligned, a length is impossible, or a struct has a size that this library does not know. */
  BAD_SIZE: 2,
  /** The object was destroyed, or the handle is invalid or of another kind of object. */
  STALE_HANDLE: 3,
  BUSY: 4,
  /** The buffer is too small. The count is the number of elements that it must hold. The buffer is unchanged. */
  BUFFER_TOO_SMALL: 5,
  /** A text has a mistake. The error has its place and its cause. */
  BAD_TEXT: 6,
  /** Nothing has this name. */
  UNKNOWN_NAME: 7,
  /** A number is NaN, infinite, or outside the range that the function accepts. */
  OUT_OF_RANGE: 8,
  /** The bytes are in another format, from a newer version, or damaged. */
  BAD_DATA: 9,
  /** The file cannot be read. */
  IO: 10,
  /**
   * A bug in this library. Please report it with the message. The object that the call was changing is destroyed, and
   * its handle is stale.
   */
  PANIC: 11,
} as const;

/**
 * The version of this header's functions and structs. It changes when a program compiled with an older header would no
 * longer work.
 */
export const FW_ABI_VERSION = 1;

/** A missing id, clip, pose or other number. */
export const FW_NONE = 0xffffffff;

/** The maximum number of bonuses of a bias. */
export const FW_MAX_STAYS = 16;

/** Dead blending. The shown motion continues at its own speed, which decays, and fades into the playing motion. */
export const FW_BLEND_DEAD = 0;

/** The difference to the playing motion vanishes like a critically damped spring. */
export const FW_BLEND_INERTIAL = 1;

/** The shown pose stands still and fades into the playing motion. */
export const FW_BLEND_CROSSFADE = 2;

/** An axis-aligned box. */
export const FW_BODY_BOX = 0;

/** An upright capsule. */
export const FW_BODY_CAPSULE = 1;

/** A sphere. */
export const FW_BODY_SPHERE = 2;

/** An upright cylinder. It stands on narrow treads and edges on which a capsule slips. */
export const FW_BODY_CYLINDER = 3;

/** A box with a rotation, such as a car or an animal. `Mover.resize` turns it between moves. */
export const FW_BODY_TURNED_BOX = 4;

/** The space of the root, which is on the ground below the character with z ahead. */
export const FW_SPACE_ROOT = 0;

/** The space of the world. */
export const FW_SPACE_WORLD = 1;

/** The left foot. */
export const FW_FOOT_LEFT = 0;

/** The right foot. */
export const FW_FOOT_RIGHT = 1;

/** The player can take the ball at `arrivalSecs`. */
export const FW_ARRIVES = 0;

/** The player cannot take the ball before the horizon. */
export const FW_ARRIVES_NEVER = 1;

/** The player cannot take the ball on the flight predicted so far, but may take it at or after `arrivalSecs`. */
export const FW_ARRIVES_UNKNOWN = 2;

/** Nothing delays the player. */
export const FW_CONDITION_FREE = 0;

/** The player is in an action that must end first. */
export const FW_CONDITION_BUSY = 1;

/** Injured. */
export const FW_CONDITION_INJURED = 2;

/** On the ground. */
export const FW_CONDITION_GROUNDED = 3;

/** Only requests of the human switch players. */
export const FW_MODE_MANUAL = 0;

/** The rules switch only right after a touch, or if the present player cannot reach the ball. */
export const FW_MODE_ASSISTED = 1;

/** The rules switch whenever there is enough to gain. */
export const FW_MODE_AUTOMATIC = 2;

export const FW_MESSAGE_SIZE = 480;

/** The simple model: a player can reach a disc whose radius grows at the player's top speed. */
export const FW_REACH_SIMPLE = 0;

/** The full model: it also counts acceleration, turning, and the drift until the player is ready. */
export const FW_REACH_FULL = 1;

/** The player arrives before it can take the ball. */
export const FW_PLAYER_WAITS = 0;

/** The ball lies still when the player arrives. */
export const FW_BALL_WAITS = 1;

/** The player and the ball arrive at the same time. */
export const FW_ON_THE_RUN = 2;

/** Standing. */
export const FW_TAKEN_STANDING = 0;

/** In a jump. */
export const FW_TAKEN_JUMP = 1;

/** In a jump, with the hands above the head. */
export const FW_TAKEN_HANDS = 2;

/** The clip plays on. */
export const FW_STEP_CONTINUE = 0;

/** The matcher jumped to another pose. */
export const FW_STEP_JUMP = 1;

/** The playing pose must be left, but no other is allowed. */
export const FW_STEP_NONE_ALLOWED = 2;

/** The next search was due. */
export const FW_TRIGGER_DUE = 0;

/** The input changed. */
export const FW_TRIGGER_INPUT = 1;

/** The filter allows different poses than in the last search. */
export const FW_TRIGGER_FILTER = 2;

/** The filter forbids the playing pose: for longer than `overrunSecs`, or at once if the filter is new. */
export const FW_TRIGGER_FORBIDDEN = 3;

/** The clip ends here. */
export const FW_TRIGGER_END = 4;

/** In the air. */
export const FW_FOOTING_AIR = 0;

/** On ground level enough to stand on. */
export const FW_FOOTING_GROUND = 1;

/** In a groove between steep surfaces. The body rests there, and can jump. */
export const FW_FOOTING_WEDGED = 2;

/** Against a surface too steep to stand on. */
export const FW_FOOTING_STEEP = 3;

/** Nothing was in the way. */
export const FW_MOVED_FREE = 0;

/** The body slid along an obstacle, or moved until it touched one. */
export const FW_MOVED_SLID = 1;

/** The body stopped, or did not move at all. */
export const FW_MOVED_BLOCKED = 2;

/** The human had no player, and was given the best free one. */
export const FW_REASON_GIVEN = 0;

/** The human had no player, and none is free. */
export const FW_REASON_NOBODY_FREE = 1;

/** The human requested this player. */
export const FW_REASON_ASKED = 2;

/**
 * The human's request was refused. Another human controls the requested player, or controlled it until this decision, or
 * the human may not control that player, or no player is free.
 */
export const FW_REASON_REFUSED = 3;

/** Switched: the present player cannot reach the ball. */
export const FW_REASON_CANNOT_REACH = 4;

/** Switched for a gain at a touch. */
export const FW_REASON_TOUCHED = 5;

/** Switched for a gain. */
export const FW_REASON_GAIN = 6;

/** Kept: only the human may switch players. */
export const FW_REASON_MANUAL_MODE = 7;

/** Kept: the switch that the human requested is still in force. */
export const FW_REASON_LOCKED = 8;

/** Kept: the ball is on the ground and the human wants help with air balls only. */
export const FW_REASON_BALL_ON_GROUND = 9;

/** Kept: no other available player can reach the ball. */
export const FW_REASON_NO_CANDIDATE = 10;

/** Kept: the human left the better player a short time ago. */
export const FW_REASON_WOULD_GO_BACK = 11;

/** Kept: no other player is better. */
export const FW_REASON_BEST = 12;

/** Kept: the gain is too small. */
export const FW_REASON_MARGIN = 13;

/** Kept: the human wants help only at a touch, or if the present player cannot reach the ball. */
export const FW_REASON_NO_TOUCH = 14;

/** Kept: the human has had this player for too short a time. */
export const FW_REASON_DWELL = 15;

/** Kept: another human switches in this decision, or took the better player first. */
export const FW_REASON_NOT_ITS_TURN = 16;

/** Kept: the prediction does not show yet if and when the human's player reaches the ball. */
export const FW_REASON_NOT_PREDICTED = 17;

/** Below the knee: for the feet. */
export const FW_BAND_KNEE = 0;

/** Below the chest. */
export const FW_BAND_CHEST = 1;

/** Below the head, or in reach of a jump if the head band ends at that height. */
export const FW_BAND_HEAD = 2;

/** Below the hands of a keeper. */
export const FW_BAND_KEEPER = 3;

/** Out of reach. */
export const FW_BAND_ABOVE = 4;

/** Not busy. */
export const FW_BUSY_NOT = 0;

/** A kick, a throw or a header. */
export const FW_BUSY_KICK = 1;

/** A tackle. */
export const FW_BUSY_TACKLE = 2;

/** In the air. */
export const FW_BUSY_JUMP = 3;

/** On the ground. */
export const FW_BUSY_FALL = 4;

/** The first number for activities of your own. Higher numbers are yours too. */
export const FW_BUSY_OTHER = 256;

/** A clip and its mirrored twin. */
export const FW_TWINS_BOTH = 0;

/** The clip as it was recorded. */
export const FW_TWINS_ORIGINAL = 1;

/** The mirrored twin of the clip. */
export const FW_TWINS_MIRRORED = 2;

/** The maximum number of poses that `PoseIndex.search` finds. */
export const FW_MAX_MATCHES = 64;

/** A line along the velocity of each sample. */
export const FW_READING_VELOCITY = 0;

/** A line from each sample to the next. */
export const FW_READING_CHORD = 1;

/** A parabola along the velocity and acceleration of each sample. */
export const FW_READING_ACCELERATION = 2;

/** The prediction is not complete. */
export const FW_END_NONE = 0;

/** The ball lies still until the horizon. */
export const FW_END_REST = 1;

/** The ball has left the bounds or the world. */
export const FW_END_OUT = 2;

/** The horizon is reached. */
export const FW_END_HORIZON = 3;

/** The prediction has the maximum number of events. */
export const FW_END_FULL = 4;

/** The numbers of the ball are no longer finite. */
export const FW_END_LOST = 5;

/** The ball bounces. */
export const FW_FLIGHT_BOUNCE = 0;

/** The ball starts to roll or slide, or continues along another surface. */
export const FW_FLIGHT_ROLL = 1;

/** The prediction ends. */
export const FW_FLIGHT_END = 2;

/** A half-space. */
export const FW_SHAPE_PLANE = 0;

/** A box. */
export const FW_SHAPE_BOX = 1;

/** A capsule; a sphere if its ends are one point. */
export const FW_SHAPE_CAPSULE = 2;

/** The maximum number of events that `Tracks.passed` counts. */
export const FW_MAX_PASSED = 65536;

/** Enables the check `norm` of `Guards`. */
export const FW_GUARD_NORM = 1;

/** Enables the check `nearness` of `Guards`. */
export const FW_GUARD_NEARNESS = 2;

/** Rejects a crossing if, over the last eighth of the window, the signal rises overall. */
export const FW_GUARD_FALLING = 4;

/** Enables the check `jump` of `Guards`. */
export const FW_GUARD_JUMP = 8;

/** Enables the check `approach` of `Guards`. */
export const FW_GUARD_APPROACH = 16;

/** Enables the check `slope` of `Guards`. */
export const FW_GUARD_SLOPE = 32;

/** Enables the check `refractorySecs` of `Guards`. */
export const FW_GUARD_REFRACTORY = 64;

/** A box. */
export const FW_VOLUME_BOX = 0;

/** A sphere. */
export const FW_VOLUME_SPHERE = 1;

/** A capsule along y. */
export const FW_VOLUME_CAPSULE = 2;

/** The configuration of blends. */
export interface BlendConfig {
  /** An `FW_BLEND_`. */
  style: number;
  /** The duration of a fade, in seconds. Inertial blends do not use it. */
  fadeSecs: number;
  /** The half-life of speeds or differences, in seconds. Crossfades do not use it. */
  halflifeSecs: number;
  /** The largest angular speed of a joint at the start of a blend, in rad/s. */
  maxSpinRadps: number;
  /** The largest speed of the hips at the start of a blend, in m/s. */
  maxSpeedMps: number;
}

/** The rules of searches and jumps. */
export interface Rules {
  /** The matcher does not jump to poses of the playing clip within this number of frames of the playing pose. */
  avoidNearFrames: number;
  /** The time between searches, in seconds; 0 searches at every update. */
  everySecs: number;
  /** The minimum time between jumps, in seconds, unless the pose must be left. */
  dwellSecs: number;
  /** The cost by which a pose must be better than playing on. */
  stayBonus: number;
  /** A pose must also be better by this share of the cost of playing on, from 0 to 1. It is added to `stayBonus`. */
  stayShare: number;
  /** How long a clip may play on after it has left the filter, in seconds. */
  overrunSecs: number;
  /** The time after a jump in which the matcher does not jump to poses near its target again, in seconds. */
  reselectSecs: number;
}

/** The configuration of a controller, which follows the stick. */
export interface ControllerConfig {
  /** Whether a character is pulled towards the controller, with the half-life `adjustHalflifeSecs`. */
  adjusts: number;
  /** Whether a character stays within `clampM` of the controller. */
  clamps: number;
  /** The half-life of the difference to the wanted velocity, in seconds. */
  velocityHalflifeSecs: number;
  /** The half-life of the difference to the wanted heading, in seconds. */
  headingHalflifeSecs: number;
  /** The half-life of the pull on a character, in seconds. */
  adjustHalflifeSecs: number;
  /** The largest pull on a character, as a share of its own speed. */
  adjustShare: number;
  /** The largest distance of a character from the controller, in metres. */
  clampM: number;
}

/** The configuration of a character. */
export interface CharacterConfig {
  /**
   * The number of updates for one movement; 0 counts as 1. The character moves once in this number of updates, and then
   * makes up for all the time since it last moved. In the other updates it keeps its pose.
   */
  updateEvery: number;
  /** A number that differs between characters, such as their index. It spreads updates and searches over frames. */
  spread: number;
  /** Whether updates leave the feet to `Character.plantFeet`, after other animation layers. */
  feetLast: number;
  /** Whether joints bend at most as far as in the clips. */
  limitsJoints: number;
  /** Whether standing feet are held in place. If not, feet do not reach for the ground either. */
  holdsFeet: number;
  /** The largest distance of a held foot from its place in the clip, in metres. Beyond it, the foot is released. */
  releaseM: number;
  /** The time after which a foot held away from its place in the clip is released, in seconds. */
  releaseSecs: number;
  /** The half-life of the distance of a stepping or released foot from its goal, in seconds. */
  feetHalflifeSecs: number;
  /** The largest distance that the hips sink for a foot that does not reach the ground, in metres. */
  maxDropM: number;
  /** The rules of searches and jumps. */
  rules: Rules;
  /** The configuration of blends. */
  blend: BlendConfig;
  /** How the character follows the stick. */
  controller: ControllerConfig;
}

/** A pose of an index. */
export interface PoseId {
  /** The number of the clip in the index. */
  clip: number;
  /** The frame, at the rate of the index. */
  frame: number;
  /** Whether it is the pose of the mirrored twin. */
  mirrored: number;
}

/** The place of a character in the world, including its height. */
export interface Placement {
  /** The point on the ground, in metres. */
  positionM: [number, number, number];
  /** The angle about +y from +z towards +x, in radians. */
  headingRad: number;
}

/** The input of a human. */
export interface Stick {
  /** The wanted velocity: world x and z, in m/s. */
  velocityMps: [number, number];
  /** The wanted heading in radians, if `hasHeading` is set. Otherwise the heading is the direction of movement. */
  headingRad: number;
  /** Whether `headingRad` is used. */
  hasHeading: number;
}

/** The settings of a move. */
export interface MoveConfig {
  /** The distance kept from obstacles, in metres, above 0. */
  skinM: number;
  /** The height of the highest step that a body on the ground climbs, in metres; 0 for none. */
  stepHeightM: number;
  /**
   * The largest distance, in metres, by which a body that leaves the ground is put back on it; 0 for none. A body that
   * moves up is not put back.
   */
  snapM: number;
  /** The steepest ground to stand on, as an angle in (0, pi/2), if `hasMaxSlope` is set. */
  maxSlopeRad: number;
  /** The speed at which a body inside an obstacle is pushed out, in m/s. Infinity pushes it out as soon as possible. */
  recoveryMps: number;
  /** The up direction: a unit vector. */
  up: [number, number, number];
  /**
   * The duration of a move, in seconds, above 0. It determines velocities, and how far a body inside an obstacle is
   * pushed out.
   */
  stepSecs: number;
  /**
   * Whether a move keeps its whole length when an obstacle turns it aside. If not, it keeps only the part along the
   * obstacle.
   */
  fullSpeed: number;
  /** Whether `maxSlopeRad` is used. */
  hasMaxSlope: number;
  /** Whether a body is as fast uphill and downhill as on the level. */
  constantSpeed: number;
}

/** The ground under a point. */
export interface Ground {
  /** The height in the world, in metres. */
  heightM: number;
  /** The upward normal, of length 1. */
  normal: [number, number, number];
}

/** The result of an update of a matcher. */
export interface Step {
  /** The pose that plays now. */
  pose: PoseId;
  /** An `FW_STEP_`. */
  kind: number;
  /** The fraction of the way to the next frame, from 0 to below 1. */
  part: number;
  /** At a jump, the pose that played before; otherwise its clip is FW_NONE. */
  from: PoseId;
  /** At a jump, the cause of the search: an `FW_TRIGGER_`. */
  trigger: number;
  /** At a jump, the cost of the pose. */
  cost: number;
  /** At a jump, the cost that playing on would have had; NaN if it was not possible. */
  continuing: number;
}

/** The place of a character. */
export interface Place {
  /** World x and z, in metres. */
  positionM: [number, number];
  /** The angle about +y from +z towards +x, in radians. */
  headingRad: number;
}

/** A place that a character should reach at a time. */
export interface Waypoint {
  /** The time from now, in seconds; later than that of the previous waypoint. */
  secs: number;
  /** The place. */
  place: Place;
}

/** A foot that came to stand: the moment for a sound, dust or a print. */
export interface Footstep {
  /**
   * The position in the world of the joint that stands, in metres. It is the ball of the foot, or the ankle of a
   * skeleton without it.
   */
  positionM: [number, number, number];
  /** The foot: an FW_FOOT_. */
  foot: number;
  /** The speed of the root along the ground, in m/s. Use it to make faster steps louder. */
  speedMps: number;
}

/** The weights of the criteria. A weight is the delay, in seconds, that equals one unit of its criterion. */
export interface ChoiceWeights {
  /** The weight of the time at which the player takes the ball, in seconds from now. */
  first: number;
  /** The weight of the time that the player waits for the ball, in seconds. */
  wait: number;
  /** The weight of the effort of the intercept. */
  effort: number;
  /** The weight of the difficulty of the intercept. */
  difficulty: number;
  /** The weight of the pressure, from 0 to 1, which is how close the first opponent is in time. */
  pressure: number;
  /**
   * The weight of being on the wrong side of the ball. This is 0 if the player is between the ball and its own goal, and
   * 1 if it is beyond the ball.
   */
  goalSide: number;
  /**
   * The lead that overrides the scores, in seconds. A player who is first by more than this is chosen whatever the
   * scores.
   */
  leadSecs: number;
}

/** A player. Fill the defaults in with `defaultPlayer`. */
export interface Player {
  /** Its id: any number but FW_NONE. */
  id: number;
  /** Its team. */
  team: number;
  /** The position of its feet, in metres. */
  position: [number, number, number];
  /** The velocity in m/s; y is ignored. */
  velocity: [number, number, number];
  /**
   * The direction that the body faces, of any length above 0; y is ignored. With zeros, the player faces every direction
   * and never needs to turn.
   */
  facing: [number, number, number];
  /** The end of its reaction time, on the clock of the ball, in seconds. */
  reactionEndSecs: number;
  /** The time until which it is busy, on the clock of the ball. */
  busyUntilSecs: number;
  /** Its activity: an `FW_BUSY_`. */
  busyWith: number;
  /** The top speed in m/s. */
  topSpeedMps: number;
  /** The acceleration of running and braking in m/s², above 0. */
  accelerationMps2: number;
  /** The time to turn by 180 degrees, in seconds. */
  turnSecs: number;
  /** The horizontal distance at which it takes the ball, in metres. */
  reachM: number;
  /** The greatest height at which it takes the ball with both feet on the ground, in metres. */
  standingM: number;
  /** The greatest height at which it takes the ball with the head in a jump, in metres. */
  jumpingM: number;
  /** The greatest height at which it takes the ball with a keeper's hands, stretched in a jump, in metres. */
  handsM: number;
  /** The remaining fraction of top speed and acceleration, from 0 to 1. */
  stamina: number;
}

/** The earliest intercept of a player. */
export interface Intercept {
  /** The player. */
  player: number;
  /** Whether it can take the ball. If not, `isKnown` and `secs` say more, and all other fields below are 0. */
  canTake: number;
  /**
   * Whether `canTake` is final. It is 0 if an incomplete path has no intercept yet, or if a field of the player is out
   * of range.
   */
  isKnown: number;
  /**
   * The time of the intercept. If there is no intercept and that is final, it is 0. If that is not final, it is a time
   * before which the player cannot take the ball.
   */
  secs: number;
  /** The centre of the ball at that time. */
  position: [number, number, number];
  /** The height of the ball above the ground, or above the feet of the player if the ground is not known. */
  heightM: number;
  /** How the player takes the ball: an `FW_TAKEN_`. */
  takenBy: number;
  /** Whether the player or the ball waits: FW_PLAYER_WAITS, FW_BALL_WAITS or FW_ON_THE_RUN. */
  kind: number;
  /** The waiting time, in seconds. */
  waitSecs: number;
  /** The distance the player runs, in metres. */
  runM: number;
  /** The pace, from 0 for standing to 1 for top speed. */
  pace: number;
  /** The effort, in seconds of running at top speed. */
  effort: number;
  /** The difficulty, from 0 for a ball that lies still to 1. */
  difficulty: number;
}

/** A player who can take the ball, with the rating of a choice. */
export interface Rated {
  /** The player. */
  player: number;
  /** The time at which it can first take the ball, in seconds from now. */
  firstSecs: number;
  /** The best time to take the ball, on the clock of the ball. */
  takeSecs: number;
  /** The position of the ball at that time. */
  takePosition: [number, number, number];
  /** The weighted sum of the criteria. The player with the smallest score is chosen. */
  score: number;
}

/** A player that a human may control. `Choice.candidate` makes one from an intercept. */
export interface Candidate {
  /** The player. Each appears at most once. */
  player: number;
  /** Its team. */
  team: number;
  /** The kind of its arrival: FW_ARRIVES, FW_ARRIVES_NEVER or FW_ARRIVES_UNKNOWN. */
  arrival: number;
  /** The condition that delays it: an `FW_CONDITION_`. */
  condition: number;
  /**
   * The time at which it can first take the ball, in seconds. If the time is unknown, a time before which it cannot take
   * the ball.
   */
  arrivalSecs: number;
  /** The cost of other criteria, in seconds, added to the time to the ball. */
  otherSecs: number;
  /** The delay from its condition, in seconds. */
  delaySecs: number;
  /** Whether it is the keeper. */
  isKeeper: number;
  /** Whether it is the target of the last pass. */
  isPassTarget: number;
}

/** The rules of switching. */
export interface ControlRules {
  /** Whether a requested switch stays in force for `lockSecs`. If not, it stays in force until the next touch. */
  hasLockSecs: number;
  /** The smallest gain worth a switch, in seconds. */
  marginSecs: number;
  /** The smallest gain worth a switch, as a fraction of the present player's score. */
  marginFraction: number;
  /** The gain that is always worth a switch, in seconds. */
  maxMarginSecs: number;
  /** The minimum time for which a player is kept, in seconds. */
  dwellSecs: number;
  /** The time after a touch in which a human may switch before `dwellSecs` is over, in seconds. */
  touchSecs: number;
  /** The time for which the rules do not return a human to a player it left, in seconds. */
  backSecs: number;
  /** The time for which a requested switch stays in force, in seconds, unless the ball is touched first. */
  lockSecs: number;
  /** The bonus of the target of a pass, in seconds. */
  passBonusSecs: number;
  /** The time in which the old direction of the stick blends out, in seconds. */
  blendSecs: number;
}

/** A human at one decision. */
export interface Human {
  /** The human. Each appears at most once. */
  id: number;
  /** The team whose players it controls. */
  team: number;
  /** The player it controls now; FW_NONE for a human who joins. */
  player: number;
  /** When the rules may switch: an `FW_MODE_`. */
  mode: number;
  /** Whether the rules switch only while the ball is in the air. */
  airBallsOnly: number;
  /** Whether the rules treat the keeper like any other player. */
  allowsKeeper: number;
  /** Whether it requests a switch to `request`. */
  hasRequest: number;
  /** The requested player; FW_NONE for the player on the indicator. */
  request: number;
}

/** The decision for one human. */
export interface Assignment {
  /** The human. */
  human: number;
  /** The player it controlled before, or FW_NONE. */
  from: number;
  /** The player it controls now; FW_NONE only if no player is free. */
  player: number;
  /** The player that the indicator shows, or FW_NONE. */
  next: number;
  /** The reason: an `FW_REASON_`. */
  reason: number;
  /** Whether the old direction of the stick blends out. */
  blendsStick: number;
  /** The time of the switch whose old direction blends out, in seconds. */
  stickFromSecs: number;
  /** The duration of that blend, in seconds. */
  stickLastsSecs: number;
}

/** The frame rate and length of a clip. */
export interface ClipInfo {
  /** The numerator of the frame rate, in frames per second. */
  rateNumerator: bigint;
  /** The denominator of the frame rate, at least 1. */
  rateDenominator: bigint;
  /** The number of frames. */
  frames: number;
}

/** A frame rate in frames per second, as a fraction. */
export interface Rate {
  /** The numerator, above 0. */
  numerator: bigint;
  /** The denominator, above 0. */
  denominator: bigint;
}

/** The rate and the counts of an index. */
export interface IndexInfo {
  /** The frame rate. */
  rate: Rate;
  /** The number of poses, including those of mirrored twins. */
  poses: bigint;
  /** The number of poses that a search can return. */
  candidates: bigint;
  /** The number of clips. */
  clips: number;
  /** The number of values in a goal. */
  features: number;
}

/** A period in which a player can take the ball. */
export interface Window {
  /** The start, in seconds. */
  fromSecs: number;
  /** The end, at or after the start. */
  toSecs: number;
}

/**
 * The shape of a body around its centre. Every length that its kind uses is above 0, and at most 10,000. For a convex
 * hull, see `Mover.fromHull`.
 */
export interface Body {
  /** An `FW_BODY_`. */
  kind: number;
  /** Half of each extent of a box along its own axes, in metres. */
  halfM: [number, number, number];
  /** The radius of a capsule, a sphere or a cylinder, in metres. */
  radiusM: number;
  /**
   * The height of a cylinder, or the total height of a capsule including caps, in metres. A capsule is at least twice as
   * high as its radius.
   */
  heightM: number;
  /** The rotation of a turned box: a quaternion x, y, z, w of length 1, within a thousandth. Four zeros mean no rotation. */
  rotation: [number, number, number, number];
}

/**
 * The position and footing of a body. You own it, and may copy and save it. For a body that has not moved yet, set the
 * position and leave all other fields 0.
 */
export interface MoverState {
  /** The centre of the body, in metres. */
  position: [number, number, number];
  /** An `FW_FOOTING_`. In the air, all fields below are 0. */
  footing: number;
  /** The part of a compound. */
  part: number;
  /** The triangle of a mesh; FW_NONE for a volume. */
  triangle: number;
  /** The unit contact normal, away from the ground. */
  normal: [number, number, number];
  /** The obstacle that the body stands on. */
  obstacle: bigint;
  /** The touched point of that obstacle, in metres. */
  point: [number, number, number];
  /** The velocity of that obstacle at the point, in m/s. */
  velocityMps: [number, number, number];
}

/** The label by which filters and your own code identify an obstacle. */
export interface Label {
  /** A number of yours, such as the id of an entity or of a material. */
  tag: bigint;
  /** The layers, one bit each. A filter accepts the obstacle only if the two share a layer. */
  layers: number;
}

/** An obstacle that a body meets, and how the body meets it. */
export interface Approach {
  /** The obstacle. */
  obstacle: bigint;
  /** Its label. */
  label: Label;
  /** The part of a compound. */
  part: number;
  /** The triangle of a mesh; FW_NONE for a volume. */
  triangle: number;
  /** The unit contact normal, from the obstacle to the body. */
  normal: [number, number, number];
  /**
   * The distance along the normal to an obstacle near the resting body, in metres; below 0 inside. It is 0 for an
   * obstacle met on the way.
   */
  gapM: number;
}

/** The result of a move. */
export interface Move {
  /** The state of the body after the move. The next move starts from it. */
  state: MoverState;
  /** The velocity of the body in m/s, including motion from being carried or pushed. */
  velocityMps: [number, number, number];
  /** An `FW_MOVED_`. */
  outcome: number;
  /** Whether the body is still inside an obstacle. */
  crushed: number;
}

/** A contact of a body. */
export interface Contact {
  /** The obstacle. */
  obstacle: bigint;
  /** The touched point of the obstacle, in metres. */
  point: [number, number, number];
  /** The part of a compound. */
  part: number;
  /** The triangle of a mesh; FW_NONE for a volume. */
  triangle: number;
  /** The unit contact normal, from the obstacle to the body. */
  normal: [number, number, number];
  /** The depth of the body inside the obstacle, in metres; 0 if it only touched. */
  depthM: number;
  /** The velocity of the obstacle at the point, in m/s. */
  velocityMps: [number, number, number];
  /**
   * The speed, in m/s, at which the wanted move and the obstacle would approach each other along the normal; 0 if they
   * part.
   */
  closingMps: number;
  /** Whether the contact determined the final direction of the body. */
  active: number;
}

/** The first obstacle that a swept shape meets. */
export interface Hit {
  /** The obstacle; 0 if there is none. */
  obstacle: bigint;
  /** The time of impact, as a fraction of the motion. */
  time: number;
  /** The unit contact normal, from the obstacle to the shape. */
  normal: [number, number, number];
  /** The part of a compound. */
  part: number;
  /** The triangle of a mesh; FW_NONE for a volume. */
  triangle: number;
}

/** The checks that a zero crossing must pass to count as an event. */
export interface Guards {
  /** The sum of the `FW_GUARD_` of all enabled checks. */
  checks: number;
  /** The minimum length of the pairs (sine, cosine) before and after a crossing, from 0 to 1. */
  norm: number;
  /**
   * The largest time to or since the event that the pairs just before and just after a crossing may show, as a share of
   * the window, from 0 to 1. The time of one update is added to it.
   */
  nearness: number;
  /**
   * The largest fall of the signal in one update, as a share of the window, from 0 to 1. The time of the update is added
   * to it.
   */
  jump: number;
  /**
   * A time as a share of the window, from 0 to 0.5. Once the signal has been this long after an event, a crossing counts
   * only if the signal has since been this long before an event.
   */
  approach: number;
  /**
   * The smallest and the largest rate at which the time to the event falls, in seconds per second. A clean signal falls
   * by 1.
   */
  slope: [number, number];
  /** The minimum time between two events, in seconds of the clip, at least 0. */
  refractorySecs: number;
}

/** The sizes of a network. */
export interface NetworkInfo {
  /** The frames per second of its inputs and outputs. */
  rate: Rate;
  /** The number of consecutive frames that the network takes, the newest last. */
  frames: number;
  /** The number of columns that the network takes of each frame. */
  inputs: number;
  /** The number of columns that the network returns. */
  outputs: number;
  /** The number of all columns of the specification. */
  columns: number;
  /** The number of kinds of events that the network returns. */
  events: number;
  /** The number of tags that the network returns. */
  tags: number;
}

/** Facts about a pose that its joints do not show. */
export interface PoseFacts {
  /**
   * The heading, as an angle about y in radians: 0 towards +z, growing to the left. It replaces the heading found from
   * the pose if `hasHeading` is not 0.
   */
  headingRad: number;
  /** Whether `headingRad` counts. */
  hasHeading: number;
  /** Whether the left foot touches the ground, for networks that take contacts. */
  leftContact: number;
  /** Whether the right foot touches the ground, for networks that take contacts. */
  rightContact: number;
}

/** The parameters of a ball. */
export interface BallParams {
  /**
   * Whether there is a drag crisis, a speed at which the drag coefficient falls. If not, the coefficient is `dragLow` at
   * every speed.
   */
  hasDragCrisis: number;
  /** The mass in kilograms. */
  massKg: number;
  /** The radius in metres. */
  radiusM: number;
  /** The gravity along -y, in m/s². */
  gravityMps2: number;
  /** The density of the air in kilograms per cubic metre; 0 for no air at all. */
  airDensity: number;
  /**
   * The coefficient far above the crisis. The drag coefficient is `drag_low + drag_drop / (1 + exp((v - drag_speed_mps)
   * / drag_width_mps))`.
   */
  dragLow: number;
  /** The drop of the coefficient in the crisis, as in the formula at `dragLow`. */
  dragDrop: number;
  /** The speed in the middle of the crisis in m/s, as in the formula at `dragLow`. */
  dragSpeedMps: number;
  /** The width of the crisis in m/s, as in the formula at `dragLow`. */
  dragWidthMps: number;
  /** The lift coefficient per spin ratio, near zero spin. */
  liftSlope: number;
  /** The upper bound of the lift coefficient. */
  maxLift: number;
  /** The fraction of the spin lost per metre of flight. */
  spinDecayPerM: number;
  /** The ratio of normal speeds after and before a bounce. */
  restitution: number;
  /** Coulomb's coefficient of friction in a bounce. */
  bounceFriction: number;
  /** Coulomb's coefficient of friction along the ground. */
  slidingFriction: number;
  /** The deceleration of a rolling ball in addition to drag, in m/s². */
  rollingMps2: number;
  /** The speed limit of small hops, in m/s. A rebound slower than this times `1 - restitution` stays on the ground. */
  settleSpeedMps: number;
  /** The velocity of the air, in m/s. */
  windMps: [number, number, number];
}

/**
 * The difference between a surface and the ground. On the ground, the ball has its own restitution and friction. Two
 * factors of 1 mean no difference.
 */
export interface Surface {
  /**
   * The factor of the ball's restitution, from 0 to 100. The product of the factor and the ball's restitution is capped
   * at 1.
   */
  restitution: number;
  /** The factor of the ball's friction, from 0 to 100. */
  friction: number;
}

/** The complete state of a ball at one time. Make it with `placeBall`. You own it, and may copy and save it. */
export interface Ball {
  /** The centre, in metres. */
  position: [number, number, number];
  /** The velocity in metres per second. */
  velocity: [number, number, number];
  /** The spin in radians per second. */
  spin: [number, number, number];
  /** The clock: the number of steps of 1/240 s since time 0. */
  steps: bigint;
  /** Whether the ball was placed here and has not moved yet. If so, its next step first pushes it out of any overlap. */
  isPlaced: number;
  /** Whether the ball rolls or rests on the ground. The fields below describe that ground. */
  onGround: number;
  /** The part of the statics it is on. */
  groundHit: number;
  /** The other parts it has touched since it came down, latest first; FW_NONE for none. */
  beside: [number, number, number];
  /** The unit normal, away from the ground. */
  groundNormal: [number, number, number];
  /** The material of the ground. */
  groundSurface: Surface;
}

/** A touch, which changes the velocity of a ball instantly. */
export interface Touch {
  /** The time, in seconds. */
  secs: number;
  /** The centre of the ball. */
  position: [number, number, number];
  /** The unit normal, away from the touched part. */
  normal: [number, number, number];
  /** The velocity just before. */
  velocityBefore: [number, number, number];
  /** The velocity just after. */
  velocity: [number, number, number];
  /** The part of the statics it touches. */
  hit: number;
  /** 1 if the ball starts to roll or slide, or continues along this part; 0 if it bounces. */
  rolls: number;
}

/** A range of frames of a clip, never empty. */
export interface Range {
  /** The number of the clip. */
  clip: number;
  /** The first frame. */
  start: number;
  /** The first frame after the range. */
  stop: number;
}

/** A result of a search. */
export interface Match {
  /** The pose. */
  pose: PoseId;
  /** The cost of the pose. */
  cost: number;
}

/** The options of a prediction. */
export interface PredictionOptions {
  /** How the flight is interpolated between samples: an `FW_READING_`. */
  reading: number;
  /** The horizon: the length of the prediction, in seconds, above 0 and at most 3600. */
  horizonSecs: number;
  /**
   * The largest distance of the interpolated flight from the stepped one, in metres, if `hasTolerance` is set. Otherwise
   * it is the radius of the ball.
   */
  toleranceM: number;
  /** The lowest corner of the box that the ball must stay in, if `hasBounds` is set. */
  boundsMin: [number, number, number];
  /** The highest corner of that box. */
  boundsMax: [number, number, number];
  /** Whether `toleranceM` is used. */
  hasTolerance: number;
  /** Whether the bounds are used. */
  hasBounds: number;
  /**
   * Whether the horizon moves with the game. If so, `Prediction.advance` extends the prediction when less than 80 % of
   * the horizon is ahead.
   */
  keepsAhead: number;
  /** The number of frames over which `Prediction.advanceFrame` spreads a whole horizon; at least 1. */
  frames: number;
}

/** The progress of a prediction. */
export interface PredictionState {
  /** The time up to which the flight of the ball is known, in seconds. For a ball at rest this is the horizon. */
  knownSecs: number;
  /** The time of the horizon, in seconds. */
  horizonSecs: number;
  /** The number of steps taken. */
  stepsDone: number;
  /** Why the prediction is complete: an `FW_END_`. It is FW_END_NONE if it is not complete. */
  end: number;
  /** The number of samples. */
  samples: number;
  /** The number of events. */
  events: number;
}

/** A sample of a flight. */
export interface Sample {
  /** The time, in seconds. */
  secs: number;
  /** The centre of the ball. */
  position: [number, number, number];
  /** The velocity in m/s. Its meaning depends on the `FW_READING_` of the prediction. */
  velocity: [number, number, number];
  /** The acceleration in m/s²; 0 unless samples are read as parabolas. */
  acceleration: [number, number, number];
  /** The height of the ground under the ball; NaN if it is not known. */
  groundM: number;
}

/** An event of a flight. */
export interface FlightEvent {
  /** The time, in seconds. */
  secs: number;
  /** The centre of the ball. */
  position: [number, number, number];
  /** The unit normal, away from the touched part; 0 at the end. */
  normal: [number, number, number];
  /** An `FW_FLIGHT_`. */
  kind: number;
  /** The part of the statics that the ball touches; FW_NONE at the end. */
  hit: number;
}

/** The upper ends of the height bands, in metres, in rising order. */
export interface HeightBands {
  /** The upper end of the knee band; 0.6 by default. */
  kneeM: number;
  /** The upper end of the chest band; 1.5 by default. */
  chestM: number;
  /** The upper end of the head band; 2.2 by default. */
  headM: number;
  /** The upper end of the keeper's band; 2.6 by default. */
  keeperM: number;
}

/** A part of a flight within one band. */
export interface Section {
  /** The start, in seconds. */
  fromSecs: number;
  /** The end, in seconds. */
  toSecs: number;
  /** An `FW_BAND_`. */
  band: number;
}

/** A frame of a clip. */
export interface Frame {
  /** The number of the clip. */
  clip: number;
  /** The number of the frame. */
  frame: number;
}

/** The capacity of a recording. */
export interface RecordConfig {
  /** The number of updates to keep, at 40 bytes each. 3600 by default, which is a minute at 60 updates per second. */
  frames: number;
  /** The number of searches to keep, at about 370 bytes each. 1200 by default. */
  searches: number;
  /**
   * The `Database.contentStamp` of the tags that filters come from. The studio can then tell if its tags differ. 0, the
   * default, means unknown.
   */
  tagsStamp: bigint;
}

/** The size of a repertoire. */
export interface RepertoireInfo {
  /** The number of joints. Joint 0 is the hips. */
  joints: number;
  /** The number of clips in the index. */
  clips: number;
}

/** A joint of a repertoire. */
export interface Joint {
  /** The parent, which comes before it; FW_NONE for the hips. */
  parent: number;
  /** The rotation at rest, a quaternion x, y, z, w in the space of the parent. */
  rotation: [number, number, number, number];
  /** The position in the space of the parent, in metres. */
  positionM: [number, number, number];
}

/** The place of the root in a clip. */
export interface ClipRoot {
  /** The x and z of the place in the space of the clip, in metres. */
  positionM: [number, number];
  /** The x and z of the direction that the character faces, of length 1. */
  facing: [number, number];
}

/** A football pitch around the origin, its length along x. */
export interface Pitch {
  /** Whether the goals have nets. */
  nets: number;
  /** Whether there are banners behind the lines. */
  hasBanners: number;
  /** The length along x, in metres from 10 to 1000. */
  lengthM: number;
  /** The width along z, in metres from 10 to 1000. */
  widthM: number;
  /** The distance of the banners behind the lines, in metres from 0 to 1000. */
  bannersM: number;
  /** The height of the ground, in metres from -1000 to 1000. */
  groundM: number;
}

/** One part of `Statics`. */
export interface StaticShape {
  /** An `FW_SHAPE_`. */
  kind: number;
  /** For a plane, its normal, away from the solid side. For a box, its lowest corner. For a capsule, one end of its axis. */
  a: [number, number, number];
  /** For a box, its highest corner. For a capsule, the other end of its axis. A plane does not use it. */
  b: [number, number, number];
  /** For a plane, its offset, in metres times the length of its normal. For a capsule, its radius. A box does not use it. */
  metres: number;
}

/** The encoding of events as signals. */
export interface Encoding {
  /** The time before and after an event in which its signal turns, in seconds: above 0, at most 3600. */
  windowSecs: number;
  /** The standard deviation of the smoothing, in seconds: from 0 to the window. */
  sigmaSecs: number;
}

/** The result of one update. */
export interface Passing {
  /**
   * The time from the event to the end of the update, in seconds of the clip, if there was an event. It is below 0, by
   * at most a thousandth of the update, if the event is still to come.
   */
  firedAgoSecs: number;
  /** Whether there was an event. */
  fired: number;
  /** Whether the update was at least as long as the window, so that it may have skipped an event. */
  mayHaveMissed: number;
}

/** The pose of an obstacle. */
export interface Pose {
  /** The position in metres. */
  position: [number, number, number];
  /** The rotation, a unit quaternion x, y, z, w. Four zeros mean no rotation. */
  rotation: [number, number, number, number];
}

/** A volume around the origin. */
export interface Volume {
  /** An `FW_VOLUME_`. */
  kind: number;
  /** Half of each extent of a box, in metres. */
  halfM: [number, number, number];
  /** The radius of a sphere or a capsule, in metres. */
  radiusM: number;
  /** Half the length of the axis of a capsule without the caps, in metres. */
  halfAxisM: number;
}

export const ERROR_LAYOUT: Layout<Record<string, unknown>> = {
  size: 512,
  sized: true,
  fields: {
    status: { at: 4, kind: 'u32', length: 0 },
    start: { at: 8, kind: 'u32', length: 0 },
    stop: { at: 12, kind: 'u32', length: 0 },
    text: { at: 16, kind: 'u32', length: 0 },
    more: { at: 20, kind: 'u32', length: 0 },
    messageLen: { at: 24, kind: 'u32', length: 0 },
    message: { at: 32, kind: 'u8', length: 480 },
  },
};

export const BLEND_CONFIG_LAYOUT: Layout<BlendConfig> = {
  size: 24,
  sized: true,
  fields: {
    style: { at: 4, kind: 'u32', length: 0 },
    fadeSecs: { at: 8, kind: 'f32', length: 0 },
    halflifeSecs: { at: 12, kind: 'f32', length: 0 },
    maxSpinRadps: { at: 16, kind: 'f32', length: 0 },
    maxSpeedMps: { at: 20, kind: 'f32', length: 0 },
  },
};

export const MOTION_LAYOUT: Layout<Record<string, unknown>> = {
  size: 56,
  sized: true,
  fields: {
    joints: { at: 4, kind: 'u32', length: 0 },
    hipsM: { at: 8, kind: 'f32', length: 3 },
    hipsMps: { at: 20, kind: 'f32', length: 3 },
    rootVelocity: { at: 32, kind: 'f32', length: 3 },
    rotations: { at: 48, kind: 'u32', length: 0 },
    spinsRadps: { at: 52, kind: 'u32', length: 0 },
  },
};

export const RULES_LAYOUT: Layout<Rules> = {
  size: 32,
  sized: true,
  fields: {
    avoidNearFrames: { at: 4, kind: 'u32', length: 0 },
    everySecs: { at: 8, kind: 'f32', length: 0 },
    dwellSecs: { at: 12, kind: 'f32', length: 0 },
    stayBonus: { at: 16, kind: 'f32', length: 0 },
    stayShare: { at: 20, kind: 'f32', length: 0 },
    overrunSecs: { at: 24, kind: 'f32', length: 0 },
    reselectSecs: { at: 28, kind: 'f32', length: 0 },
  },
};

export const CONTROLLER_CONFIG_LAYOUT: Layout<ControllerConfig> = {
  size: 48,
  sized: true,
  fields: {
    adjusts: { at: 4, kind: 'u16', length: 0 },
    clamps: { at: 6, kind: 'u16', length: 0 },
    velocityHalflifeSecs: { at: 8, kind: 'f64', length: 0 },
    headingHalflifeSecs: { at: 16, kind: 'f64', length: 0 },
    adjustHalflifeSecs: { at: 24, kind: 'f64', length: 0 },
    adjustShare: { at: 32, kind: 'f64', length: 0 },
    clampM: { at: 40, kind: 'f64', length: 0 },
  },
};

export const CHARACTER_CONFIG_LAYOUT: Layout<CharacterConfig> = {
  size: 136,
  sized: true,
  fields: {
    updateEvery: { at: 4, kind: 'u32', length: 0 },
    spread: { at: 8, kind: 'u32', length: 0 },
    feetLast: { at: 12, kind: 'u8', length: 0 },
    limitsJoints: { at: 13, kind: 'u8', length: 0 },
    holdsFeet: { at: 14, kind: 'u8', length: 0 },
    releaseM: { at: 16, kind: 'f32', length: 0 },
    releaseSecs: { at: 20, kind: 'f32', length: 0 },
    feetHalflifeSecs: { at: 24, kind: 'f32', length: 0 },
    maxDropM: { at: 28, kind: 'f32', length: 0 },
    rules: { at: 32, of: RULES_LAYOUT, length: 0 },
    blend: { at: 64, of: BLEND_CONFIG_LAYOUT, length: 0 },
    controller: { at: 88, of: CONTROLLER_CONFIG_LAYOUT, length: 0 },
  },
};

export const POSE_ID_LAYOUT: Layout<PoseId> = {
  size: 12,
  sized: false,
  fields: {
    clip: { at: 0, kind: 'u32', length: 0 },
    frame: { at: 4, kind: 'u32', length: 0 },
    mirrored: { at: 8, kind: 'u32', length: 0 },
  },
};

export const PLACEMENT_LAYOUT: Layout<Placement> = {
  size: 32,
  sized: false,
  fields: {
    positionM: { at: 0, kind: 'f64', length: 3 },
    headingRad: { at: 24, kind: 'f64', length: 0 },
  },
};

export const STICK_LAYOUT: Layout<Stick> = {
  size: 32,
  sized: false,
  fields: {
    velocityMps: { at: 0, kind: 'f64', length: 2 },
    headingRad: { at: 16, kind: 'f64', length: 0 },
    hasHeading: { at: 24, kind: 'u32', length: 0 },
  },
};

export const SEARCH_OPTIONS_LAYOUT: Layout<Record<string, unknown>> = {
  size: 40,
  sized: true,
  fields: {
    hasMaxCost: { at: 4, kind: 'u32', length: 0 },
    filter: { at: 8, kind: 'u64', length: 0 },
    weights: { at: 16, kind: 'u32', length: 0 },
    weightsCount: { at: 20, kind: 'u32', length: 0 },
    maxCost: { at: 24, kind: 'f32', length: 0 },
    bias: { at: 32, kind: 'u64', length: 0 },
  },
};

export const MOVE_CONFIG_LAYOUT: Layout<MoveConfig> = {
  size: 44,
  sized: true,
  fields: {
    skinM: { at: 4, kind: 'f32', length: 0 },
    stepHeightM: { at: 8, kind: 'f32', length: 0 },
    snapM: { at: 12, kind: 'f32', length: 0 },
    maxSlopeRad: { at: 16, kind: 'f32', length: 0 },
    recoveryMps: { at: 20, kind: 'f32', length: 0 },
    up: { at: 24, kind: 'f32', length: 3 },
    stepSecs: { at: 36, kind: 'f32', length: 0 },
    fullSpeed: { at: 40, kind: 'u8', length: 0 },
    hasMaxSlope: { at: 41, kind: 'u8', length: 0 },
    constantSpeed: { at: 42, kind: 'u8', length: 0 },
  },
};

export const GROUND_LAYOUT: Layout<Ground> = {
  size: 24,
  sized: false,
  fields: {
    heightM: { at: 0, kind: 'f64', length: 0 },
    normal: { at: 8, kind: 'f32', length: 3 },
  },
};

export const SURROUNDINGS_LAYOUT: Layout<Record<string, unknown>> = {
  size: 80,
  sized: true,
  fields: {
    layers: { at: 4, kind: 'u32', length: 0 },
    world: { at: 8, kind: 'u64', length: 0 },
    mover: { at: 16, kind: 'u64', length: 0 },
    config: { at: 24, of: MOVE_CONFIG_LAYOUT, length: 0 },
    reach: { at: 68, kind: 'u32', length: 0 },
    ground: { at: 72, kind: 'u32', length: 0 },
    context: { at: 76, kind: 'u32', length: 0 },
  },
};

export const STEP_LAYOUT: Layout<Step> = {
  size: 48,
  sized: false,
  fields: {
    pose: { at: 0, of: POSE_ID_LAYOUT, length: 0 },
    kind: { at: 12, kind: 'u32', length: 0 },
    part: { at: 16, kind: 'f64', length: 0 },
    from: { at: 24, of: POSE_ID_LAYOUT, length: 0 },
    trigger: { at: 36, kind: 'u32', length: 0 },
    cost: { at: 40, kind: 'f32', length: 0 },
    continuing: { at: 44, kind: 'f32', length: 0 },
  },
};

export const PLACE_LAYOUT: Layout<Place> = {
  size: 24,
  sized: false,
  fields: {
    positionM: { at: 0, kind: 'f64', length: 2 },
    headingRad: { at: 16, kind: 'f64', length: 0 },
  },
};

export const WAYPOINT_LAYOUT: Layout<Waypoint> = {
  size: 32,
  sized: false,
  fields: {
    secs: { at: 0, kind: 'f64', length: 0 },
    place: { at: 8, of: PLACE_LAYOUT, length: 0 },
  },
};

export const FOOTSTEP_LAYOUT: Layout<Footstep> = {
  size: 32,
  sized: false,
  fields: {
    positionM: { at: 0, kind: 'f64', length: 3 },
    foot: { at: 24, kind: 'u32', length: 0 },
    speedMps: { at: 28, kind: 'f32', length: 0 },
  },
};

export const CHOICE_WEIGHTS_LAYOUT: Layout<ChoiceWeights> = {
  size: 64,
  sized: true,
  fields: {
    first: { at: 8, kind: 'f64', length: 0 },
    wait: { at: 16, kind: 'f64', length: 0 },
    effort: { at: 24, kind: 'f64', length: 0 },
    difficulty: { at: 32, kind: 'f64', length: 0 },
    pressure: { at: 40, kind: 'f64', length: 0 },
    goalSide: { at: 48, kind: 'f64', length: 0 },
    leadSecs: { at: 56, kind: 'f64', length: 0 },
  },
};

export const PLAYER_LAYOUT: Layout<Player> = {
  size: 168,
  sized: false,
  fields: {
    id: { at: 0, kind: 'u32', length: 0 },
    team: { at: 4, kind: 'u32', length: 0 },
    position: { at: 8, kind: 'f64', length: 3 },
    velocity: { at: 32, kind: 'f64', length: 3 },
    facing: { at: 56, kind: 'f64', length: 3 },
    reactionEndSecs: { at: 80, kind: 'f64', length: 0 },
    busyUntilSecs: { at: 88, kind: 'f64', length: 0 },
    busyWith: { at: 96, kind: 'u32', length: 0 },
    topSpeedMps: { at: 104, kind: 'f64', length: 0 },
    accelerationMps2: { at: 112, kind: 'f64', length: 0 },
    turnSecs: { at: 120, kind: 'f64', length: 0 },
    reachM: { at: 128, kind: 'f64', length: 0 },
    standingM: { at: 136, kind: 'f64', length: 0 },
    jumpingM: { at: 144, kind: 'f64', length: 0 },
    handsM: { at: 152, kind: 'f64', length: 0 },
    stamina: { at: 160, kind: 'f64', length: 0 },
  },
};

export const INTERCEPT_LAYOUT: Layout<Intercept> = {
  size: 96,
  sized: false,
  fields: {
    player: { at: 0, kind: 'u32', length: 0 },
    canTake: { at: 4, kind: 'u8', length: 0 },
    isKnown: { at: 5, kind: 'u8', length: 0 },
    secs: { at: 8, kind: 'f64', length: 0 },
    position: { at: 16, kind: 'f64', length: 3 },
    heightM: { at: 40, kind: 'f64', length: 0 },
    takenBy: { at: 48, kind: 'u32', length: 0 },
    kind: { at: 52, kind: 'u32', length: 0 },
    waitSecs: { at: 56, kind: 'f64', length: 0 },
    runM: { at: 64, kind: 'f64', length: 0 },
    pace: { at: 72, kind: 'f64', length: 0 },
    effort: { at: 80, kind: 'f64', length: 0 },
    difficulty: { at: 88, kind: 'f64', length: 0 },
  },
};

export const CHOICE_INPUT_LAYOUT: Layout<Record<string, unknown>> = {
  size: 72,
  sized: true,
  fields: {
    model: { at: 4, kind: 'u32', length: 0 },
    path: { at: 8, kind: 'u64', length: 0 },
    nowSecs: { at: 16, kind: 'f64', length: 0 },
    players: { at: 24, kind: 'u32', length: 0 },
    intercepts: { at: 28, kind: 'u32', length: 0 },
    count: { at: 32, kind: 'u32', length: 0 },
    team: { at: 36, kind: 'u32', length: 0 },
    hasGoal: { at: 40, kind: 'u32', length: 0 },
    goal: { at: 48, kind: 'f64', length: 3 },
  },
};

export const RATED_LAYOUT: Layout<Rated> = {
  size: 56,
  sized: false,
  fields: {
    player: { at: 0, kind: 'u32', length: 0 },
    firstSecs: { at: 8, kind: 'f64', length: 0 },
    takeSecs: { at: 16, kind: 'f64', length: 0 },
    takePosition: { at: 24, kind: 'f64', length: 3 },
    score: { at: 48, kind: 'f64', length: 0 },
  },
};

export const CANDIDATE_LAYOUT: Layout<Candidate> = {
  size: 48,
  sized: false,
  fields: {
    player: { at: 0, kind: 'u32', length: 0 },
    team: { at: 4, kind: 'u32', length: 0 },
    arrival: { at: 8, kind: 'u32', length: 0 },
    condition: { at: 12, kind: 'u32', length: 0 },
    arrivalSecs: { at: 16, kind: 'f64', length: 0 },
    otherSecs: { at: 24, kind: 'f64', length: 0 },
    delaySecs: { at: 32, kind: 'f64', length: 0 },
    isKeeper: { at: 40, kind: 'u8', length: 0 },
    isPassTarget: { at: 41, kind: 'u8', length: 0 },
  },
};

export const CONTROL_RULES_LAYOUT: Layout<ControlRules> = {
  size: 80,
  sized: true,
  fields: {
    hasLockSecs: { at: 4, kind: 'u32', length: 0 },
    marginSecs: { at: 8, kind: 'f64', length: 0 },
    marginFraction: { at: 16, kind: 'f64', length: 0 },
    maxMarginSecs: { at: 24, kind: 'f64', length: 0 },
    dwellSecs: { at: 32, kind: 'f64', length: 0 },
    touchSecs: { at: 40, kind: 'f64', length: 0 },
    backSecs: { at: 48, kind: 'f64', length: 0 },
    lockSecs: { at: 56, kind: 'f64', length: 0 },
    passBonusSecs: { at: 64, kind: 'f64', length: 0 },
    blendSecs: { at: 72, kind: 'f64', length: 0 },
  },
};

export const HUMAN_LAYOUT: Layout<Human> = {
  size: 24,
  sized: false,
  fields: {
    id: { at: 0, kind: 'u32', length: 0 },
    team: { at: 4, kind: 'u32', length: 0 },
    player: { at: 8, kind: 'u32', length: 0 },
    mode: { at: 12, kind: 'u32', length: 0 },
    airBallsOnly: { at: 16, kind: 'u8', length: 0 },
    allowsKeeper: { at: 17, kind: 'u8', length: 0 },
    hasRequest: { at: 18, kind: 'u8', length: 0 },
    request: { at: 20, kind: 'u32', length: 0 },
  },
};

export const SITUATION_LAYOUT: Layout<Record<string, unknown>> = {
  size: 40,
  sized: true,
  fields: {
    touchedBy: { at: 4, kind: 'u32', length: 0 },
    nowSecs: { at: 8, kind: 'f64', length: 0 },
    candidates: { at: 16, kind: 'u32', length: 0 },
    candidatesCount: { at: 20, kind: 'u32', length: 0 },
    humans: { at: 24, kind: 'u32', length: 0 },
    humansCount: { at: 28, kind: 'u32', length: 0 },
    isTouched: { at: 32, kind: 'u8', length: 0 },
    isInAir: { at: 33, kind: 'u8', length: 0 },
  },
};

export const ASSIGNMENT_LAYOUT: Layout<Assignment> = {
  size: 40,
  sized: false,
  fields: {
    human: { at: 0, kind: 'u32', length: 0 },
    from: { at: 4, kind: 'u32', length: 0 },
    player: { at: 8, kind: 'u32', length: 0 },
    next: { at: 12, kind: 'u32', length: 0 },
    reason: { at: 16, kind: 'u32', length: 0 },
    blendsStick: { at: 20, kind: 'u32', length: 0 },
    stickFromSecs: { at: 24, kind: 'f64', length: 0 },
    stickLastsSecs: { at: 32, kind: 'f64', length: 0 },
  },
};

export const CLIP_INFO_LAYOUT: Layout<ClipInfo> = {
  size: 24,
  sized: false,
  fields: {
    rateNumerator: { at: 0, kind: 'u64', length: 0 },
    rateDenominator: { at: 8, kind: 'u64', length: 0 },
    frames: { at: 16, kind: 'u32', length: 0 },
  },
};

export const TEXT_LAYOUT: Layout<Record<string, unknown>> = {
  size: 8,
  sized: false,
  fields: {
    bytes: { at: 0, kind: 'u32', length: 0 },
    len: { at: 4, kind: 'u32', length: 0 },
  },
};

export const INPUT_LAYOUT: Layout<Record<string, unknown>> = {
  size: 8,
  sized: false,
  fields: {
    values: { at: 0, kind: 'u32', length: 0 },
    uniform: { at: 4, kind: 'f32', length: 0 },
  },
};

export const RATE_LAYOUT: Layout<Rate> = {
  size: 16,
  sized: false,
  fields: {
    numerator: { at: 0, kind: 'u64', length: 0 },
    denominator: { at: 8, kind: 'u64', length: 0 },
  },
};

export const INDEX_INFO_LAYOUT: Layout<IndexInfo> = {
  size: 40,
  sized: false,
  fields: {
    rate: { at: 0, of: RATE_LAYOUT, length: 0 },
    poses: { at: 16, kind: 'u64', length: 0 },
    candidates: { at: 24, kind: 'u64', length: 0 },
    clips: { at: 32, kind: 'u32', length: 0 },
    features: { at: 36, kind: 'u32', length: 0 },
  },
};

export const WINDOW_LAYOUT: Layout<Window> = {
  size: 16,
  sized: false,
  fields: {
    fromSecs: { at: 0, kind: 'f64', length: 0 },
    toSecs: { at: 8, kind: 'f64', length: 0 },
  },
};

export const BODY_LAYOUT: Layout<Body> = {
  size: 40,
  sized: false,
  fields: {
    kind: { at: 0, kind: 'u32', length: 0 },
    halfM: { at: 4, kind: 'f32', length: 3 },
    radiusM: { at: 16, kind: 'f32', length: 0 },
    heightM: { at: 20, kind: 'f32', length: 0 },
    rotation: { at: 24, kind: 'f32', length: 4 },
  },
};

export const MOVER_STATE_LAYOUT: Layout<MoverState> = {
  size: 96,
  sized: false,
  fields: {
    position: { at: 0, kind: 'f64', length: 3 },
    footing: { at: 24, kind: 'u32', length: 0 },
    part: { at: 28, kind: 'u32', length: 0 },
    triangle: { at: 32, kind: 'u32', length: 0 },
    normal: { at: 36, kind: 'f32', length: 3 },
    obstacle: { at: 48, kind: 'u64', length: 0 },
    point: { at: 56, kind: 'f64', length: 3 },
    velocityMps: { at: 80, kind: 'f32', length: 3 },
  },
};

export const LABEL_LAYOUT: Layout<Label> = {
  size: 16,
  sized: false,
  fields: {
    tag: { at: 0, kind: 'u64', length: 0 },
    layers: { at: 8, kind: 'u32', length: 0 },
  },
};

export const APPROACH_LAYOUT: Layout<Approach> = {
  size: 64,
  sized: false,
  fields: {
    obstacle: { at: 0, kind: 'u64', length: 0 },
    label: { at: 8, of: LABEL_LAYOUT, length: 0 },
    part: { at: 24, kind: 'u32', length: 0 },
    triangle: { at: 28, kind: 'u32', length: 0 },
    normal: { at: 32, kind: 'f64', length: 3 },
    gapM: { at: 56, kind: 'f64', length: 0 },
  },
};

export const FILTER_LAYOUT: Layout<Record<string, unknown>> = {
  size: 20,
  sized: true,
  fields: {
    layers: { at: 4, kind: 'u32', length: 0 },
    accept: { at: 8, kind: 'u32', length: 0 },
    acceptContact: { at: 12, kind: 'u32', length: 0 },
    context: { at: 16, kind: 'u32', length: 0 },
  },
};

export const MOVE_LAYOUT: Layout<Move> = {
  size: 120,
  sized: false,
  fields: {
    state: { at: 0, of: MOVER_STATE_LAYOUT, length: 0 },
    velocityMps: { at: 96, kind: 'f32', length: 3 },
    outcome: { at: 108, kind: 'u32', length: 0 },
    crushed: { at: 112, kind: 'u32', length: 0 },
  },
};

export const CONTACT_LAYOUT: Layout<Contact> = {
  size: 80,
  sized: false,
  fields: {
    obstacle: { at: 0, kind: 'u64', length: 0 },
    point: { at: 8, kind: 'f64', length: 3 },
    part: { at: 32, kind: 'u32', length: 0 },
    triangle: { at: 36, kind: 'u32', length: 0 },
    normal: { at: 40, kind: 'f32', length: 3 },
    depthM: { at: 52, kind: 'f32', length: 0 },
    velocityMps: { at: 56, kind: 'f32', length: 3 },
    closingMps: { at: 68, kind: 'f32', length: 0 },
    active: { at: 72, kind: 'u32', length: 0 },
  },
};

export const HIT_LAYOUT: Layout<Hit> = {
  size: 48,
  sized: false,
  fields: {
    obstacle: { at: 0, kind: 'u64', length: 0 },
    time: { at: 8, kind: 'f64', length: 0 },
    normal: { at: 16, kind: 'f64', length: 3 },
    part: { at: 40, kind: 'u32', length: 0 },
    triangle: { at: 44, kind: 'u32', length: 0 },
  },
};

export const GUARDS_LAYOUT: Layout<Guards> = {
  size: 64,
  sized: true,
  fields: {
    checks: { at: 4, kind: 'u32', length: 0 },
    norm: { at: 8, kind: 'f64', length: 0 },
    nearness: { at: 16, kind: 'f64', length: 0 },
    jump: { at: 24, kind: 'f64', length: 0 },
    approach: { at: 32, kind: 'f64', length: 0 },
    slope: { at: 40, kind: 'f64', length: 2 },
    refractorySecs: { at: 56, kind: 'f64', length: 0 },
  },
};

export const NETWORK_INFO_LAYOUT: Layout<NetworkInfo> = {
  size: 40,
  sized: false,
  fields: {
    rate: { at: 0, of: RATE_LAYOUT, length: 0 },
    frames: { at: 16, kind: 'u32', length: 0 },
    inputs: { at: 20, kind: 'u32', length: 0 },
    outputs: { at: 24, kind: 'u32', length: 0 },
    columns: { at: 28, kind: 'u32', length: 0 },
    events: { at: 32, kind: 'u32', length: 0 },
    tags: { at: 36, kind: 'u32', length: 0 },
  },
};

export const POSE_FACTS_LAYOUT: Layout<PoseFacts> = {
  size: 16,
  sized: false,
  fields: {
    headingRad: { at: 0, kind: 'f64', length: 0 },
    hasHeading: { at: 8, kind: 'u8', length: 0 },
    leftContact: { at: 9, kind: 'u8', length: 0 },
    rightContact: { at: 10, kind: 'u8', length: 0 },
  },
};

export const BALL_PARAMS_LAYOUT: Layout<BallParams> = {
  size: 160,
  sized: true,
  fields: {
    hasDragCrisis: { at: 4, kind: 'u8', length: 0 },
    massKg: { at: 8, kind: 'f64', length: 0 },
    radiusM: { at: 16, kind: 'f64', length: 0 },
    gravityMps2: { at: 24, kind: 'f64', length: 0 },
    airDensity: { at: 32, kind: 'f64', length: 0 },
    dragLow: { at: 40, kind: 'f64', length: 0 },
    dragDrop: { at: 48, kind: 'f64', length: 0 },
    dragSpeedMps: { at: 56, kind: 'f64', length: 0 },
    dragWidthMps: { at: 64, kind: 'f64', length: 0 },
    liftSlope: { at: 72, kind: 'f64', length: 0 },
    maxLift: { at: 80, kind: 'f64', length: 0 },
    spinDecayPerM: { at: 88, kind: 'f64', length: 0 },
    restitution: { at: 96, kind: 'f64', length: 0 },
    bounceFriction: { at: 104, kind: 'f64', length: 0 },
    slidingFriction: { at: 112, kind: 'f64', length: 0 },
    rollingMps2: { at: 120, kind: 'f64', length: 0 },
    settleSpeedMps: { at: 128, kind: 'f64', length: 0 },
    windMps: { at: 136, kind: 'f64', length: 3 },
  },
};

export const SURFACE_LAYOUT: Layout<Surface> = {
  size: 16,
  sized: false,
  fields: {
    restitution: { at: 0, kind: 'f64', length: 0 },
    friction: { at: 8, kind: 'f64', length: 0 },
  },
};

export const BALL_LAYOUT: Layout<Ball> = {
  size: 144,
  sized: false,
  fields: {
    position: { at: 0, kind: 'f64', length: 3 },
    velocity: { at: 24, kind: 'f64', length: 3 },
    spin: { at: 48, kind: 'f64', length: 3 },
    steps: { at: 72, kind: 'u64', length: 0 },
    isPlaced: { at: 80, kind: 'u8', length: 0 },
    onGround: { at: 81, kind: 'u8', length: 0 },
    groundHit: { at: 84, kind: 'u32', length: 0 },
    beside: { at: 88, kind: 'u32', length: 3 },
    groundNormal: { at: 104, kind: 'f64', length: 3 },
    groundSurface: { at: 128, of: SURFACE_LAYOUT, length: 0 },
  },
};

export const TOUCH_LAYOUT: Layout<Touch> = {
  size: 112,
  sized: false,
  fields: {
    secs: { at: 0, kind: 'f64', length: 0 },
    position: { at: 8, kind: 'f64', length: 3 },
    normal: { at: 32, kind: 'f64', length: 3 },
    velocityBefore: { at: 56, kind: 'f64', length: 3 },
    velocity: { at: 80, kind: 'f64', length: 3 },
    hit: { at: 104, kind: 'u32', length: 0 },
    rolls: { at: 108, kind: 'u32', length: 0 },
  },
};

export const RANGE_LAYOUT: Layout<Range> = {
  size: 12,
  sized: false,
  fields: {
    clip: { at: 0, kind: 'u32', length: 0 },
    start: { at: 4, kind: 'u32', length: 0 },
    stop: { at: 8, kind: 'u32', length: 0 },
  },
};

export const MATCH_LAYOUT: Layout<Match> = {
  size: 16,
  sized: false,
  fields: {
    pose: { at: 0, of: POSE_ID_LAYOUT, length: 0 },
    cost: { at: 12, kind: 'f32', length: 0 },
  },
};

export const PREDICTION_OPTIONS_LAYOUT: Layout<PredictionOptions> = {
  size: 80,
  sized: true,
  fields: {
    reading: { at: 4, kind: 'u32', length: 0 },
    horizonSecs: { at: 8, kind: 'f64', length: 0 },
    toleranceM: { at: 16, kind: 'f64', length: 0 },
    boundsMin: { at: 24, kind: 'f64', length: 3 },
    boundsMax: { at: 48, kind: 'f64', length: 3 },
    hasTolerance: { at: 72, kind: 'u8', length: 0 },
    hasBounds: { at: 73, kind: 'u8', length: 0 },
    keepsAhead: { at: 74, kind: 'u8', length: 0 },
    frames: { at: 76, kind: 'u32', length: 0 },
  },
};

export const PREDICTION_STATE_LAYOUT: Layout<PredictionState> = {
  size: 32,
  sized: false,
  fields: {
    knownSecs: { at: 0, kind: 'f64', length: 0 },
    horizonSecs: { at: 8, kind: 'f64', length: 0 },
    stepsDone: { at: 16, kind: 'u32', length: 0 },
    end: { at: 20, kind: 'u32', length: 0 },
    samples: { at: 24, kind: 'u32', length: 0 },
    events: { at: 28, kind: 'u32', length: 0 },
  },
};

export const SAMPLE_LAYOUT: Layout<Sample> = {
  size: 88,
  sized: false,
  fields: {
    secs: { at: 0, kind: 'f64', length: 0 },
    position: { at: 8, kind: 'f64', length: 3 },
    velocity: { at: 32, kind: 'f64', length: 3 },
    acceleration: { at: 56, kind: 'f64', length: 3 },
    groundM: { at: 80, kind: 'f64', length: 0 },
  },
};

export const FLIGHT_EVENT_LAYOUT: Layout<FlightEvent> = {
  size: 64,
  sized: false,
  fields: {
    secs: { at: 0, kind: 'f64', length: 0 },
    position: { at: 8, kind: 'f64', length: 3 },
    normal: { at: 32, kind: 'f64', length: 3 },
    kind: { at: 56, kind: 'u32', length: 0 },
    hit: { at: 60, kind: 'u32', length: 0 },
  },
};

export const HEIGHT_BANDS_LAYOUT: Layout<HeightBands> = {
  size: 32,
  sized: false,
  fields: {
    kneeM: { at: 0, kind: 'f64', length: 0 },
    chestM: { at: 8, kind: 'f64', length: 0 },
    headM: { at: 16, kind: 'f64', length: 0 },
    keeperM: { at: 24, kind: 'f64', length: 0 },
  },
};

export const SECTION_LAYOUT: Layout<Section> = {
  size: 24,
  sized: false,
  fields: {
    fromSecs: { at: 0, kind: 'f64', length: 0 },
    toSecs: { at: 8, kind: 'f64', length: 0 },
    band: { at: 16, kind: 'u32', length: 0 },
  },
};

export const FRAME_LAYOUT: Layout<Frame> = {
  size: 8,
  sized: false,
  fields: {
    clip: { at: 0, kind: 'u32', length: 0 },
    frame: { at: 4, kind: 'u32', length: 0 },
  },
};

export const RECORD_CONFIG_LAYOUT: Layout<RecordConfig> = {
  size: 24,
  sized: true,
  fields: {
    frames: { at: 4, kind: 'u32', length: 0 },
    searches: { at: 8, kind: 'u32', length: 0 },
    tagsStamp: { at: 16, kind: 'u64', length: 0 },
  },
};

export const REPERTOIRE_INFO_LAYOUT: Layout<RepertoireInfo> = {
  size: 8,
  sized: false,
  fields: {
    joints: { at: 0, kind: 'u32', length: 0 },
    clips: { at: 4, kind: 'u32', length: 0 },
  },
};

export const JOINT_LAYOUT: Layout<Joint> = {
  size: 32,
  sized: false,
  fields: {
    parent: { at: 0, kind: 'u32', length: 0 },
    rotation: { at: 4, kind: 'f32', length: 4 },
    positionM: { at: 20, kind: 'f32', length: 3 },
  },
};

export const CLIP_ROOT_LAYOUT: Layout<ClipRoot> = {
  size: 32,
  sized: false,
  fields: {
    positionM: { at: 0, kind: 'f64', length: 2 },
    facing: { at: 16, kind: 'f64', length: 2 },
  },
};

export const PITCH_LAYOUT: Layout<Pitch> = {
  size: 40,
  sized: true,
  fields: {
    nets: { at: 4, kind: 'u8', length: 0 },
    hasBanners: { at: 5, kind: 'u8', length: 0 },
    lengthM: { at: 8, kind: 'f64', length: 0 },
    widthM: { at: 16, kind: 'f64', length: 0 },
    bannersM: { at: 24, kind: 'f64', length: 0 },
    groundM: { at: 32, kind: 'f64', length: 0 },
  },
};

export const STATIC_SHAPE_LAYOUT: Layout<StaticShape> = {
  size: 64,
  sized: false,
  fields: {
    kind: { at: 0, kind: 'u32', length: 0 },
    a: { at: 8, kind: 'f64', length: 3 },
    b: { at: 32, kind: 'f64', length: 3 },
    metres: { at: 56, kind: 'f64', length: 0 },
  },
};

export const ENCODING_LAYOUT: Layout<Encoding> = {
  size: 16,
  sized: false,
  fields: {
    windowSecs: { at: 0, kind: 'f64', length: 0 },
    sigmaSecs: { at: 8, kind: 'f64', length: 0 },
  },
};

export const PASSING_LAYOUT: Layout<Passing> = {
  size: 16,
  sized: false,
  fields: {
    firedAgoSecs: { at: 0, kind: 'f64', length: 0 },
    fired: { at: 8, kind: 'u8', length: 0 },
    mayHaveMissed: { at: 9, kind: 'u8', length: 0 },
  },
};

export const POSE_LAYOUT: Layout<Pose> = {
  size: 40,
  sized: false,
  fields: {
    position: { at: 0, kind: 'f64', length: 3 },
    rotation: { at: 24, kind: 'f32', length: 4 },
  },
};

export const VOLUME_LAYOUT: Layout<Volume> = {
  size: 24,
  sized: false,
  fields: {
    kind: { at: 0, kind: 'u32', length: 0 },
    halfM: { at: 4, kind: 'f32', length: 3 },
    radiusM: { at: 16, kind: 'f32', length: 0 },
    halfAxisM: { at: 20, kind: 'f32', length: 0 },
  },
};

/** The functions of the module. Addresses and lengths are numbers, handles are bigints. */
export interface Exports {
  memory: WebAssembly.Memory;
  __indirect_function_table: WebAssembly.Table;
  fw_abi_version(): number;
  fw_set_allocator(allocate: number, free: number, context: number, error: number): number;
  fw_bias_create(index: bigint, bias: number, error: number): number;
  fw_bias_destroy(bias: bigint, error: number): number;
  fw_bias_add_cost(bias: bigint, poses: bigint, cost: number, error: number): number;
  fw_bias_add_stay(bias: bigint, poses: bigint, bonus: number, error: number): number;
  fw_blend_config_default(config: number, error: number): number;
  fw_blend_create(config: number, blend: number, error: number): number;
  fw_blend_destroy(blend: bigint, error: number): number;
  fw_blend_jump(blend: bigint, shown: number, plays: number, error: number): number;
  fw_blend_advance(blend: bigint, dtSecs: number, isActive: number, error: number): number;
  fw_blend_apply(blend: bigint, plays: number, shown: number, error: number): number;
  fw_character_create(repertoire: bigint, config: number, start: number, placement: number, character: number, error: number): number;
  fw_character_destroy(character: bigint, error: number): number;
  fw_character_update(character: bigint, dtSecs: number, stick: number, search: number, surroundings: number, step: number, error: number): number;
  fw_character_follow(character: bigint, dtSecs: number, waypoints: number, waypointsCount: number, search: number, surroundings: number, step: number, error: number): number;
  fw_character_group_costs(character: bigint, costs: number, costsCapacity: number, costsCount: number, error: number): number;
  fw_character_teleport(character: bigint, to: number, error: number): number;
  fw_character_take_over(character: bigint, from: number, placement: number, search: number, error: number): number;
  fw_character_set_detail(character: bigint, updateEvery: number, searchEverySecs: number, spread: number, error: number): number;
  fw_character_is_resting(character: bigint, isResting: number, error: number): number;
  fw_character_save(character: bigint, bytes: number, bytesCapacity: number, bytesCount: number, error: number): number;
  fw_character_restore(character: bigint, bytes: number, bytesLen: number, error: number): number;
  fw_character_config_default(config: number, error: number): number;
  fw_character_get_root(character: bigint, root: number, error: number): number;
  fw_character_pose(character: bigint, mask: number, maskCount: number, transforms: number, transformsCount: number, error: number): number;
  fw_character_plant_feet(character: bigint, transforms: number, transformsCount: number, error: number): number;
  fw_character_pose_in(character: bigint, space: number, transforms: number, transformsCount: number, error: number): number;
  fw_character_footsteps(character: bigint, footsteps: number, footstepsCapacity: number, footstepsCount: number, error: number): number;
  fw_choice_weights_default(weights: number, error: number): number;
  fw_choice_create(choice: number, error: number): number;
  fw_choice_destroy(choice: bigint, error: number): number;
  fw_choice_choose(choice: bigint, input: number, weights: number, chosen: number, error: number): number;
  fw_choice_rated(choice: bigint, rated: number, ratedCapacity: number, ratedCount: number, error: number): number;
  fw_choice_candidate(choice: bigint, team: number, found: number, candidate: number, error: number): number;
  fw_control_rules_default(rules: number, error: number): number;
  fw_control_create(rules: number, control: number, error: number): number;
  fw_control_destroy(control: bigint, error: number): number;
  fw_control_decide(control: bigint, situation: number, assignments: number, assignmentsCapacity: number, assignmentsCount: number, error: number): number;
  fw_database_from_bytes(bytes: number, bytesLen: number, database: number, error: number): number;
  fw_database_open(path: number, pathLen: number, database: number, error: number): number;
  fw_database_destroy(database: bigint, error: number): number;
  fw_database_clip_count(database: bigint, count: number, error: number): number;
  fw_database_clip(database: bigint, name: number, nameLen: number, clip: number, error: number): number;
  fw_database_clip_info(database: bigint, clip: number, info: number, error: number): number;
  fw_database_clip_name(database: bigint, clip: number, name: number, nameCapacity: number, nameLen: number, error: number): number;
  fw_database_content_stamp(database: bigint, stamp: number, error: number): number;
  fw_database_tag_count(database: bigint, count: number, error: number): number;
  fw_database_tag_name(database: bigint, tag: number, name: number, nameCapacity: number, nameLen: number, error: number): number;
  fw_database_event_count(database: bigint, count: number, error: number): number;
  fw_database_event_name(database: bigint, event: number, name: number, nameCapacity: number, nameLen: number, error: number): number;
  fw_database_event_times(database: bigint, event: number, clip: number, timesSecs: number, timesCapacity: number, timesCount: number, error: number): number;
  fw_expression_functions(lines: number, linesCapacity: number, linesCount: number, error: number): number;
  fw_expression_compile(texts: number, textsCount: number, variables: number, variablesCount: number, seed: number, expression: number, error: number): number;
  fw_expression_from_bytes(bytes: number, bytesLen: number, expression: number, error: number): number;
  fw_expression_destroy(expression: bigint, error: number): number;
  fw_expression_value(expression: bigint, values: number, valuesCount: number, value: number, error: number): number;
  fw_expression_block(expression: bigint, inputs: number, inputsCount: number, outputs: number, outputsCount: number, length: number, error: number): number;
  fw_index_from_bytes(bytes: number, bytesLen: number, isKept: number, index: number, error: number): number;
  fw_index_destroy(index: bigint, error: number): number;
  fw_index_get_info(index: bigint, info: number, error: number): number;
  fw_index_clip(index: bigint, name: number, nameLen: number, clip: number, error: number): number;
  fw_index_group(index: bigint, name: number, nameLen: number, first: number, count: number, error: number): number;
  fw_index_group_name(index: bigint, group: number, name: number, nameCapacity: number, nameLen: number, error: number): number;
  fw_index_features(index: bigint, pose: number, features: number, featuresCount: number, error: number): number;
  fw_path_create(path: number, error: number): number;
  fw_path_destroy(path: bigint, error: number): number;
  fw_path_read(path: bigint, prediction: bigint, error: number): number;
  fw_search_create(model: number, search: number, error: number): number;
  fw_search_destroy(search: bigint, error: number): number;
  fw_search_run(search: bigint, path: bigint, players: number, playersCount: number, nowSecs: number, intercepts: number, interceptsCapacity: number, interceptsCount: number, error: number): number;
  fw_search_windows(search: bigint, index: number, windows: number, windowsCapacity: number, windowsCount: number, error: number): number;
  fw_intercept_cache_create(model: number, cache: number, error: number): number;
  fw_intercept_cache_destroy(cache: bigint, error: number): number;
  fw_intercept_cache_update(cache: bigint, path: bigint, players: number, playersCount: number, nowSecs: number, intercepts: number, interceptsCapacity: number, interceptsCount: number, error: number): number;
  fw_intercept_cache_clear(cache: bigint, error: number): number;
  fw_goal_create(index: bigint, goal: number, error: number): number;
  fw_goal_destroy(goal: bigint, error: number): number;
  fw_goal_set(goal: bigint, group: number, groupLen: number, values: number, valuesCount: number, error: number): number;
  fw_goal_unset(goal: bigint, group: number, groupLen: number, error: number): number;
  fw_matcher_create(rules: number, start: number, matcher: number, error: number): number;
  fw_matcher_destroy(matcher: bigint, error: number): number;
  fw_matcher_update(matcher: bigint, index: bigint, dtSecs: number, goal: bigint, inputChanged: number, options: number, step: number, error: number): number;
  fw_controller_config_default(config: number, error: number): number;
  fw_controller_create(config: number, place: number, controller: number, error: number): number;
  fw_controller_destroy(controller: bigint, error: number): number;
  fw_controller_update(controller: bigint, dtSecs: number, stick: number, place: number, error: number): number;
  fw_controller_set_goal(controller: bigint, index: bigint, character: number, stick: number, goal: bigint, error: number): number;
  fw_controller_adjusted(controller: bigint, dtSecs: number, character: number, speedMps: number, place: number, error: number): number;
  fw_move_config_default(config: number, error: number): number;
  fw_mover_create(body: number, mover: number, error: number): number;
  fw_mover_from_hull(points: number, pointsCount: number, mover: number, error: number): number;
  fw_mover_destroy(mover: bigint, error: number): number;
  fw_mover_move_by(mover: bigint, world: bigint, state: number, displacement: number, filter: number, config: number, moved: number, contacts: number, contactsCapacity: number, contactsCount: number, error: number): number;
  fw_mover_resize(mover: bigint, world: bigint, state: number, body: number, filter: number, config: number, fits: number, error: number): number;
  fw_world_overlapping(world: bigint, body: number, position: number, layers: number, obstacles: number, obstaclesCapacity: number, obstaclesCount: number, error: number): number;
  fw_world_sweep(world: bigint, body: number, position: number, motion: number, layers: number, hit: number, error: number): number;
  fw_network_from_bytes(bytes: number, bytesLen: number, guards: number, leadSecs: number, delaySecs: number, network: number, error: number): number;
  fw_network_destroy(network: bigint, error: number): number;
  fw_network_check(network: bigint, expected: number, expectedLen: number, error: number): number;
  fw_network_get_info(network: bigint, info: number, error: number): number;
  fw_network_column_name(network: bigint, column: number, name: number, nameCapacity: number, nameLen: number, error: number): number;
  fw_network_inputs(network: bigint, columns: number, columnsCapacity: number, columnsCount: number, error: number): number;
  fw_network_outputs(network: bigint, columns: number, columnsCapacity: number, columnsCount: number, error: number): number;
  fw_network_event_name(network: bigint, event: number, name: number, nameCapacity: number, nameLen: number, error: number): number;
  fw_network_event(network: bigint, name: number, nameLen: number, event: number, error: number): number;
  fw_network_tag_name(network: bigint, tag: number, name: number, nameCapacity: number, nameLen: number, error: number): number;
  fw_network_tag(network: bigint, name: number, nameLen: number, tag: number, error: number): number;
  fw_network_scale(network: bigint, inputs: number, inputsCount: number, scaled: number, scaledCount: number, error: number): number;
  fw_network_push(network: bigint, outputs: number, outputsCount: number, error: number): number;
  fw_network_next_frame_secs(network: bigint, secs: number, error: number): number;
  fw_network_passed(network: bigint, event: number, previousSecs: number, nowSecs: number, timesSecs: number, timesCapacity: number, timesCount: number, error: number): number;
  fw_network_coming(network: bigint, event: number, nowSecs: number, secs: number, atSecs: number, error: number): number;
  fw_network_holds(network: bigint, tag: number, holds: number, error: number): number;
  fw_network_row(network: bigint, row: number, rowCapacity: number, rowCount: number, error: number): number;
  fw_network_restart(network: bigint, error: number): number;
  fw_network_set_skeleton(network: bigint, names: number, namesCount: number, parents: number, parentsCount: number, offsetsM: number, offsetsCount: number, roles: number, rolesCount: number, travelling: number, hasChannels: number, error: number): number;
  fw_network_push_pose(network: bigint, position: number, rotations: number, rotationsCount: number, translationsM: number, translationsCount: number, given: number, givenCount: number, facts: number, isReady: number, error: number): number;
  fw_network_window(network: bigint, window: number, windowCapacity: number, windowCount: number, error: number): number;
  fw_filter_default(filter: number, error: number): number;
  fw_ball_params_default(params: number, error: number): number;
  fw_physics_create(params: number, statics: bigint, physics: number, error: number): number;
  fw_physics_destroy(physics: bigint, error: number): number;
  fw_ball_place(nowSecs: number, position: number, velocity: number, spin: number, ball: number, error: number): number;
  fw_ball_kick(ball: number, velocity: number, spin: number, error: number): number;
  fw_ball_secs(ball: number, secs: number, error: number): number;
  fw_physics_step(physics: bigint, ball: number, steps: number, touches: number, touchesCapacity: number, touchesCount: number, error: number): number;
  fw_player_default(id: number, position: number, player: number, error: number): number;
  fw_pose_filter_from_ranges(index: bigint, ranges: number, rangesCount: number, twins: number, filter: number, error: number): number;
  fw_pose_filter_from_query(index: bigint, query: bigint, twins: number, filter: number, error: number): number;
  fw_pose_filter_for_landing(index: bigint, query: bigint, twins: number, runwaySecs: number, filter: number, error: number): number;
  fw_pose_filter_destroy(filter: bigint, error: number): number;
  fw_pose_filter_count(filter: bigint, poses: number, error: number): number;
  fw_pose_filter_allows(filter: bigint, index: bigint, pose: number, allows: number, error: number): number;
  fw_index_search(index: bigint, goal: number, goalCount: number, options: number, matches: number, matchesCapacity: number, matchesCount: number, error: number): number;
  fw_prediction_options_default(options: number, error: number): number;
  fw_prediction_create(physics: bigint, ball: number, options: number, prediction: number, error: number): number;
  fw_prediction_destroy(prediction: bigint, error: number): number;
  fw_prediction_restart(prediction: bigint, physics: bigint, ball: number, error: number): number;
  fw_prediction_advance_frame(prediction: bigint, physics: bigint, nowSecs: number, error: number): number;
  fw_prediction_advance(prediction: bigint, nowSecs: number, error: number): number;
  fw_prediction_run(prediction: bigint, physics: bigint, steps: number, error: number): number;
  fw_prediction_get_state(prediction: bigint, state: number, error: number): number;
  fw_prediction_position_at(prediction: bigint, secs: number, position: number, isKnown: number, error: number): number;
  fw_prediction_samples(prediction: bigint, samples: number, samplesCapacity: number, samplesCount: number, error: number): number;
  fw_prediction_events(prediction: bigint, events: number, eventsCapacity: number, eventsCount: number, error: number): number;
  fw_prediction_sections(prediction: bigint, bands: number, sections: number, sectionsCapacity: number, sectionsCount: number, error: number): number;
  fw_query_functions(lines: number, linesCapacity: number, linesCount: number, error: number): number;
  fw_query_bind(database: bigint, query: number, queryLen: number, bound: number, error: number): number;
  fw_query_destroy(query: bigint, error: number): number;
  fw_query_ranges(query: bigint, ranges: number, rangesCapacity: number, rangesCount: number, error: number): number;
  fw_query_ranges_in(query: bigint, clip: number, ranges: number, rangesCapacity: number, rangesCount: number, error: number): number;
  fw_query_mask(query: bigint, clip: number, words: number, wordsCapacity: number, wordsCount: number, error: number): number;
  fw_query_holds(query: bigint, clip: number, frame: number, holds: number, error: number): number;
  fw_query_holds_many(query: bigint, frames: number, framesCount: number, words: number, wordsCapacity: number, wordsCount: number, error: number): number;
  fw_query_next_change(query: bigint, clip: number, frame: number, next: number, error: number): number;
  fw_query_cache_create(maxBytes: number, cache: number, error: number): number;
  fw_query_cache_destroy(cache: bigint, error: number): number;
  fw_query_cache_ranges(cache: bigint, query: bigint, ranges: number, rangesCapacity: number, rangesCount: number, error: number): number;
  fw_record_config_default(config: number, error: number): number;
  fw_character_record(character: bigint, config: number, error: number): number;
  fw_character_stop_recording(character: bigint, error: number): number;
  fw_character_is_recording(character: bigint, isRecording: number, error: number): number;
  fw_character_recording(character: bigint, bytes: number, bytesCapacity: number, bytesCount: number, error: number): number;
  fw_repertoire_from_bytes(bytes: number, bytesLen: number, skeleton: number, isKept: number, repertoire: number, error: number): number;
  fw_repertoire_open(path: number, pathLen: number, skeleton: number, repertoire: number, error: number): number;
  fw_repertoire_destroy(repertoire: bigint, error: number): number;
  fw_repertoire_get_info(repertoire: bigint, info: number, error: number): number;
  fw_index_from_repertoire(repertoire: bigint, index: number, error: number): number;
  fw_repertoire_joint(repertoire: bigint, joint: number, found: number, error: number): number;
  fw_repertoire_joint_name(repertoire: bigint, joint: number, name: number, nameCapacity: number, nameCount: number, error: number): number;
  fw_repertoire_find_joint(repertoire: bigint, name: number, nameLen: number, joint: number, error: number): number;
  fw_repertoire_decode(repertoire: bigint, pose: number, part: number, transforms: number, transformsCount: number, error: number): number;
  fw_repertoire_root(repertoire: bigint, pose: number, part: number, root: number, error: number): number;
  fw_rules_default(rules: number, error: number): number;
  fw_pitch_default(pitch: number, error: number): number;
  fw_statics_create(pitch: number, statics: number, error: number): number;
  fw_statics_destroy(statics: bigint, error: number): number;
  fw_statics_add(statics: bigint, shape: number, surface: number, hit: number, error: number): number;
  fw_surroundings_default(surroundings: number, error: number): number;
  fw_tracks_create(tracks: number, error: number): number;
  fw_tracks_destroy(tracks: bigint, error: number): number;
  fw_tracks_add(tracks: bigint, timesSecs: number, timesCount: number, loopSecs: number, track: number, error: number): number;
  fw_tracks_times(tracks: bigint, track: number, timesSecs: number, timesCapacity: number, timesCount: number, error: number): number;
  fw_tracks_passed(tracks: bigint, track: number, previousSecs: number, nowSecs: number, timesSecs: number, timesCapacity: number, timesCount: number, error: number): number;
  fw_tracks_nearest(tracks: bigint, track: number, atSecs: number, untilSecs: number, error: number): number;
  fw_encoding_from_gaps(tracks: bigint, rate: number, encoding: number, error: number): number;
  fw_encoding_encode(encoding: number, tracks: bigint, rate: number, rows: number, rowsCount: number, error: number): number;
  fw_encoding_decode(encoding: number, sine: number, cosine: number, untilSecs: number, error: number): number;
  fw_encoding_decode_all(encoding: number, pairs: number, pairsCount: number, rate: number, guards: number, timesSecs: number, timesCapacity: number, timesCount: number, error: number): number;
  fw_guards_default(guards: number, error: number): number;
  fw_trigger_create(encoding: number, guards: number, leadSecs: number, smoothingSecs: number, trigger: number, error: number): number;
  fw_trigger_destroy(trigger: bigint, error: number): number;
  fw_trigger_advance(trigger: bigint, sine: number, cosine: number, stepSecs: number, passing: number, error: number): number;
  fw_trigger_restart(trigger: bigint, error: number): number;
  fw_trigger_fires_within(trigger: bigint, secs: number, untilSecs: number, error: number): number;
  fw_mesh_from_triangles(triangles: number, trianglesCount: number, mesh: number, error: number): number;
  fw_mesh_from_heights(heightsM: number, heightsCount: number, columns: number, cellM: number, mesh: number, error: number): number;
  fw_mesh_from_hull(points: number, pointsCount: number, mesh: number, error: number): number;
  fw_mesh_destroy(mesh: bigint, error: number): number;
  fw_world_create(world: number, error: number): number;
  fw_world_destroy(world: bigint, error: number): number;
  fw_world_add_mesh(world: bigint, mesh: bigint, pose: number, label: number, obstacle: number, error: number): number;
  fw_world_add_volume(world: bigint, volume: number, pose: number, label: number, obstacle: number, error: number): number;
  fw_world_remove(world: bigint, obstacle: bigint, error: number): number;
  fw_world_begin_step(world: bigint, error: number): number;
  fw_world_move_to(world: bigint, obstacle: bigint, pose: number, error: number): number;
  fw_world_set_label(world: bigint, obstacle: bigint, label: number, error: number): number;
}
