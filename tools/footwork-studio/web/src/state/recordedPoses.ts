import type { Accessor } from "solid-js";
import type { RecordedPose } from "../api/types";
import { type Tape, tapeFrame } from "../recording/tape";
import type { Point } from "../view/frames";
import type { MotionChunk } from "./motion";
import { posed, type RecordedClips } from "./recordedClips";
import type { RecordingMoment } from "./recordingMoment";

/** The maximum number of placed poses in memory. */
const KEPT_POSES = 1024;

/** The parts of the recording that determine its poses. */
export interface RecordedPosesHost {
  tape: Accessor<Tape | undefined>;
  clips: RecordedClips;
  moment: RecordingMoment;
}

/** The poses of a recording, placed where the character was. A pose is available once its clip is loaded. */
export function createRecordedPoses({ tape, clips, moment }: RecordedPosesHost) {
  const poses = new Map<number, MotionChunk>();

  function playedIn({ clip }: RecordedPose) {
    const recorded = tape()?.clips[clip];
    return recorded && clips.played(recorded);
  }

  function poseAt(pose: RecordedPose, place: Readonly<Point>, headingRad: number) {
    const played = playedIn(pose);
    return played && posed(played, pose, place, headingRad);
  }

  function chunkAt(at: number): MotionChunk | undefined {
    const of = tape();
    if (!of || at < 0 || at >= of.frames) return undefined;
    const known = poses.get(at);
    if (known) return known;
    const { pose, place, headingRad } = tapeFrame(of, at);
    const values = poseAt(pose, place, headingRad);
    if (!values) return undefined;
    if (poses.size >= KEPT_POSES) poses.clear();
    const chunk = { start: at, stop: at + 1, values };
    poses.set(at, chunk);
    return chunk;
  }

  return {
    chunkAt,
    /** The joints of the clip that plays in a frame, once that clip is loaded. */
    jointsAt(at: number) {
      const of = tape();
      clips.loaded();
      return of && playedIn(tapeFrame(of, at).pose)?.joints;
    },
    /** The poses that the search compared, at the place of the character. */
    ghosts() {
      const [found, at] = [moment.search(), moment.origin()];
      clips.loaded();
      if (!found || !at) return [];
      return found.candidates.flatMap(({ pose }, place) => {
        const values = poseAt(pose, at.place, at.headingRad);
        return values ? [{ pose: values, isMarked: moment.marked() === place }] : [];
      });
    },
    forget: () => poses.clear(),
  };
}
