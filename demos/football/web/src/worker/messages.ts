/** JSON messages between page and match. Lengths are in metres, times in seconds, as in `src/page/` of the crate. */

/** The setup of a match. The seed is a string, because it can exceed the integers of a JavaScript number. */
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
  /** The distance of the banners from the lines. */
  banners: number;
  /** The depth of a keeper's area from the goal line, and half its width. */
  area: [deep: number, halfWidth: number];
  circle: number;
  grassBeyond: number;
}

export interface SkeletonInfo {
  names: string[];
  /** The parent of each joint: -1 for the root, which is joint 0. Parents come before children. */
  parents: number[];
  offsets: [number, number, number][];
  /** The joints by role, such as `left_foot`. */
  roles: Record<string, number>;
}

export interface FootballerInfo {
  team: number;
  number: number;
  isKeeper: boolean;
}

/** The texts that can be edited during play. */
export interface Texts {
  /** The wind along x, y and z. */
  wind: [string, string, string];
  /** The play speed of all motion. */
  speed: string;
  /** One query per footballer. */
  queries: string[];
}

/** State that rarely changes. Sent first, and again when a match begins or a text changes. */
export interface Scene {
  kind: "scene";
  setup: Setup;
  pitch: PitchInfo;
  skeleton: SkeletonInfo;
  footballers: FootballerInfo[];
  texts: Texts;
  /** The texts before any edit. */
  shipped: { wind: Texts["wind"]; speed: string; query: string };
  /** The names available in expressions. */
  variables: { wind: string[]; speed: string[] };
  overlays: OverlayName[];
  selected: number;
  run: RunState;
}

export const OVERLAYS = ["path", "windows", "control", "log", "slide", "pose", "leaves"] as const;
export type OverlayName = (typeof OVERLAYS)[number];

export type Point = [x: number, y: number, z: number];

/** A time window in which a footballer can reach the ball in a way such as `meets it on the run`. */
export interface WindowInfo {
  who: number;
  way: string;
  /** Seconds from now. */
  from: number;
  until: number;
  /** The position where the footballer would first meet the ball. */
  at: Point;
}

export interface ChoiceInfo {
  who: number;
  team: number;
  arrives: number;
  at: Point;
}

/** The footballer that a human controls, and why. */
export interface ControlInfo {
  human: number;
  who: number | null;
  /** The previously controlled footballer, if the reason is about the change. */
  was: number | null;
  reason: string;
  /** Whether there is a race for the ball. The reason then changes rapidly, and the page may show it for longer. */
  race: boolean;
}

export interface SlideInfo {
  who: number;
  at: Point;
  wanted: [x: number, z: number];
  chosen: [x: number, z: number];
  /** The footballer excluded from the contacts, because `who` tackles it. */
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

/** The contents of overlays, sent at most 15 times per second. Parts that are off are absent. */
export interface Overlay {
  kind: "overlay";
  frame: number;
  control: ControlInfo[];
  path?: { step: number; points: Point[]; bounces: Point[] };
  windows?: WindowInfo[];
  choices?: ChoiceInfo[];
  /** Whether the ball is being dribbled and will therefore leave the path that the windows assume. */
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

/** An event of the match, for sounds and banners. */
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
  /** In UTF-16 code units, as in CodeMirror. */
  start: number;
  stop: number;
  message: string;
  hint: string | null;
}

export type EditTarget =
  | { what: "wind"; axis: 0 | 1 | 2 }
  | { what: "speed" }
  | { what: "query"; who: number };

/** The run state of the match. */
export interface RunState {
  isPaused: boolean;
  /** Whether the match is paused until a human starts the kick-off. */
  isWaiting: boolean;
  isSlow: boolean;
  /** The number of recorded frames ahead. A replay plays them until a human takes over. */
  ahead: number;
  frame: number;
  /** While paused, the hash of all state that determines the future. */
  hash: string | null;
}

export type Notice =
  | { kind: "log"; entries: LogEntry[] }
  | { kind: "events"; frame: number; events: Happening[] }
  | { kind: "edited"; id: number; target: EditTarget; mistakes: Mistake[] }
  | { kind: "replayed"; frame: number; hash: string; isSame: boolean }
  | { kind: "refused"; message: string }
  /** The reason why a button pressed by a human does nothing. */
  | { kind: "idle"; human: number; who: number; why: string }
  | { kind: "run"; run: RunState };

export type Message = Scene | Overlay | Notice;

/** The input of a human from keys and sticks. */
export interface HumanInput {
  /** In pitch axes: x, and z towards the camera. */
  stick: [x: number, z: number];
  sprint: boolean;
  pass: boolean;
  through: boolean;
  lob: boolean;
  shoot: boolean;
  tackle: boolean;
  switch: boolean;
}

/** A command from the page. */
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
