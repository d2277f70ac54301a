import { batch, createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import type { Client } from "../api/client";
import type { Problem, RecordedPose } from "../api/types";
import { partnersOf, placePath, placePose, type RootRow } from "../recording/placePose";
import { readTape, sameMoment, searchBefore, type Tape, tapeFrame } from "../recording/tape";
import type { Point } from "../view/frames";
import { problemOf } from "./editQueue";
import type { Joints, MotionChunk } from "./motion";

/** The limit for the motion and the roots of clips in memory, in bytes. */
const KEPT_BYTES = 128 << 20;
/** The limit for placed poses in memory. */
const KEPT_POSES = 1024;

/** The parts of the studio that the recording needs; tests supply their own. */
export interface RecordingHost {
  client: Pick<Client, "recording" | "openRecording" | "motion" | "roots">;
  library: { rowOf(name: string | undefined): { frames: number } | undefined };
  clip(): string | undefined;
  keptBytes?: number;
}

/** The motion of a clip, and its root in each frame. */
interface Played {
  joints: Joints;
  partners: number[];
  frames: number;
  values: Float32Array;
  roots: Float32Array;
}

/** The open recording of a character, the frame to look at, and the poses in it. */
export function createRecording({ client, library, clip, keptBytes = KEPT_BYTES }: RecordingHost) {
  const [tape, setTape] = createSignal<Tape | undefined>(undefined);
  const [frame, setFrame] = createSignal(0);
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  const [isShown, setIsShown] = createSignal(false);
  const [marked, setMarked] = createSignal<number | undefined>(undefined);
  const [loaded, setLoaded] = createSignal(0);
  /** In order of use, the most recent last; `undefined` before it arrives. */
  const clips = new Map<string, Played | undefined>();
  /** The clips requested since the frame last changed. None is requested twice, so that evicting one cannot load another. */
  const requested = new Set<string>();
  const poses = new Map<number, MotionChunk>();
  /** Whether the next recording to arrive is shown: the user opened it, or there was none. */
  let mustShow = true;
  /** The numbers of the last load and of the last opened file. Answers to earlier ones are dropped. */
  const turns = { load: 0, open: 0 };
  let asked: AbortController | undefined;

  /** Loads the recording, unless it is known to have the revision that is loaded. */
  async function load(revision?: number) {
    if (revision !== undefined && revision === tape()?.revision) return taken();
    const turn = ++turns.load;
    try {
      const answer = await client.recording();
      if (turn !== turns.load) return;
      const before = tape();
      const read = readTape(answer, before);
      poses.clear();
      requested.clear();
      batch(() => {
        setTape(read);
        if (read) setFrame((at) => sameMoment(read, before, at));
        taken();
      });
    } catch (error) {
      if (turn === turns.load) setProblem(problemOf(error));
    }
  }

  /** Ends a load. News from a game or from disk leaves the view to the clip in it. */
  function taken() {
    setProblem(undefined);
    if (mustShow && tape()) setIsShown(true);
    mustShow = tape() === undefined;
  }

  async function fetchClip(name: string, frames: number, signal: AbortSignal) {
    clips.set(name, undefined);
    try {
      const [motion, roots] = await Promise.all([
        client.motion(name, 0, frames, signal),
        client.roots(name, signal),
      ]);
      const { joints: names, parents, drawn, roles, sides } = motion.header;
      const joints = { names, parents, drawn, roles, sides, mayHaveMesh: false };
      if (signal.aborted) return;
      const { values } = motion;
      // A map keeps the place of a key that it has.
      clips.delete(name);
      clips.set(name, { joints, partners: partnersOf(names), frames, values, roots: roots.values });
      shrink();
      setLoaded((count) => count + 1);
    } catch (error) {
      if (signal.aborted) return;
      clips.delete(name);
      setProblem(problemOf(error));
    }
  }

  /** Evicts the least recently used clips that are not visible until the rest is small enough. */
  function shrink() {
    let bytes = 0;
    for (const played of clips.values()) bytes += bytesOf(played);
    const visible = visibleClips();
    for (const [name, played] of clips) {
      if (bytes <= keptBytes) return;
      if (!played || visible.has(name)) continue;
      bytes -= bytesOf(played);
      clips.delete(name);
    }
  }

  /** The names of the clips in the view: of the frame, and of the candidates of its search. */
  function visibleClips(): Set<string | undefined> {
    const shown = [now()?.pose, ...(search()?.candidates ?? []).map(({ pose }) => pose)];
    return new Set(shown.map((pose) => tape()?.clips[pose?.clip ?? -1]?.name));
  }

  /** Returns the motion of a clip, and requests it if it is not there. */
  function playedOf(number: number): Played | undefined {
    const recorded = tape()?.clips[number];
    if (!recorded || recorded.problem !== null) return undefined;
    const known = clips.get(recorded.name);
    if (known) {
      clips.delete(recorded.name);
      clips.set(recorded.name, known);
    } else if (!clips.has(recorded.name)) {
      // The recording may arrive before the rows of the library.
      const frames = library.rowOf(recorded.name)?.frames ?? 0;
      if (frames === 0 || requested.has(recorded.name)) return undefined;
      requested.add(recorded.name);
      asked ??= new AbortController();
      void fetchClip(recorded.name, frames, asked.signal);
    }
    return known;
  }

  /** Returns a pose at a place; `undefined` until its clip is loaded. */
  function posed(pose: RecordedPose, place: Readonly<Point>, headingRad: number) {
    const played = playedOf(pose.clip);
    if (!played) return undefined;
    const { joints, frames, values, roots, partners } = played;
    const at = Math.min(pose.frame, frames - 1);
    const length = joints.names.length * 3;
    const [x = 0, z = 0, sine = 0, cosine = 1] = roots.subarray(at * 4, at * 4 + 4);
    const root: RootRow = [x, z, sine, cosine];
    const own = values.subarray(at * length, (at + 1) * length);
    return placePose(own, root, pose.mirrored ? partners : undefined, place, headingRad);
  }

  function chunkAt(at: number): MotionChunk | undefined {
    const now = tape();
    if (!now || at < 0 || at >= now.frames) return undefined;
    const known = poses.get(at);
    if (known) return known;
    const { pose, place, headingRad } = tapeFrame(now, at);
    const values = posed(pose, place, headingRad);
    if (!values) return undefined;
    if (poses.size >= KEPT_POSES) poses.clear();
    const chunk = { start: at, stop: at + 1, values };
    poses.set(at, chunk);
    return chunk;
  }

  const now = createMemo(() => {
    const of = tape();
    return of && tapeFrame(of, frame());
  });
  /** The last search up to the frame. */
  const search = createMemo(() => {
    const of = tape();
    return of?.searches[searchBefore(of, frame())];
  });
  /** The place of the character before the search. */
  const origin = createMemo(() => {
    const [of, found] = [tape(), search()];
    return of && found && tapeFrame(of, Math.max(found.frame - 1, 0));
  });

  createEffect(on(clip, () => setIsShown(false), { defer: true }));
  onCleanup(() => asked?.abort());

  return {
    tape,
    problem,
    frame,
    /** The shown frame. */
    now,
    search,
    /** Whether the view shows the recording in place of the open clip. */
    isShown,
    setIsShown: (to: boolean) => setIsShown(to && tape() !== undefined),
    /** The candidate to point out in the view. */
    marked,
    mark: setMarked,
    /** Changes whenever more motion is loaded. */
    loaded,
    chunkAt,
    positions: (at: number) => chunkAt(at)?.values,
    /** The joints of the clip that plays in a frame, once it is loaded. */
    jointsAt: (at: number) => {
      const of = tape();
      loaded();
      return of && playedOf(tapeFrame(of, at).pose.clip)?.joints;
    },
    framesPerSec() {
      const of = tape();
      const secs = of ? tapeFrame(of, of.frames - 1).secs : 0;
      return of && secs > 0 ? (of.frames - 1) / secs : 60;
    },
    seek(to: number) {
      const of = tape();
      if (!of) return;
      requested.clear();
      setFrame(Math.min(Math.max(Math.round(to), 0), of.frames - 1));
      setMarked(undefined);
      setIsShown(true);
    },
    /** The poses of the search, at the place of the character. */
    ghosts() {
      const [found, at] = [search(), origin()];
      loaded();
      if (!found || !at) return [];
      return found.candidates.flatMap(({ pose }, place) => {
        const values = posed(pose, at.place, at.headingRad);
        return values ? [{ pose: values, isMarked: marked() === place }] : [];
      });
    },
    /** The trajectory that the goal asked for, and that of the pose after the search. */
    paths() {
      const [found, at] = [search(), origin()];
      if (!found || !at) return undefined;
      const placed = (path: [number, number][]) => placePath(path, at.place, at.headingRad);
      return {
        wanted: placed(found.wanted as [number, number][]),
        got: placed(found.got as [number, number][]),
      };
    },
    load,
    /** Opens a file in place of the recording. */
    async open(file: Blob & { name: string }) {
      const turn = ++turns.open;
      try {
        const revision = await client.openRecording(file.name, await file.arrayBuffer());
        if (turn !== turns.open) return;
        mustShow = true;
        await load(revision);
      } catch (error) {
        if (turn === turns.open) setProblem(problemOf(error));
      }
    },
    /** Clips may have changed on disk. */
    forget() {
      asked?.abort();
      asked = undefined;
      clips.clear();
      requested.clear();
      poses.clear();
      if (tape()) void load();
    },
  };
}

const bytesOf = (played: Played | undefined) =>
  played ? played.values.byteLength + played.roots.byteLength : 0;

export type RecordingState = ReturnType<typeof createRecording>;
