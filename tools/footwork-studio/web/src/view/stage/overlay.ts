import type { Scene } from "three";
import { type Figure, placeParts } from "../figure";
import type { Point } from "../frames";
import type { Colour } from "../palette";
import { createCapsules } from "./capsules";

/** The maximum numbers of ghosts and of path segments. */
const MAX_GHOSTS = 8;
const MAX_SEGMENTS = 64;
/** The radius of a path, and of the ball at each of its points, as shares of the character's stature. */
const PATH_RADIUS = 0.008;
const POINT_RADIUS = 0.02;
/** The height of paths above the floor, as a share of the stature, so that the floor does not hide them. */
const PATH_LIFT = 0.012;

/** A thin and faint figure. */
export interface Ghost {
  pose: Float32Array;
  colour: Colour;
  strength: number;
}

/** A line with a ball at each point. */
export interface Path {
  points: readonly Point[];
  colour: Colour;
}

export interface OverlayContent {
  ghosts: readonly Ghost[];
  paths: readonly Path[];
}

/** The figures and paths drawn besides the character: the poses that a search found, and trajectories. */
export function createOverlay(scene: Scene, figure: Figure) {
  const bones = figure.parts.filter((part) => !part.isJoint);
  const ghosts = createCapsules(bones.length * MAX_GHOSTS, { around: 6, caps: 1 }, false);
  const lines = createCapsules(MAX_SEGMENTS * 2, { around: 8, caps: 2 }, true);
  scene.add(ghosts.mesh, lines.mesh);

  function placeGhosts(all: readonly Ghost[], origin: Readonly<Point>) {
    all.forEach(({ pose, colour, strength }, ghost) => {
      placeParts(bones, pose, origin, ghosts.from, ghosts.to, ghost * bones.length);
      bones.forEach(({ radii }, bone) => {
        const at = ghost * bones.length + bone;
        ghosts.radii.set([radii[0] * 0.7, radii[1] * 0.7], at * 2);
        ghosts.tint.set([...colour, strength], at * 4);
      });
    });
    ghosts.count(bones.length * all.length);
    ghosts.moved();
    ghosts.changed();
  }

  function placePaths(all: readonly Path[], origin: Readonly<Point>) {
    let count = 0;
    const put = (from: Point, to: Point, radius: number, colour: Colour) => {
      if (count >= MAX_SEGMENTS * 2) return;
      const lift = PATH_LIFT * figure.stature;
      [from, to].forEach((point, end) => {
        const into = end === 0 ? lines.from : lines.to;
        for (let axis = 0; axis < 3; axis += 1)
          into[count * 3 + axis] =
            (point[axis] ?? 0) - (origin[axis] ?? 0) + (axis === 1 ? lift : 0);
      });
      lines.radii.set([radius, radius], count * 2);
      lines.tint.set([...colour, 1], count * 4);
      count += 1;
    };
    for (const { points, colour } of all) {
      points.forEach((point, at) => {
        const before = points[at - 1];
        if (before) put(before, point, PATH_RADIUS * figure.stature, colour);
        if (at > 0) put(point, point, POINT_RADIUS * figure.stature, colour);
      });
    }
    lines.count(count);
    lines.moved();
    lines.changed();
  }

  return {
    place({ ghosts: figures, paths }: OverlayContent, origin: Readonly<Point>) {
      placeGhosts(figures.slice(0, MAX_GHOSTS), origin);
      placePaths(paths, origin);
    },
    dispose() {
      scene.remove(ghosts.mesh, lines.mesh);
      ghosts.dispose();
      lines.dispose();
    },
  };
}

export type Overlay = ReturnType<typeof createOverlay>;
