import { batch, createSignal, untrack } from "solid-js";
import { type Client, Unreachable } from "../api/client";
import type { JointSide, MotionHeader, Problem } from "../api/types";
import { problemOf } from "./editQueue";

/** The number of frames per request. */
const CHUNK_FRAMES = 512;
const CLIP_BYTES = 48 << 20;
/** The maximum size of all motion in memory, in bytes. */
const ALL_BYTES = 128 << 20;
/** The maximum number of clips with motion in memory. */
const MAX_CLIPS = 8;
/** The delay before repeating a request that got no response, in milliseconds. */
const RETRY_MS = 1000;

/** The joints of a clip. */
export interface Joints {
  names: readonly string[];
  /** The parent of each joint; −1 for the root. Parents come first. */
  parents: readonly number[];
  /** Whether each joint is drawn. */
  drawn: readonly boolean[];
  /** The role of each joint, such as `left_foot`. */
  roles: readonly (string | null)[];
  sides: readonly JointSide[];
  /** Whether the file of the clip may have a mesh skinned to these joints. */
  mayHaveMesh: boolean;
}

/** Positions in frames `[start, stop)`: x, y and z of each joint, frame by frame. */
export interface MotionChunk {
  start: number;
  stop: number;
  values: Float32Array;
}

/** A clip's name and length. */
export interface ClipLength {
  name: string;
  frames: number;
}

interface Kept {
  name: string;
  frames: number;
  joints: Joints | undefined;
  chunks: (MotionChunk | undefined)[];
  bytes: number;
}

/** The parts of the studio that loading uses. Tests supply their own. */
export interface MotionHost {
  client: Pick<Client, "motion">;
  /** Runs a function when the browser is idle. Returns a function that cancels it. */
  whenIdle(run: () => void): () => void;
  later(run: () => void, ms: number): () => void;
  /** The maximum size of the motion that is kept around the playhead of one clip, in bytes. */
  clipBytes: number;
}

