import { type Accessor, createEffect, createMemo, on, onCleanup, untrack } from "solid-js";
import type { Studio } from "../../state/studio";
import { createFigure, type Figure } from "../figure";
import { posesOf, type Shown } from "../frames";
import type { Stage } from "../stage/stage";

/** Shows the second clip on the stage, next to the figure of the open clip. */
export function showBeside(
  studio: Pick<Studio, "beside">,
  stage: Accessor<Stage | undefined>,
  figure: Accessor<Figure | undefined>,
) {
  const { motion, mesh, frame, frames, framesPerSec, clip, isApart } = studio.beside;
  /** The joints of the second clip, once its frame is loaded. */
  const joints = createMemo(() => (motion.isLoaded(frame()) ? motion.joints() : undefined));
  createEffect(
    on([stage, figure, joints, clip, isApart], ([at, first, known, name]) => {
      if (!at || !first || !known || name === undefined) return;
      onCleanup(at.clearBeside);
      const now = untrack(frame);
      const pose = motion.positions(now);
      const chunk = motion.chunkAt(now);
      if (!pose || !chunk) return;
      const later = motion.positions(Math.max(chunk.stop - 1, 0)) ?? pose;
      const made = createFigure(known, pose, later, posesOf(motion, chunk));
      const { chunkAt, positions } = motion;
      const shown: Shown = {
        chunkAt,
        positions,
        turnsAt: mesh.turnsAt,
        frames: untrack(frames),
        framesPerSec: untrack(framesPerSec),
      };
      at.showBeside(shown, made, now, isApart());
      at.setMesh(untrack(mesh.mesh), "second");
    }),
  );
  createEffect(() => stage()?.setFrameBeside(frame()));
  createEffect(on(mesh.mesh, (found) => stage()?.setMesh(found, "second")));
  createEffect(on([mesh.loaded, motion.loaded], () => stage()?.ask()));
}
