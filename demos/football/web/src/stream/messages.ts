/** What the server says as JSON. Lengths are in metres and times in seconds, as in `src/server/` of the crate. */

/** What a match starts from. A seed is a text: it may be larger than what a number of JavaScript holds. */
export interface Setup {
  aSide: number;
  humans: number;
  seed: string;
}

export interface PitchInfo {
  length: number;
  width: number;
  goalWidth: number;
  goalHeight: number;
  netDepth: number;
  /** How far the banners stand behind the lines. */
  banners: number;
  /** How far the area of a keeper reaches from its line, and half its width. */
  area: [deep: number, halfWidth: number];
  circle: number;
  grassBeyond: number;
}

export interface SkeletonInfo {
  names: string[];
  /** -1 for the root, which is joint 0; parents come before children. */
  parents: number[];
  offsets: [number, number, number][];
  /** The joints that have a role, such as `left_foot`. */
  roles: Record<string, number>;
}

export interface FootballerInfo {
  team: number;
  number: number;
  isKeeper: boolean;
}

/** The texts that can be edited while the ball rolls. */
export interface Texts {
  /** The wind along x, y and z. */
  wind: [string, string, string];
  /** The play speed of everybody's motion. */
  speed: string;
  /** One query for each footballer. */
  queries: string[];
}

/** Everything that stays the same for a while; comes first, and again when a match begins or a text changes. */
export interface Scene {
  kind: "scene";
  setup: Setup;
  pitch: PitchInfo;
  skeleton: SkeletonInfo;
  footballers: FootballerInfo[];
  texts: Texts;
  /** The texts of a match that nobody has edited. */
  shipped: { wind: Texts["wind"]; speed: string; query: string };
  /** The names that the expressions may use. */
  variables: { wind: string[]; speed: string[] };
  overlays: OverlayName[];
  selected: number;
  run: RunState;
}

export const OVERLAYS = ["path", "windows", "control", "log", "slide", "pose", "leaves"] as const;
export type OverlayName = (typeof OVERLAYS)[number];

export type Point = [x: number, y: number, z: number];

/** Somebody can reach the ball within a time, in a way such as `run` or `jump`. */
export interface WindowInfo {
  who: number;
  way: string;
  /** From now on. */
  from: number;
  until: number;
  /** Where it would be met first. */
  at: Point;
}

export interface ChoiceInfo {
  who: number;
  team: number;
  arrives: number;
  at: Point;
}

/** Whom a human controls, and why. */
export interface ControlInfo {
  human: number;
  who: number | null;
  /** Whom the human had before, if that is what the reason is about. */
  was: number | null;
  reason: string;
  /** Whether everybody runs for the ball: what is true changes from moment to moment, and may be held to be read. */
  race: boolean;
}

export interface SlideInfo {
  who: number;
  at: Point;
  wanted: [x: number, z: number];
  chosen: [x: number, z: number];
  /** Whom the filter leaves out: it tackles them. */
  but: number | null;
  contacts: { at: Point; normal: Point }[];
}

export interface PoseInfo {
  who: number;
  clip: string;
  frame: number;
  isMirrored: boolean;
  tags: string[];
  query: string;
  why: string;
  locks: [left: boolean, right: boolean];
  tired: number;
  speed: number;
}

/** What overlays show, at most 15 times a second. Parts that are off are absent. */
export interface Overlay {
  kind: "overlay";
  frame: number;
  control: ControlInfo[];
  path?: { step: number; points: Point[]; bounces: Point[] };
  windows?: WindowInfo[];
  choices?: ChoiceInfo[];
  /** Whether the windows are of a path that the ball will leave: somebody dribbles it. */
  dribbled: boolean;
  slide?: SlideInfo[];
  pose?: PoseInfo;
}

export interface LogEntry {
  at: number;
  human: number;
  what: string;
  reason: string;
  isSwitch: boolean;
}

/** What happened, for sounds and for banners. */
export type Happening =
  | { what: "step"; at: Point; ground: string; hardness: number }
  | { what: "kick"; at: Point; who: number; how: string; speed: number }
  | { what: "touch"; at: Point; who: number }
  | { what: "bounce"; at: Point; on: string; speed: number }
  | { what: "tackle"; at: Point; who: number; on: number; isWon: boolean }
  | { what: "save"; at: Point; who: number }
  | { what: "goal"; team: number; by: number | null }
  | { what: "whistle" };

export interface Mistake {
  /** In UTF-16 code units, as CodeMirror counts. */
  start: number;
  stop: number;
  message: string;
  hint: string | null;
}

export type EditTarget =
  | { what: "wind"; axis: 0 | 1 | 2 }
  | { what: "speed" }
  | { what: "query"; who: number };

/** How the match runs. */
export interface RunState {
  isPaused: boolean;
  /** Whether it is paused until a human asks for the kick-off. */
  isWaiting: boolean;
  isSlow: boolean;
  /** How many recorded frames lie ahead: a replay, until somebody takes over. */
  ahead: number;
  frame: number;
  /** Of everything that decides the future, while it is paused. */
  hash: string | null;
}

export type Notice =
  | { kind: "log"; entries: LogEntry[] }
  | { kind: "events"; frame: number; events: Happening[] }
  | { kind: "edited"; id: number; target: EditTarget; mistakes: Mistake[] }
  | { kind: "replayed"; frame: number; hash: string; isSame: boolean }
  | { kind: "refused"; message: string }
  /** Why a button that a human pressed does nothing. */
  | { kind: "idle"; human: number; who: number; why: string }
  | { kind: "run"; run: RunState };

export type Message = Scene | Overlay | Notice;

/** What a human's keys and sticks say. */
export interface HumanInput {
  /** In the axes of the pitch: x, and z towards the camera. */
  stick: [x: number, z: number];
  sprint: boolean;
  pass: boolean;
  through: boolean;
  lob: boolean;
  shoot: boolean;
  tackle: boolean;
  switch: boolean;
}

/** What the page asks. */
export type Command =
  | { do: "input"; human: number; input: HumanInput }
  | { do: "kick-off" }
  | { do: "pause"; is: boolean }
  | { do: "step" }
  | { do: "slow"; is: boolean }
  | { do: "rewind" }
  | { do: "catch-up" }
  | { do: "select"; who: number }
  | { do: "overlay"; name: OverlayName; is: boolean }
  | { do: "edit"; id: number; target: EditTarget; text: string }
  | { do: "restart"; setup: Setup };