const BROWSER: Omit<MotionHost, "client"> = {
  whenIdle(run) {
    if (typeof requestIdleCallback === "undefined") return BROWSER.later(run, 200);
    const request = requestIdleCallback(run, { timeout: 2000 });
    return () => cancelIdleCallback(request);
  },
  later(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  clipBytes: CLIP_BYTES,
};

/**
 * The joint positions of the open clip. They are loaded in chunks: first the chunk at the playhead, then its neighbours
 * outwards. When the browser is idle, the first chunks of the neighbouring clips in the list follow, so that switching
 * to a neighbour is instant.
 */
export function createMotion(given: Pick<MotionHost, "client"> & Partial<MotionHost>) {
  const host: MotionHost = { ...BROWSER, ...given };
  /** The loaded clips in order of use, the most recently used last. */
  const kept = new Map<string, Kept>();
  const [joints, setJoints] = createSignal<Joints | undefined>(undefined);
  const [loaded, setLoaded] = createSignal(0);
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  let open: Kept | undefined;
  let playhead = 0;
  let neighbours: readonly ClipLength[] = [];
  let asked: AbortController | undefined;
  let callOff: (() => void) | undefined;

  function keep(name: string, frames: number): Kept {
    const known = kept.get(name);
    const clip =
      known?.frames === frames ? known : { name, frames, joints: undefined, chunks: [], bytes: 0 };
    kept.delete(name);
    kept.set(name, clip);
    return clip;
  }

  /** Evicts the least recently used clips until the motion of the others is small enough. */
  function shrink() {
    let bytes = 0;
    for (const clip of kept.values()) bytes += clip.bytes;
    for (const clip of kept.values()) {
      if (kept.size <= MAX_CLIPS && bytes <= ALL_BYTES) return;
      if (clip === open) continue;
      kept.delete(clip.name);
      bytes -= clip.bytes;
    }
  }

  function pump() {
    if (asked || problem() !== undefined) return;
    callOff?.();
    callOff = undefined;
    const next = open && nextChunk(open, playhead, host.clipBytes);
    if (open && next !== undefined) return void load(open, next);
    const neighbour = neighbours.find(({ name, frames }) => {
      const clip = kept.get(name);
      return frames > 0 && (clip?.frames !== frames || !clip.chunks[0]);
    });
    if (!neighbour) return;
    callOff = host.whenIdle(() => void load(keep(neighbour.name, neighbour.frames), 0));
  }

  async function load(clip: Kept, place: number) {
    const abort = new AbortController();
    asked = abort;
    const start = place * CHUNK_FRAMES;
    const stop = Math.min(start + CHUNK_FRAMES, clip.frames);
    try {
      const { header, values } = await host.client.motion(clip.name, start, stop, abort.signal);
      if (abort.signal.aborted) return;
      asked = undefined;
      take(clip, place, header, values);
    } catch (error) {
      if (abort.signal.aborted) return;
      asked = undefined;
      if (clip !== open) {
        // The error of a neighbouring clip is shown when the user opens that clip.
        neighbours = neighbours.filter(({ name }) => name !== clip.name);
        kept.delete(clip.name);
      } else if (error instanceof Unreachable) {
        callOff = host.later(pump, RETRY_MS);
        return;
      } else {
        setProblem(problemOf(error));
        return;
      }
    }
    pump();
  }

  function take(clip: Kept, place: number, header: MotionHeader, values: Float32Array) {
    const { joints: names, parents, drawn, roles, sides, mayHaveMesh } = header;
    clip.joints ??= { names, parents, drawn, roles, sides, mayHaveMesh };
    clip.chunks[place] = { start: header.start, stop: header.stop, values };
    clip.bytes += values.byteLength;
    if (clip === open) dropFar(clip, place);
    shrink();
    if (clip !== open) return;
    batch(() => {
      setJoints(clip.joints);
      setLoaded((count) => count + 1);
    });
  }

  /** Drops the chunks of a very long clip that are far from the playhead. */
  function dropFar(clip: Kept, place: number) {
    const most = mostChunks(clip, host.clipBytes);
    const held = clip.chunks.flatMap((chunk, at) => (chunk ? [at] : []));
    const near = placeOf(playhead);
    held.sort((a, b) => Math.abs(b - near) - Math.abs(a - near));
    for (const far of held.slice(0, Math.max(held.length - most, 0))) {
      if (far === place && far === near) continue;
      clip.bytes -= clip.chunks[far]?.values.byteLength ?? 0;
      clip.chunks[far] = undefined;
    }
  }

  function chunkAt(frame: number): MotionChunk | undefined {
    return open?.chunks[placeOf(frame)];
  }

  return {
    /** The joints of the open clip, once its first frames are loaded. */
    joints,
    /** A signal that changes whenever more of the open clip is loaded. */
    loaded,
    /** Why the open clip cannot be shown. */
    problem,
    /** Returns the chunk that contains a frame, without allocating memory; `undefined` if it is not loaded yet. */
    chunkAt,
    /** Returns whether a frame is loaded. Reactive, so that callers learn of the frame's arrival. */
    isLoaded(frame: number): boolean {
      loaded();
      return chunkAt(frame) !== undefined;
    },
    /**
     * Returns x, y and z of each joint in a frame, as a view of the loaded chunk; `undefined` if the frame is not
     * loaded.
     */
    positions(frame: number): Float32Array | undefined {
      const chunk = chunkAt(frame);
      const length = (open?.joints?.names.length ?? 0) * 3;
      if (!chunk || frame < chunk.start || frame >= chunk.stop) return undefined;
      const from = (frame - chunk.start) * length;
      return chunk.values.subarray(from, from + length);
    },
    /** Shows a clip, or none, with the playhead at frame `at`. */
    open(name: string | undefined, frames: number, at = 0) {
      if (open?.name === name && open?.frames === frames) return;
      asked?.abort();
      asked = undefined;
      callOff?.();
      playhead = at;
      open = name === undefined ? undefined : keep(name, frames);
      shrink();
      batch(() => {
        setProblem(undefined);
        setJoints(open?.joints);
        setLoaded((count) => count + 1);
      });
      untrack(pump);
    },
    /** Moves the playhead. The frames around it are loaded first. */
    seek(frame: number) {
      if (placeOf(frame) === placeOf(playhead)) {
        playhead = frame;
        return;
      }
      playhead = frame;
      untrack(pump);
    },
    /** Sets the clips that the user is likely to open next, the likeliest first. */
    expect(clips: readonly ClipLength[]) {
      neighbours = clips;
      untrack(pump);
    },
    /** Drops everything loaded, because clips may have changed on disk. */
    forget() {
      const again = open;
      kept.clear();
      open = undefined;
      this.open(again?.name, again?.frames ?? 0, playhead);
    },
    /** Retries failed requests. */
    retry() {
      setProblem(undefined);
      untrack(pump);
    },
  };
}

export type Motion = ReturnType<typeof createMotion>;

const placeOf = (frame: number) => Math.floor(frame / CHUNK_FRAMES);

/** Returns the maximum number of chunks of a clip that stay in memory. */
function mostChunks(clip: Kept, most: number): number {
  const bytes = (clip.joints?.names.length ?? 0) * 3 * 4 * CHUNK_FRAMES;
  return Math.max(Math.floor(most / Math.max(bytes, 1)), 3);
}

/** Returns the missing chunk nearest to the playhead, or `undefined` if none is missing. Chunks ahead come first. */
function nextChunk(clip: Kept, playhead: number, bytes: number): number | undefined {
  const count = Math.ceil(clip.frames / CHUNK_FRAMES);
  const near = placeOf(playhead);
  const most = Math.min(count, mostChunks(clip, bytes));
  let seen = 0;
  for (let away = 0; away < count && seen < most; away += 1) {
    for (const place of away === 0 ? [near] : [near + away, near - away]) {
      if (place < 0 || place >= count || seen >= most) continue;
      if (!clip.chunks[place]) return place;
      seen += 1;
    }
  }
  return undefined;
}
