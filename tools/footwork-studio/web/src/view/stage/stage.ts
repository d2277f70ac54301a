import { Color, ColorManagement, LinearSRGBColorSpace, Scene, WebGLRenderer } from "three";
import {
  type Bearing,
  type Box,
  ballOf,
  bearingOf,
  gridUnit,
  growBox,
  type Look,
} from "../cameraFit";
import { contactOf, lowestOf } from "../contact";
import { type Figure, headingOf, placeParts } from "../figure";
import { followPoint } from "../follow";
import type { Frames, Point } from "../frames";
import type { Colour } from "../palette";
import { createQuality } from "../quality";
import { placeTrails, trailSpacing } from "../trails";
import { createCameraRig } from "./cameraRig";
import { createCapsules } from "./capsules";
import { createFloor } from "./floor";
import { createShadows } from "./shadows";
import { createTrailLines, type TrailLines } from "./trailLines";

/** How many ghosts there are to each side. */
const GHOSTS = 3;

/** The colours of the view, by what they are for. */
export const COLOURS = [
  "stage",
  "stage-floor",
  "stage-line",
  "stage-shadow",
  "limb-left",
  "limb-right",
  "limb-centre",
  "ghost-before",
  "ghost-after",
  "axis-x",
  "axis-y",
  "axis-z",
] as const;
export type Colours = Record<(typeof COLOURS)[number], Colour>;

export interface StageOptions {
  trails: boolean;
  ghosts: boolean;
  follow: boolean;
  /** How many frames lie between ghosts. */
  ghostFrames: number;
}

/** A clip as the stage shows it. */
export interface Shown extends Frames {
  positions(frame: number): Float32Array | undefined;
  frames: number;
  framesPerSec: number;
}

/** What the stage needs of who shows it. */
export interface StageHost {
  /** A picture was drawn: what lies over it goes along. */
  drawn(stage: Stage): void;
  lost(): void;
  restored(): void;
}

/**
 * The 3D picture. It is drawn only when it was asked for: when the frame, the camera, the size or
 * what is shown are others. Places are told from the character's first place, so that clips far
 * from the origin are as exact as others.
 */
