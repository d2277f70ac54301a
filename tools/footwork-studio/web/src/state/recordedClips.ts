import { createSignal, onCleanup } from "solid-js";
import type { Client } from "../api/client";
import type { Problem, RecordedClip, RecordedPose } from "../api/types";
import { partnersOf, placePose, type RootRow } from "../recording/placePose";
import type { Point } from "../view/frames";
import { problemOf } from "./editQueue";
import type { Joints } from "./motion";

/** The maximum size of the motion and the roots of clips in memory, in bytes. */
const KEPT_BYTES = 128 << 20;

/** The motion of a clip, and its root in each frame. */
interface Played {
  joints: Joints;
  partners: number[];
  frames: number;
  values: Float32Array;
  roots: Float32Array;
}

/** The parts of the studio and of the recording that its clips use. */
export interface RecordedClipsHost {
  client: Pick<Client, "motion" | "roots">;
  library: { rowOf(name: string | undefined): { frames: number } | undefined };
  keptBytes?: number | undefined;
  /** Returns the names of the clips in the view. */
  visible(): ReadonlySet<string | undefined>;
  failed(problem: Problem): void;
}

/** The motion of a recording's clips, loaded when it is first needed. */
export function createRecordedClips(host: RecordedClipsHost) {
  const { client, library, keptBytes = KEPT_BYTES } = host;
  const [loaded, setLoaded] = createSignal(0);
  /** The clips in order of use, the most recently used last; `undefined` until the motion arrives. */
  const clips = new Map<string, Played | undefined>();
  /**
   * The clips requested since the shown frame last changed. None of them is requested twice, because evicting a clip
   * would otherwise load it again.
   */
  const requested = new Set<string>();
  let asked: AbortController | undefined;

  async function fetchClip(name: string, frames: number, signal: AbortSignal) {
    clips.set(name, undefined);
    try {
      const played = await fetchPlayed(client, name, frames, signal);
      if (signal.aborted) return;
      // Delete first: setting an existing key would not move it to the end.
      clips.delete(name);
      clips.set(name, played);
      shrink();
      setLoaded((count) => count + 1);
    } catch (error) {
      if (signal.aborted) return;
      clips.delete(name);
      host.failed(problemOf(error));
    }
  }

  /** Evicts the least recently used clips, but no visible one, until the others are small enough. */
  function shrink() {
    let bytes = 0;
    for (const played of clips.values()) bytes += bytesOf(played);
    const visible = host.visible();
    for (const [name, played] of clips) {
      if (bytes <= keptBytes) return;
      if (!played || visible.has(name)) continue;
      bytes -= bytesOf(played);
      clips.delete(name);
    }
  }

  onCleanup(() => asked?.abort());

  return {
    /** A signal that changes whenever more motion is loaded. */
    loaded,
    /** Returns the motion of a clip. If it is not loaded, requests it and returns `undefined`. */
    played({ name, problem }: RecordedClip): Played | undefined {
      if (problem !== null) return undefined;
      const known = clips.get(name);
      if (known) {
        clips.delete(name);
        clips.set(name, known);
      } else if (!clips.has(name)) {
        // The recording may arrive before the rows of the library.
        const frames = library.rowOf(name)?.frames ?? 0;
        if (frames === 0 || requested.has(name)) return undefined;
        requested.add(name);
        asked ??= new AbortController();
        void fetchClip(name, frames, asked.signal);
      }
      return known;
    },
    /** Notes that another frame is shown, so evicted clips may be requested again. */
    moved: () => requested.clear(),
    /** Drops everything loaded, because clips may have changed on disk. */
    forget() {
      asked?.abort();
      asked = undefined;
      clips.clear();
      requested.clear();
    },
  };
}

async function fetchPlayed(
  client: RecordedClipsHost["client"],
  name: string,
  frames: number,
  signal: AbortSignal,
): Promise<Played> {
  const [motion, roots] = await Promise.all([
    client.motion(name, 0, frames, signal),
    client.roots(name, signal),
  ]);
  const { joints: names, parents, drawn, roles, sides } = motion.header;
  const joints = { names, parents, drawn, roles, sides, mayHaveMesh: false };
  const { values } = motion;
  return { joints, partners: partnersOf(names), frames, values, roots: roots.values };
}

/** Returns a pose of a clip, moved to a place. */
export function posed(
  { joints, frames, values, roots, partners }: Played,
  pose: RecordedPose,
  place: Readonly<Point>,
  headingRad: number,
): Float32Array {
  const at = Math.min(pose.frame, frames - 1);
  const length = joints.names.length * 3;
  const [x = 0, z = 0, sine = 0, cosine = 1] = roots.subarray(at * 4, at * 4 + 4);
  const root: RootRow = [x, z, sine, cosine];
  const own = values.subarray(at * length, (at + 1) * length);
  return placePose(own, root, pose.mirrored ? partners : undefined, place, headingRad);
}

export type RecordedClips = ReturnType<typeof createRecordedClips>;

const bytesOf = (played: Played | undefined) =>
  played ? played.values.byteLength + played.roots.byteLength : 0;
