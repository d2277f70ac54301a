import type { Scene } from "three";
import { type Figure, placeParts } from "../figure";
import type { Point, Shown } from "../frames";
import { createCapsules } from "./capsules";
import type { Colours } from "./stageColours";

/** The number of ghosts on each side. */
const TO_EACH_SIDE = 3;

/** Thin, faint poses at regular distances before and after the shown frame. */
export function createGhosts(scene: Scene, figure: Figure) {
  const bones = figure.parts.filter((part) => !part.isJoint);
  const capsules = createCapsules(bones.length * TO_EACH_SIDE * 2, { around: 6, caps: 1 }, false);
  capsules.mesh.visible = false;
  scene.add(capsules.mesh);
  return {
    paint(colours: Colours) {
      for (let ghost = 0; ghost < TO_EACH_SIDE * 2; ghost += 1) {
        const isBefore = ghost < TO_EACH_SIDE;
        const away = isBefore ? TO_EACH_SIDE - ghost : ghost - TO_EACH_SIDE + 1;
        const colour = colours[isBefore ? "ghost-before" : "ghost-after"];
        bones.forEach(({ radii }, bone) => {
          const at = ghost * bones.length + bone;
          capsules.radii.set([radii[0] * 0.7, radii[1] * 0.7], at * 2);
          capsules.tint.set([...colour, 0.42 - 0.1 * away], at * 4);
        });
      }
      capsules.changed();
    },
    /** Places the ghosts around a frame, `step` frames apart. Without a step, hides all ghosts. */
    place(
      shown: Shown,
      frame: number,
      pose: Float32Array,
      origin: Readonly<Point>,
      step: number | undefined,
    ) {
      capsules.mesh.visible = step !== undefined;
      if (step === undefined) return;
      for (let ghost = 0; ghost < TO_EACH_SIDE * 2; ghost += 1) {
        const away = ghost < TO_EACH_SIDE ? ghost - TO_EACH_SIDE : ghost - TO_EACH_SIDE + 1;
        // A ghost whose frame is outside the clip or not loaded lies inside the shown pose.
        const other = shown.positions(frame + away * step) ?? pose;
        placeParts(bones, other, origin, capsules.from, capsules.to, ghost * bones.length);
      }
      capsules.count(bones.length * TO_EACH_SIDE * 2);
      capsules.moved();
    },
    dispose() {
      scene.remove(capsules.mesh);
      capsules.dispose();
    },
  };
}
