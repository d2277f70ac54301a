import { createEffect, createSignal, on, onCleanup, untrack } from "solid-js";
import { type Client, Unreachable } from "../api/client";
import type { Problem } from "../api/types";
import { problemOf } from "./editQueue";
import type { Motion, MotionChunk } from "./motion";

/** How many numbers the server sends per bone. */
const PER_BONE = 12;
/** How many numbers the server sends per vertex. */
export const PER_VERTEX = 17;

/** The maximum number of meshes in memory. */
const MAX_MESHES = 4;
/** The delay before repeating a request that got no response, in milliseconds. */
const RETRY_MS = 1000;

/** A mesh, skinned to the joints of its file. */
export interface Mesh {
  /** The joint of each bone. */
  joints: readonly number[];
  /** For each bone, three rows of four numbers: the transform from the mesh to the space of its joint. */
  jointFromMesh: Float32Array;
  /** For each vertex: position, normal, colour, four bones, four weights. */
  vertices: Float32Array<ArrayBuffer>;
  triangles: Uint32Array<ArrayBuffer>;
}

/** The parts of the studio that a mesh needs. Tests supply their own. */
export interface MeshHost {
  client: Pick<Client, "mesh" | "turns">;
  motion: Pick<Motion, "joints" | "loaded" | "chunkAt">;
  clip(): string | undefined;
  frame(): number;
}

/**
 * The mesh of the open clip and the rotations of its joints. Both load after the positions, with which the view can
 * already draw the character.
 */
export function createMesh({ client, motion, clip, frame }: MeshHost) {
  const [mesh, setMesh] = createSignal<Mesh | undefined>(undefined);
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  const [loaded, setLoaded] = createSignal(0);
  /**
   * Meshes by clip, in the order of loading. All clips of a file share one, except mirrored twins. `null` means that
   * the file has no mesh.
   */
  const kept = new Map<string, Mesh | null>();
  /** Errors by clip. More loaded motion does not clear them. */
  const problems = new Map<string, Problem>();
  let turns = new WeakMap<MotionChunk, Float32Array>();
  let asked: AbortController | undefined;

  const [again, setAgain] = createSignal(0);
  /** Loads the mesh, and then the rotations around the shown frame. */
  createEffect(
    on([clip, motion.joints, motion.loaded, () => motion.chunkAt(frame()), again], load),
  );
  onCleanup(() => asked?.abort());

  function load() {
    const name = clip();
    const isKnown = name !== undefined && kept.has(name);
    setMesh((isKnown && kept.get(name)) || undefined);
    setProblem(name === undefined ? undefined : problems.get(name));
    asked?.abort();
    if (name === undefined || !motion.joints()?.mayHaveMesh) return;
    const chunk = motion.chunkAt(untrack(frame));
    const mustLoad = !isKnown || (kept.get(name) && chunk && !turns.has(chunk));
    if (!mustLoad) return;
    const abort = new AbortController();
    asked = abort;
    void fetchAll(name, chunk, abort.signal);
  }

  async function fetchAll(name: string, chunk: MotionChunk | undefined, signal: AbortSignal) {
    try {
      if (!kept.has(name)) {
        keep(name, meshOf(await client.mesh(name, signal)));
        if (signal.aborted) return;
        setMesh(kept.get(name) ?? undefined);
      }
      if (!kept.get(name) || !chunk || turns.has(chunk)) return;
      const { values } = await client.turns(name, chunk.start, chunk.stop, signal);
      if (signal.aborted) return;
      turns.set(chunk, values);
      setLoaded((count) => count + 1);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Unreachable) {
        const timer = setTimeout(() => setAgain((count) => count + 1), RETRY_MS);
        signal.addEventListener("abort", () => clearTimeout(timer));
        return;
      }
      kept.set(name, null);
      problems.set(name, problemOf(error));
      setProblem(problems.get(name));
    }
  }

  function keep(name: string, made: Mesh | undefined) {
    kept.set(name, made ?? null);
    const full = [...kept].filter(([, mesh]) => mesh);
    for (const [other] of full.slice(0, -MAX_MESHES)) kept.delete(other);
  }

  return {
    /** The mesh of the open clip, if its file has one. */
    mesh,
    /** Why the mesh cannot be shown. */
    problem,
    /** A signal that changes whenever more rotations are loaded. */
    loaded,
    /** The quaternions of all joints in a frame, as a view; `undefined` if they are not loaded. */
    turnsAt(at: number): Float32Array | undefined {
      const chunk = motion.chunkAt(at);
      const values = chunk && turns.get(chunk);
      if (!chunk || !values || at < chunk.start || at >= chunk.stop) return undefined;
      const count = values.length / Math.max(chunk.stop - chunk.start, 1);
      return values.subarray((at - chunk.start) * count, (at - chunk.start + 1) * count);
    },
    /** Drops everything loaded, because clips may have changed on disk. */
    forget() {
      kept.clear();
      problems.clear();
      turns = new WeakMap();
      setAgain((count) => count + 1);
    },
  };
}

export type MeshState = ReturnType<typeof createMesh>;

/** Splits the numbers of a mesh; `undefined` if the file has no mesh. */
export function meshOf({
  header,
  values,
}: {
  header: { joints: number[]; vertices: number; triangles: number };
  values: Float32Array<ArrayBuffer>;
}): Mesh | undefined {
  if (header.triangles === 0) return undefined;
  const bones = header.joints.length * PER_BONE;
  const corners = bones + header.vertices * PER_VERTEX;
  return {
    joints: header.joints,
    jointFromMesh: values.subarray(0, bones),
    vertices: values.subarray(bones, corners),
    triangles: Uint32Array.from(values.subarray(corners, corners + header.triangles * 3)),
  };
}
