import { batch, createSignal } from "solid-js";
import type { Client } from "../api/client";
import type { Problem } from "../api/types";
import { readTape, type Tape } from "../recording/tape";
import { problemOf } from "./editQueue";

/** The parts of the recording that loading needs. */
export interface RecordingLoadHost {
  client: Pick<Client, "recording" | "openRecording">;
  /** A recording arrived in place of another. */
  took(tape: Tape | undefined, before: Tape | undefined): void;
}

/** Loads the open recording, and shows it if the user opened it. */
export function createRecordingLoad({ client, took }: RecordingLoadHost) {
  const [tape, setTape] = createSignal<Tape | undefined>(undefined);
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  const [isShown, setIsShown] = createSignal(false);
  /** Whether the next recording to arrive is shown: the user opened it, or there was none. */
  let mustShow = true;
  /** The numbers of the last load and of the last opened file. Answers to earlier ones are dropped. */
  const turns = { load: 0, open: 0 };

  /** Loads the recording, unless its revision is known to be loaded already. */
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

  /** Ends a load. News from a game or from disk does not change what the view shows. */
  function taken() {
    setProblem(undefined);
    if (mustShow && tape()) setIsShown(true);
    mustShow = tape() === undefined;
  }

  /** Opens a file in place of the recording. */
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
