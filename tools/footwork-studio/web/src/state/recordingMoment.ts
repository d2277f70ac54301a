import { type Accessor, createMemo, createSignal } from "solid-js";
import { placePath } from "../recording/placePose";
import { sameMoment, searchBefore, type Tape, tapeFrame } from "../recording/tape";

/** The shown frame of a recording, and the last search up to it. */
export function createRecordingMoment(tape: Accessor<Tape | undefined>) {
  const [frame, setFrame] = createSignal(0);
  const [marked, setMarked] = createSignal<number | undefined>(undefined);

  const now = createMemo(() => {
    const of = tape();
    return of && tapeFrame(of, frame());
  });
  /** The last search at or before the shown frame. */
  const search = createMemo(() => {
    const of = tape();
    return of?.searches[searchBefore(of, frame())];
  });
  /** The place of the character just before that search. */
  const origin = createMemo(() => {
    const [of, found] = [tape(), search()];
    return of && found && tapeFrame(of, Math.max(found.frame - 1, 0));
  });

  return {
    frame,
    now,
    search,
    origin,
    marked,
    setMarked,
    /** Shows a frame, or the nearest end of the recording. */
    seek(of: Tape, to: number) {
      setFrame(Math.min(Math.max(Math.round(to), 0), of.frames - 1));
      setMarked(undefined);
    },
    /** Keeps showing the same moment when another recording replaces `before`. */
    stay: (of: Tape, before: Tape | undefined) => setFrame((at) => sameMoment(of, before, at)),
    /** Returns the names of the shown clips: the playing one, and those of the search's candidates. */
    clips(): ReadonlySet<string | undefined> {
      const shown = [now()?.pose, ...(search()?.candidates ?? []).map(({ pose }) => pose)];
      return new Set(shown.map((pose) => tape()?.clips[pose?.clip ?? -1]?.name));
    },
    /** Returns the trajectory of the goal, and that of the pose chosen by the search. */
    paths() {
      const [found, at] = [search(), origin()];
      if (!found || !at) return undefined;
      const placed = (path: [number, number][]) => placePath(path, at.place, at.headingRad);
      return {
        wanted: placed(found.wanted as [number, number][]),
        got: placed(found.got as [number, number][]),
      };
    },
  };
}

export type RecordingMoment = ReturnType<typeof createRecordingMoment>;
