import { batch, createSignal } from "solid-js";
import type { Client } from "../api/client";
import type { Problem } from "../api/types";
import { readTape, type Tape } from "../recording/tape";
import { problemOf } from "./editQueue";

/** The parts of the recording that loading uses. */
export interface RecordingLoadHost {
  client: Pick<Client, "recording" | "openRecording">;
  /** Called when a recording has arrived in place of `before`. */
  took(tape: Tape | undefined, before: Tape | undefined): void;
}

/** Loads the open recording. Shows it in the view if the user opened it, or if none was open before. */
export function createRecordingLoad({ client, took }: RecordingLoadHost) {
  const [tape, setTape] = createSignal<Tape | undefined>(undefined);
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  const [isShown, setIsShown] = createSignal(false);
  /** Whether the next recording that arrives is shown: the user opened it, or none was open. */
  let mustShow = true;
  /** Counts loads and opened files. The response to an earlier load or file is dropped. */
  const turns = { load: 0, open: 0 };

  /** Loads the recording, unless its revision is already loaded. */
  async function load(revision?: number) {
    if (revision !== undefined && revision === tape()?.revision) return taken();
    const turn = ++turns.load;
    try {
      const answer = await client.recording();
      if (turn !== turns.load) return;
      const before = tape();
      const read = readTape(answer, before);
      batch(() => {
        setTape(read);
        took(read, before);
        taken();
      });
    } catch (error) {
      if (turn === turns.load) setProblem(problemOf(error));
    }
  }

  /**
   * Notes that the load is done. Recordings that arrive later, from a game or from disk, do not change what the view
   * shows.
   */
  function taken() {
    setProblem(undefined);
    if (mustShow && tape()) setIsShown(true);
    mustShow = tape() === undefined;
  }

  /** Opens a file in place of the current recording. */
  async function open(file: Blob & { name: string }) {
    const turn = ++turns.open;
    try {
      const revision = await client.openRecording(file.name, await file.arrayBuffer());
      if (turn !== turns.open) return;
      mustShow = true;
      await load(revision);
    } catch (error) {
      if (turn === turns.open) setProblem(problemOf(error));
    }
  }

  return {
    tape,
    problem,
    setProblem,
    isShown,
    setIsShown: (to: boolean) => setIsShown(to && tape() !== undefined),
    load,
    open,
  };
}
