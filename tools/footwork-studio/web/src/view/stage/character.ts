import type { Scene } from "three";
import type { JointSide } from "../../api/types";
import type { Mesh as FileMesh } from "../../state/mesh";
import type { Box } from "../cameraFit";
import { contactOf, lowestOf } from "../contact";
import { type Figure, placeParts } from "../figure";
import type { Point, Shown } from "../frames";
import { placeTrails, trailSpacing } from "../trails";
import { createBodyMesh } from "./bodyMesh";
import { createCapsules } from "./capsules";
import { createGhosts } from "./ghosts";
import { createShadows } from "./shadows";
import { createSkinMesh, type SkinMesh } from "./skinMesh";
import type { Colours } from "./stageColours";
import { createTrailLines, type TrailLines } from "./trailLines";

/** The size of the dots of trails, in pixels of the picture. */
const DOT = 3;

/** Which parts of a character are visible. */
export interface CharacterOptions {
  /** Whether a body is drawn around the bones, if the skeleton is a person's. */
  body: boolean;
  trails: boolean;
  ghosts: boolean;
  /** The number of frames between ghosts. */
  ghostFrames: number;
}

/** Creates the figure of a clip in the scene: its bones or body, its shadow, its ghosts and its trails. */
export function createCharacter(
  scene: Scene,
  shown: Shown,
  figure: Figure,
  origin: Readonly<Point>,
  isSoftware: boolean,
) {
  const jointCount = figure.joints.names.length;
  const { soles, hips, feet, hands } = figure.landmarks;
  const lowest = soles.map((joint) =>
    lowestOf(shown, shown.frames, joint, jointCount, figure.stature),
  );
  const sides = new Map(figure.parts.map((part) => [part.to, part.side]));
  const sideOf = (joint: number) => sides.get(joint) ?? "centre";
  const fine = isSoftware ? { around: 8, caps: 2 } : { around: 14, caps: 4 };
  // Parts inside the body come last, so that they can be left out by drawing fewer parts.
  const parts = [...figure.parts].sort((a, b) => Number(a.isCovered) - Number(b.isCovered));
  const outside = parts.filter((part) => !part.isCovered).length;
  const bones = createCapsules(parts.length, fine, true);
  const first = shown.positions(0) ?? new Float32Array(jointCount * 3);
  const body = figure.anatomy && createBodyMesh(figure.anatomy, first, isSoftware);
  const shadows = createShadows(figure.shading.length);
  const ghosts = createGhosts(scene, figure);
  const trailed = [hips, ...feet, ...hands];
  let skin: SkinMesh | undefined;
  const spacing = trailSpacing(shown.framesPerSec);
  let trails: TrailLines | undefined;
  scene.add(bones.mesh, shadows.mesh);
  if (body) {
    body.mesh.visible = false;
    scene.add(body.mesh);
  }
  // Hidden until the positions are known.
  bones.mesh.visible = false;
  shadows.mesh.visible = false;

  const dropTrails = () => {
    if (!trails) return;
    scene.remove(trails.group);
    trails.dispose();
    trails = undefined;
  };
  const dropSkin = () => {
    if (!skin) return;
    scene.remove(skin.mesh);
    skin.dispose();
    skin = undefined;
  };
  /** Shows the mesh of the file; without one, a body around the bones; else only the bones. */
  const placeBody = (frame: number, pose: Float32Array, isWanted: boolean) => {
    const turns = isWanted && skin ? shown.turnsAt(frame) : undefined;
    const hasSkin = skin !== undefined && turns !== undefined;
    const hasBody = isWanted && !hasSkin && body !== undefined;
    if (skin) skin.mesh.visible = hasSkin;
    if (hasSkin) skin?.place(pose, turns, origin);
    if (body) body.mesh.visible = hasBody;
    if (hasBody) body?.place(pose, origin);
    bones.mesh.visible = !hasSkin;
    bones.count(hasBody ? outside : parts.length);
    if (hasSkin) return;
    placeParts(parts, pose, origin, bones.from, bones.to);
    bones.moved();
  };
  const paintBones = (ofSide: (side: JointSide) => readonly number[]) => {
    parts.forEach((part, at) => {
      const lift = part.isJoint ? 1.12 : 1;
      const tint = ofSide(part.side).map((value) => Math.min(value * lift, 1));
      bones.radii.set(part.radii, at * 2);
      bones.tint.set([...tint, 1], at * 4);
    });
    bones.changed();
    body?.paint(ofSide);
  };
  const paintShadows = (colours: Colours) => {
    shadows.setColour(colours["stage-shadow"]);
    shadows.setScale(figure.stature, -origin[1]);
    shadows.count(figure.shading.length);
    shadows.contact.fill(0);
    figure.shading.forEach((joint, at) => {
      shadows.ring.set(colours[`limb-${sideOf(joint)}`], at * 3);
    });
    shadows.changed();
  };
  const placeShadows = (frame: number, pose: Float32Array) => {
    figure.shading.forEach((joint, at) => {
      for (let axis = 0; axis < 3; axis += 1)
        shadows.place[at * 3 + axis] = (pose[joint * 3 + axis] ?? 0) - (origin[axis] as number);
    });
    soles.forEach((joint, at) => {
      const how = contactOf(
        shown,
        frame,
        joint,
        jointCount,
        shown.framesPerSec,
        lowest[at] ?? 0,
        figure.stature,
      );
      shadows.contact[figure.shading.indexOf(joint)] = how;
    });
    shadows.moved();
  };

  return {
    /** Writes the colours and sizes, which do not depend on the frame. */
    paint(colours: Colours, ratio: number) {
      paintBones((side) => colours[`limb-${side}`]);
      paintShadows(colours);
      ghosts.paint(colours);
      dropTrails();
      trails = createTrailLines(
        trailed.map((joint) => colours[`limb-${sideOf(joint)}`]),
        spacing,
      );
      trails.setDotSize(DOT * ratio);
      trails.group.visible = false;
      scene.add(trails.group);
    },
    /** Moves all parts to their places in a frame with the given pose. */
    place(frame: number, pose: Float32Array, options: CharacterOptions) {
      shadows.mesh.visible = true;
      placeBody(frame, pose, options.body);
      placeShadows(frame, pose);
      ghosts.place(shown, frame, pose, origin, options.ghosts ? options.ghostFrames : undefined);
      if (!trails) return;
      trails.group.visible = options.trails;
      if (!options.trails) return;
      placeTrails(shown, frame, trailed, jointCount, spacing, origin, trails.place);
      trails.moved();
    },
    /** Sets the mesh of the file, or removes it. */
    setMesh(mesh: FileMesh | undefined) {
      dropSkin();
      if (!mesh) return;
      skin = createSkinMesh(mesh);
      skin.mesh.visible = false;
      scene.add(skin.mesh);
    },
    /** Returns the bounding box of the file's mesh in a frame; `undefined` if the mesh is not shown. */
    meshBox(frame: number): Box | undefined {
      const [pose, turns] = [shown.positions(frame), shown.turnsAt(frame)];
      return skin && pose && turns && skin.grow(undefined, pose, turns);
    },
    setRatio: (ratio: number) => trails?.setDotSize(DOT * ratio),
    dispose() {
      dropTrails();
      dropSkin();
      ghosts.dispose();
      scene.remove(bones.mesh, shadows.mesh);
      if (body) scene.remove(body.mesh);
      body?.dispose();
      bones.dispose();
      shadows.dispose();
    },
  };
}

export type Character = ReturnType<typeof createCharacter>;