export function createStage(canvas: HTMLCanvasElement, host: StageHost) {
  const isSoftware = isDrawnBySoftware();
  // Colours come from styles and go to the screen as they are.
  ColorManagement.enabled = false;
  const renderer = new WebGLRenderer({ canvas, antialias: !isSoftware });
  renderer.outputColorSpace = LinearSRGBColorSpace;
  const scene = new Scene();
  const rig = createCameraRig(canvas, () => ask());
  const quality = createQuality(devicePixelRatio, isSoftware);
  const floor = createFloor();
  scene.add(floor.group);

  let colours: Colours | undefined;
  let options: StageOptions = { trails: true, ghosts: false, follow: true, ghostFrames: 5 };
  let shown: Shown | undefined;
  let figure: Figure | undefined;
  let frame = 0;
  let size = { width: 0, height: 0 };
  let ratio = 0;
  let parts: ReturnType<typeof createParts> | undefined;
  let request = 0;
  let sharpen: ReturnType<typeof setTimeout> | undefined;
  let isDisposed = false;
  /** What the world's places are told from. */
  const origin: Point = [0, 0, 0];
  const followed: Point = [0, 0, 0];
  let isFollowing = false;
  const point: Point = [0, 0, 0];
  const lowest: number[] = [];

  function createParts(of: Figure, framesPerSec: number) {
    const bones = createCapsules(
      of.parts.length,
      isSoftware ? { around: 8, caps: 2 } : { around: 14, caps: 4 },
      true,
    );
    const boneCount = of.parts.filter((part) => !part.isJoint).length;
    const ghosts = createCapsules(boneCount * GHOSTS * 2, { around: 6, caps: 1 }, false);
    const shadows = createShadows(of.shading.length);
    const trailed = [of.landmarks.hips, ...of.landmarks.feet, ...of.landmarks.hands];
    scene.add(bones.mesh, ghosts.mesh, shadows.mesh);
    return {
      bones,
      boneCount,
      ghosts,
      shadows,
      trailed,
      trails: undefined as TrailLines | undefined,
      spacing: trailSpacing(framesPerSec),
    };
  }

  function dropParts() {
    if (!parts) return;
    scene.remove(parts.bones.mesh, parts.ghosts.mesh, parts.shadows.mesh);
    if (parts.trails) scene.remove(parts.trails.group);
    for (const part of [parts.bones, parts.ghosts, parts.shadows, parts.trails]) part?.dispose();
    parts = undefined;
  }

  /** Writes all that is so on every frame: colours and sizes. */
  function paint() {
    if (!colours) return;
    const { stage } = colours;
    renderer.setClearColor(new Color().setRGB(...stage), 1);
    floor.setColours(colours["stage-floor"], colours["stage-line"], [
      colours["axis-x"],
      colours["axis-y"],
      colours["axis-z"],
    ]);
    if (!parts || !figure) return;
    const { bones, ghosts, shadows, boneCount } = parts;
    const of = figure;
    const sideColour = (side: "left" | "right" | "centre") => (colours as Colours)[`limb-${side}`];
    of.parts.forEach((part, at) => {
      bones.radii.set(part.radii, at * 2);
      const lift = part.isJoint ? 1.12 : 1;
      const tint = sideColour(part.side).map((value) => Math.min(value * lift, 1));
      bones.tint.set([...tint, 1], at * 4);
    });
    bones.count(of.parts.length);
    bones.changed();
    for (let ghost = 0; ghost < GHOSTS * 2; ghost += 1) {
      const isBefore = ghost < GHOSTS;
      const away = isBefore ? GHOSTS - ghost : ghost - GHOSTS + 1;
      const colour = colours[isBefore ? "ghost-before" : "ghost-after"];
      for (let bone = 0; bone < boneCount; bone += 1) {
        const at = ghost * boneCount + bone;
        const radii = of.parts[bone]?.radii ?? [0, 0];
        ghosts.radii.set([radii[0] * 0.7, radii[1] * 0.7], at * 2);
        ghosts.tint.set([...colour, 0.42 - 0.1 * away], at * 4);
      }
    }
    ghosts.changed();
    shadows.setColour(colours["stage-shadow"]);
    shadows.setScale(of.stature, -origin[1]);
    shadows.count(of.shading.length);
    shadows.contact.fill(0);
    const sides = new Map(of.parts.map((part) => [part.to, part.side]));
    of.shading.forEach((joint, at) => {
      shadows.ring.set(sideColour(sides.get(joint) ?? "centre"), at * 3);
    });
    shadows.changed();
    if (parts.trails) {
      scene.remove(parts.trails.group);
      parts.trails.dispose();
    }
    const trailColours = parts.trailed.map((joint) => sideColour(sides.get(joint) ?? "centre"));
    parts.trails = createTrailLines(trailColours, parts.spacing);
    parts.trails.setDotSize(3 * ratio);
    scene.add(parts.trails.group);
  }

  /** Writes where all is on the frame. */
  function place() {
    if (!parts || !figure || !shown) return;
    const pose = shown.positions(frame);
    // What is not loaded yet is shown when it is; until then the last pose stays.
    if (!pose) return;
    const { bones, ghosts, shadows, trails, trailed, boneCount, spacing } = parts;
    const count = figure.joints.names.length;
    placeParts(figure.parts, pose, origin, bones.from, bones.to);
    bones.moved();
    for (let at = 0; at < figure.shading.length; at += 1) {
      const joint = figure.shading[at] as number;
      shadows.place[at * 3] = (pose[joint * 3] ?? 0) - origin[0];
      shadows.place[at * 3 + 1] = (pose[joint * 3 + 1] ?? 0) - origin[1];
      shadows.place[at * 3 + 2] = (pose[joint * 3 + 2] ?? 0) - origin[2];
    }
    for (let at = 0; at < figure.landmarks.soles.length; at += 1) {
      const joint = figure.landmarks.soles[at] as number;
      shadows.contact[figure.shading.indexOf(joint)] = contactOf(
        shown,
        frame,
        joint,
        count,
        shown.framesPerSec,
        lowest[at] ?? 0,
        figure.stature,
      );
    }
    shadows.moved();
    ghosts.mesh.visible = options.ghosts;
    if (options.ghosts) {
      let drawn = 0;
      for (let ghost = -GHOSTS; ghost <= GHOSTS; ghost += 1) {
        if (ghost === 0) continue;
        const at = (ghost < 0 ? ghost + GHOSTS : ghost + GHOSTS - 1) * boneCount;
        const other = shown.positions(frame + ghost * options.ghostFrames);
        // Where there is no frame the ghost lies inside the pose that is shown.
        placeGhost(other ?? pose, at);
        drawn = at + boneCount;
      }
      ghosts.count(drawn);
      ghosts.moved();
    }
    if (trails) {
      trails.group.visible = options.trails;
      if (options.trails) {
        placeTrails(shown, frame, trailed, count, spacing, origin, trails.place);
        trails.moved();
      }
    }
    follow(count);
  }

  function placeGhost(pose: Float32Array, at: number) {
    if (!parts || !figure) return;
    placeParts(boneParts, pose, origin, parts.ghosts.from, parts.ghosts.to, at);
  }
  let boneParts: Figure["parts"] = [];

  function follow(count: number) {
    if (!figure || !shown) return;
    const { hips } = figure.landmarks;
    if (!followPoint(shown, frame, hips, count, shown.framesPerSec, point)) return;
    for (let axis = 0; axis < 3; axis += 1)
      point[axis] = (point[axis] as number) - (origin[axis] as number);
    if (options.follow && isFollowing) {
      rig.shift(point[0] - followed[0], point[1] - followed[1], point[2] - followed[2]);
    }
    isFollowing = true;
    [followed[0], followed[1], followed[2]] = point;
  }

  function draw() {
    request = 0;
    if (isDisposed || size.width === 0 || size.height === 0) return;
    setRatio(quality.moving(performance.now()));
    render();
    clearTimeout(sharpen);
    if (ratio < quality.still()) {
      sharpen = setTimeout(() => {
        setRatio(quality.still());
        render();
      }, 250);
    }
  }

  function render() {
    if (isDisposed || renderer.getContext().isContextLost()) return;
    place();
    rig.update();
    floor.moveTo(rig.target.x, rig.target.z);
    renderer.render(scene, rig.camera);
    host.drawn(stage);
  }

  function setRatio(to: number) {
    if (to === ratio || size.width === 0) return;
    ratio = to;
    renderer.setPixelRatio(ratio);
    renderer.setSize(size.width, size.height, false);
    parts?.trails?.setDotSize(3 * ratio);
  }

  function ask() {
    if (request === 0 && !isDisposed) request = requestAnimationFrame(draw);
  }

  /** A place of the world as the picture has it. */
  const toPicture = ([x, y, z]: Point): Point => [x - origin[0], y - origin[1], z - origin[2]];

  /** The box that is to be seen: the pose, or, where the camera stays, the way of the clip. */
  function boxOfAll(): Box | undefined {
    if (!figure || !shown) return undefined;
    let box: Box | undefined;
    if (!options.follow) {
      const stride = Math.max(Math.floor(shown.frames / 64), 1);
      for (let at = 0; at < shown.frames; at += stride) {
        const pose = shown.positions(at);
        if (pose) box = growBox(box, pose, figure.body);
      }
    }
    const pose = shown.positions(frame) ?? shown.positions(0);
    return pose ? growBox(box, pose, figure.body) : box;
  }

  function fit(from?: Bearing) {
    const box = boxOfAll();
    if (!box || !figure) return;
    const { centre, radius } = ballOf(box, figure.stature);
    rig.show(toPicture(centre), radius, from);
  }

  const lost = (event: Event) => {
    event.preventDefault();
    host.lost();
  };
  const restored = () => {
    host.restored();
    // The colour of the background was lost with the rest.
    paint();
    ask();
  };
  canvas.addEventListener("webglcontextlost", lost);
  canvas.addEventListener("webglcontextrestored", restored);

  const stage = {
    camera: rig.camera,
    size: () => size,
    /** The pose that is shown, and what it is told from. */
    pose: () => shown?.positions(frame),
    origin: origin as Readonly<Point>,
    figure: () => figure,
    /** Shows another clip, or none; the camera keeps its bearing and, among characters alike, how near it is. */
    show(to: Shown | undefined, of: Figure | undefined) {
      const before = figure?.stature;
      dropParts();
      shown = to;
      figure = of;
      isFollowing = false;
      frame = 0;
      if (!to || !of) return ask();
      const pose = to.positions(0) ?? new Float32Array(0);
      const unit = gridUnit(of.stature);
      const step = unit * 5;
      // A whole number of strong lines from the origin, so that the lines are where they are.
      const hips = of.landmarks.hips * 3;
      const round = (value: number | undefined) => Math.round((value ?? 0) / step) * step || 0;
      origin[0] = round(pose[hips]);
      origin[1] = 0;
      origin[2] = round(pose[hips + 2]);
      parts = createParts(of, to.framesPerSec);
      boneParts = of.parts.slice(0, parts.boneCount);
      const { soles } = of.landmarks;
      const count = of.joints.names.length;
      lowest.length = 0;
      for (const joint of soles) lowest.push(lowestOf(to, to.frames, joint, count, of.stature));
      floor.setScale(unit, origin);
      rig.setStature(of.stature);
      paint();
      const isAlike =
        before !== undefined && of.stature < 1.5 * before && before < 1.5 * of.stature;
      const box = boxOfAll();
      if (rig.isPlaced() && isAlike && options.follow && box)
        rig.lookAt(toPicture(ballOf(box, of.stature).centre));
      else fit();
      ask();
    },
    setFrame(to: number) {
      frame = to;
      ask();
    },
    setColours(to: Colours) {
      colours = to;
      paint();
      ask();
    },
    setOptions(to: StageOptions) {
      const mustFit = to.follow && !options.follow && figure !== undefined;
      options = to;
      if (mustFit) fit();
      ask();
    },
    resize(width: number, height: number) {
      size = { width, height };
      if (width === 0 || height === 0) return;
      rig.setAspect(width / height);
      ratio = 0;
      setRatio(quality.still());
      ask();
    },
    /** Something that is shown has changed. */
    ask,
    fit: () => fit(),
    look(how: Look) {
      const pose = shown?.positions(frame);
      if (pose && figure) fit(bearingOf(how, headingOf(figure, pose)));
    },
    orbit: rig.orbit,
    zoom: rig.zoom,
    pan: rig.pan,
    dispose() {
      isDisposed = true;
      cancelAnimationFrame(request);
      clearTimeout(sharpen);
      canvas.removeEventListener("webglcontextlost", lost);
      canvas.removeEventListener("webglcontextrestored", restored);
      dropParts();
      floor.dispose();
      rig.dispose();
      renderer.dispose();
    },
  };
  return stage;
}

export type Stage = ReturnType<typeof createStage>;

/** Whether pictures are worked out by the processor: then less has to do. */
function isDrawnBySoftware(): boolean {
  const probe = document.createElement("canvas").getContext("webgl2");
  const details = probe?.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = details && probe?.getParameter(details.UNMASKED_RENDERER_WEBGL);
  probe?.getExtension("WEBGL_lose_context")?.loseContext();
  return typeof name === "string" && /swiftshader|llvmpipe|software|basic render/i.test(name);
}
