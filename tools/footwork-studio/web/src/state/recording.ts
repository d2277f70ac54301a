import { createEffect, on } from "solid-js";
import { framesPerSecOf } from "../recording/tape";
import { createRecordedClips, type RecordedClipsHost } from "./recordedClips";
import { createRecordedPoses } from "./recordedPoses";
import { createRecordingLoad, type RecordingLoadHost } from "./recordingLoad";
import { createRecordingMoment } from "./recordingMoment";

/** The parts of the studio that the recording uses. Tests supply their own. */
export interface RecordingHost extends Pick<RecordedClipsHost, "library" | "keptBytes"> {
  client: RecordingLoadHost["client"] & RecordedClipsHost["client"];
  clip(): string | undefined;
}

/** The open recording of a character, its shown frame, and its poses. */
export function createRecording({ client, library, clip, keptBytes }: RecordingHost) {
  const file = createRecordingLoad({
    client,
    took(read, before) {
      poses.forget();
      clips.moved();
      if (read) moment.stay(read, before);
    },
  });
  const { tape } = file;
  const moment = createRecordingMoment(tape);
  const clips = createRecordedClips({
    client,
    library,
    keptBytes,
    visible: moment.clips,
    failed: file.setProblem,
  });
  const poses = createRecordedPoses({ tape, clips, moment });

  createEffect(on(clip, () => file.setIsShown(false), { defer: true }));

  return {
    tape,
    problem: file.problem,
    frame: moment.frame,
    /** The shown frame. */
    now: moment.now,
    /** The last search at or before the shown frame. */
    search: moment.search,
    /** Whether the view shows the recording instead of the open clip. */
    isShown: file.isShown,
    setIsShown: file.setIsShown,
    /** The candidate that the view marks. */
    marked: moment.marked,
    mark: moment.setMarked,
    /** A signal that changes whenever more motion is loaded. */
    loaded: clips.loaded,
    chunkAt: poses.chunkAt,
    positions: (at: number) => poses.chunkAt(at)?.values,
    jointsAt: poses.jointsAt,
    ghosts: poses.ghosts,
    paths: moment.paths,
    framesPerSec: () => framesPerSecOf(tape()),
    seek(to: number) {
      const of = tape();
      if (!of) return;
      clips.moved();
      moment.seek(of, to);
      file.setIsShown(true);
    },
    load: file.load,
    open: file.open,
    /** Drops everything loaded, because clips may have changed on disk. */
    forget() {
      clips.forget();
      poses.forget();
      if (tape()) void file.load();
    },
  };
}

export type RecordingState = ReturnType<typeof createRecording>;
