import { createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import type { Client } from "../api/client";
import type { ClipLabels, Problem } from "../api/types";
import type { Clock } from "./clock";
import { problemOf } from "./editQueue";
import type { LibraryState } from "./library";
import { createMesh } from "./mesh";
import { createMotion } from "./motion";

/** The parts of the studio that a second clip uses. Tests supply their own. */
export interface BesideHost {
  client: Pick<Client, "labels" | "motion" | "mesh" | "turns">;
  clock: Pick<Clock, "frame" | "framesPerSec">;
  library: Pick<LibraryState, "rowOf">;
  /** The open clip and its labels. */
  clip(): string | undefined;
  labels(): ClipLabels | undefined;
}

/**
 * A second clip, shown and played next to the open clip. When the open clip is at time t, the second clip is at t plus
 * the offset, so that an event in both clips can be aligned.
 */
export function createBeside({ client, clock, library, clip, labels }: BesideHost) {
  const [isAsked, setIsAsked] = createSignal(false);
  const [name, setName] = createSignal<string | undefined>(undefined);
  const [offsetSecs, setOffsetSecs] = createSignal(0);
  const [isApart, setIsApart] = createSignal(true);
  const [own, setOwn] = createSignal<ClipLabels | undefined>(undefined);
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  const motion = createMotion({ client });

  const row = createMemo(() => library.rowOf(name()));
  const frames = () => row()?.frames ?? 0;
  const framesPerSec = () => {
    const [numerator, denominator] = row()?.rate ?? [30, 1];
    return numerator / denominator;
  };
  /** The shown frame of the second clip. It does not go beyond the ends of that clip. */
  const frame = createMemo(() => {
    const secs = clock.frame() / clock.framesPerSec() + offsetSecs();
    const at = Math.floor(secs * framesPerSec() + 1e-4);
    return Math.min(Math.max(at, 0), Math.max(frames() - 1, 0));
  });
  const mesh = createMesh({ client, motion, clip: name, frame });

  createEffect(() => motion.open(name(), frames(), frame()));
  createEffect(() => motion.seek(frame()));
  createEffect(
    on(name, (asked) => {
      setOwn(undefined);
      setProblem(undefined);
      if (asked === undefined) return;
      const abort = new AbortController();
      onCleanup(() => abort.abort());
      client.labels(asked, abort.signal).then(setOwn, (error) => {
        if (!abort.signal.aborted) setProblem(problemOf(error));
      });
    }),
  );

  /** The events that occur in both clips, sorted by name. */
  const events = createMemo(() => {
    const others = new Set(own()?.events.map(({ event }) => event));
    const both = (labels()?.events ?? []).map(({ event }) => event).filter((e) => others.has(e));
    return [...new Set(both)].sort();
  });

  return {
    /** Whether the user has switched on a second clip, even if none is chosen yet. */
    isAsked,
    /** The name of the second clip. */
    clip: name,
    motion,
    mesh,
    frame,
    frames,
    framesPerSec,
    problem: () => problem() ?? motion.problem(),
    offsetSecs,
    setOffsetSecs,
    /** Whether the second clip stands next to the open clip instead of at its own place. */
    isApart,
    setIsApart,
    events,
    ask: () => setIsAsked(true),
    close() {
      setIsAsked(false);
      setName(undefined);
      setOffsetSecs(0);
    },
    show(other: string) {
      setIsAsked(true);
      setOffsetSecs(0);
      setName(other);
    },
    /**
     * Sets the offset so that an event in both clips is aligned: its next occurrence in the open clip, or else its
     * last, with its first in the second clip.
     */
    align(event: string) {
      const times = (of: ClipLabels | undefined) =>
        (of?.events ?? []).filter((moment) => moment.event === event).map(({ time }) => time);
      const mine = times(labels()).sort((a, b) => a - b);
      const [first] = times(own()).sort((a, b) => a - b);
      const next = mine.find((time) => time >= clock.frame()) ?? mine.at(-1);
      if (next === undefined || first === undefined || clip() === undefined) return;
      setOffsetSecs(first / framesPerSec() - next / clock.framesPerSec());
    },
    /** Drops everything loaded, because clips may have changed on disk. */
    forget() {
      motion.forget();
      mesh.forget();
    },
  };
}

export type Beside = ReturnType<typeof createBeside>;
