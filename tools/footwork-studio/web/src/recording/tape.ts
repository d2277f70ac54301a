import type { FrameFile } from "../api/frameFile";
import type { RecordedPose, RecordingHeader, SearchRow } from "../api/types";

/** The number of values per frame. */
const NUMBERS = 9;

/** A recorded update of a character. */
export interface TapeFrame {
  /** The position of the root, in metres from the base of the recording. */
  place: [x: number, y: number, z: number];
  headingRad: number;
  secs: number;
  pose: RecordedPose;
  /** The share of the new motion in the blend. */
  blend: number;
  decision: string;
  wasMoved: boolean;
}

/** An open recording. */
export interface Tape extends RecordingHeader {
  values: Float32Array;
  /** The origin of the places in all frames. A recording that continues another has the same `base` object. */
  base: readonly [x: number, y: number, z: number];
}

/**
 * Returns the recording in an answer of the server; `undefined` if none is open. A running game sends later versions of
 * its recording, which may lack the oldest frames. Such a version continues the previous version and keeps its base.
 */
export function readTape(
  { header, values }: FrameFile<RecordingHeader | null>,
  before?: Tape,
): Tape | undefined {
  if (header === null || header.frames === 0) return undefined;
  const isMore =
    header.name === before?.name &&
    header.firstFrame >= before.firstFrame &&
    header.firstFrame + header.frames >= before.firstFrame + before.frames;
  return { ...header, values, base: isMore ? before.base : header.origin };
}

/**
 * Returns the frame of `tape` that shows the same moment as a frame of `before`. The last frame of `before` becomes the
 * last frame of `tape`; 0 if `tape` does not continue `before`.
 */
export function sameMoment(tape: Tape, before: Tape | undefined, frame: number): number {
  if (tape.base !== before?.base) return 0;
  const last = tape.frames - 1;
  if (frame === before.frames - 1) return last;
  return Math.min(Math.max(frame + before.firstFrame - tape.firstFrame, 0), last);
}

/** Returns a frame of a recording. A frame number beyond either end gives the frame at that end. */
export function tapeFrame(tape: Tape, frame: number): TapeFrame {
  const at = Math.min(Math.max(frame, 0), tape.frames - 1) * NUMBERS;
  const of = (place: number) => tape.values[at + place] ?? 0;
  const from = (axis: number) => (tape.origin[axis] ?? 0) - (tape.base[axis] ?? 0);
  // A negative value `v` stands for the number −1 − `v`.
  const [inClip, decision] = [of(6), of(8)];
  const plain = (number: number) => (number < 0 ? -1 - number : number);
  return {
    place: [0, 1, 2].map((axis) => of(axis) + from(axis)) as TapeFrame["place"],
    headingRad: of(3),
    secs: of(4),
    pose: { clip: of(5), frame: plain(inClip), mirrored: inClip < 0 },
    blend: of(7),
    decision: tape.decisions[plain(decision)] ?? "",
    wasMoved: decision < 0,
  };
}

/** Returns the mean frame rate of a recording. */
export function framesPerSecOf(tape: Tape | undefined): number {
  const secs = tape ? tapeFrame(tape, tape.frames - 1).secs : 0;
  return tape && secs > 0 ? (tape.frames - 1) / secs : 60;
}

/** Returns the index in `searches` of the last search at or before a frame; -1 if there is none. */
export function searchBefore(tape: Tape, frame: number): number {
  let low = 0;
  let high = tape.searches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tape.searches[middle]?.frame ?? 0) <= frame) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the frame of the next (1) or previous (-1) jump from a frame; `undefined` if there is none. */
export function nextJump(tape: Tape, frame: number, way: 1 | -1): number | undefined {
  const jumps = tape.searches.filter(({ decision }) => decision === "jumps");
  const found =
    way > 0
      ? jumps.find((search) => search.frame > frame)
      : jumps.findLast((search) => search.frame < frame);
  return found?.frame;
}

/** A run of frames during which one clip plays without a jump. */
export interface Run {
  start: number;
  stop: number;
  clip: number;
}

/** Returns the runs of a recording. */
export function runsOf(tape: Tape): Run[] {
  const runs: Run[] = [];
  let last: Run | undefined;
  for (let frame = 0; frame < tape.frames; frame += 1) {
    const clip = tape.values[frame * NUMBERS + 5] ?? 0;
    if (last?.clip === clip) last.stop = frame + 1;
    else {
      last = { start: frame, stop: frame + 1, clip };
      runs.push(last);
    }
  }
  return runs;
}

/** A row of the table of costs. */
export interface CostRow {
  /** The role of the pose in the search, in words. */
  role: string;
  pose: RecordedPose;
  cost: number;
  /** The cost of each group; empty if the groups are unknown. The rest of the total is the soft cost. */
  groups: readonly number[];
  soft: number;
  /** The index among the candidates, whose poses are the ghosts in the view; `undefined` for other poses. */
  candidate: number | undefined;
}

const ROLES = ["Best", "Runner-up", "Third", "Fourth"];

/** Returns the poses of a search and their costs. The playing pose comes first. */
export function costRows(search: SearchRow): CostRow[] {
  const { continuing, candidates, discarded, forbidden, decision, rule } = search;
  const row = (
    role: string,
    { pose, cost, groups }: (typeof candidates)[number],
    candidate?: number,
  ): CostRow => {
    const sum = groups.reduce((a, b) => a + b, 0);
    // A rest that small is a rounding error, not a soft cost.
    const rest = cost - sum;
    const soft = groups.length > 0 && rest > 1e-3 * Math.max(cost, 1) ? rest : 0;
    return { role, pose, cost, groups, soft, candidate };
  };
  const chosen = decision === "jumps" ? "Jumped to" : "Best";
  return [
    ...(continuing ? [row("Playing on", continuing)] : []),
    ...candidates.map((each, at) => row(at === 0 ? chosen : (ROLES[at] ?? "Other"), each, at)),
    ...(discarded ? [row(`Discarded by the rule ${rule ?? ""}`.trim(), discarded)] : []),
    ...(forbidden ? [row("Forbidden by the filter", forbidden)] : []),
  ];
}

const TRIGGERS: Record<string, string> = {
  due: "a search was due",
  input: "the input changed",
  filter: "the filter changed",
  forbidden: "the filter had forbidden the playing pose for too long",
  end: "the clip was at its end",
};

/** The texts of the decisions. */
const DECISIONS: Record<string, string> = {
  waits: "Kept its pose: it skips some updates",
  "plays on": "Played on, without a search",
  dwells: "Played on: the last jump was too recent",
  stays: "Played on: no allowed pose was better by the margins",
  jumps: "Jumped to a better pose",
  "none allowed": "Had to leave the pose, but no other pose was allowed",
  holds: "Held a standing pose: no clip stands still",
};

/** Describes the decision in a frame. */
export function decisionText(decision: string, search: SearchRow | undefined): string {
  const isForced = search?.trigger === "end" || search?.trigger === "forbidden";
  if (decision === "jumps" && isForced) return "Had to jump";
  return DECISIONS[decision] ?? decision;
}

/** Describes why the character searched. */
export const triggerText = (search: SearchRow): string =>
  search.trigger === null
    ? "the character should stand"
    : (TRIGGERS[search.trigger] ?? search.trigger);
