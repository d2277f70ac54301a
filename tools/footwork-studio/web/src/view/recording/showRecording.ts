import { type Accessor, createEffect, createMemo, on, onCleanup, untrack } from "solid-js";
import type { Tape } from "../../recording/tape";
import type { Studio } from "../../state/studio";
import { clearStage } from "../clearStage";
import { createFigure, type Figure } from "../figure";
import type { Shown } from "../frames";
import { onSchemeChange, readColours } from "../palette";
import type { Stage } from "../stage/stage";

/** The names of the colours of a recording's paths and ghosts. */
const COLOURS = ["path-wanted", "path-got", "ghost-marked", "ghost-other"] as const;

/** The number of frames between the two poses from which the figure's proportions are taken. */
const LATER_FRAMES = 60;

/** Shows the recording on the stage in place of the open clip, with the poses and paths of the last search. */
export function showRecording(
  studio: Pick<Studio, "recording">,
  stage: Accessor<Stage | undefined>,
  element: () => HTMLElement,
  setFigure: (figure: Figure | undefined) => void,
) {
  const { recording } = studio;
  /** The joints, once the playing clip is loaded. All clips of a recording share a skeleton. */
  const joints = createMemo(
    () => (recording.isShown() ? recording.jointsAt(recording.frame()) : undefined),
    undefined,
    { equals: (before, now) => before?.names.join() === now?.names.join() },
  );
  /** The base of the recording at which the camera was last aimed. */
  let aimedAt: Tape["base"] | undefined;
  createEffect(
    on([stage, joints, recording.tape, recording.isShown], ([at, known, tape, isShown]) => {
      if (!at || !tape || !isShown) {
        aimedAt = undefined;
        return;
      }
      const now = recording.frame();
      const pose = recording.positions(now);
      if (!known || !pose) {
        const clear = () => {
          at.clear();
          setFigure(undefined);
        };
        // The open clip must not stay visible under the name of the recorded clip.
        const isLost = tape.clips[recording.now()?.pose.clip ?? -1]?.problem !== null;
        clearStage(clear, isLost || tape.base !== aimedAt);
        return;
      }
      const later = recording.positions(Math.min(now + LATER_FRAMES, tape.frames - 1)) ?? pose;
      const made = createFigure(known, pose, later, [pose, later]);
      const shown: Shown = {
        chunkAt: recording.chunkAt,
        positions: recording.positions,
        turnsAt: () => undefined,
        frames: tape.frames,
        framesPerSec: recording.framesPerSec(),
      };
      setFigure(made);
      at.show(shown, made, now, tape.base === aimedAt);
      aimedAt = tape.base;
      onCleanup(() => at.setOverlay(undefined));
    }),
  );
  createEffect(() => {
    const at = stage();
    if (!at || !recording.isShown() || !joints()) return;
    const paint = () => {
      const colours = readColours(element(), COLOURS);
      const paths = untrack(recording.paths);
      at.setOverlay({
        ghosts: untrack(recording.ghosts).map(({ pose, isMarked }) => ({
          pose,
          colour: colours[isMarked ? "ghost-marked" : "ghost-other"],
          strength: isMarked ? 0.75 : 0.28,
        })),
        paths: paths
          ? [
              { points: paths.got, colour: colours["path-got"] },
              { points: paths.wanted, colour: colours["path-wanted"] },
            ]
          : [],
      });
    };
    recording.ghosts();
    recording.paths();
    recording.tape();
    paint();
    onCleanup(onSchemeChange(paint));
  });
  createEffect(on(recording.loaded, () => stage()?.ask(), { defer: true }));
}
