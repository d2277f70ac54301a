import { Color, ColorManagement, LinearSRGBColorSpace, Scene, Vector3, WebGLRenderer } from "three";
import type { Mesh as FileMesh } from "../../state/mesh";
import {
  type Bearing,
  type Box,
  ballOf,
  bearingOf,
  gridUnit,
  growBox,
  type Look,
} from "../cameraFit";
import { type Figure, headingOf } from "../figure";
import type { Point, Shown } from "../frames";
import { createQuality } from "../quality";
import { createCameraRig, type Insets } from "./cameraRig";
import { type CharacterOptions, createCharacter } from "./character";
import { createDrawing } from "./drawing";
import { createFloor } from "./floor";
import { createFollower } from "./follower";
import { createOverlay, type Overlay, type OverlayContent } from "./overlay";
import { boxOfAll, type Performance, placeOrigin, placeSecond, type Second } from "./performance";
import { isDrawnBySoftware } from "./software";
import type { Colours } from "./stageColours";

export interface StageOptions extends CharacterOptions {
  follow: boolean;
}

/** The functions that the stage calls. */
export interface StageHost {
  /** Called after each picture, to move the page's elements over the picture. */
  drawn(stage: Stage): void;
  lost(): void;
  restored(): void;
}

/**
 * The 3D view. It is drawn only when the frame, the camera, the size or the contents change. Positions are relative to
 * the character's first position, so that a clip far from the world's origin keeps its precision.
 */
export function createStage(canvas: HTMLCanvasElement, host: StageHost) {
  const isSoftware = isDrawnBySoftware();
  const renderer = createRenderer(canvas, isSoftware);
  const scene = new Scene();
  const rig = createCameraRig(canvas, () => drawing.ask());
  const floor = createFloor();
  scene.add(floor.group);
  let size = { width: 0, height: 0 };
  let insets: Insets = { top: 0, bottom: 0 };
  const drawing = createDrawing({
    quality: createQuality(devicePixelRatio, isSoftware),
    size: () => size,
    setRatio(to) {
      renderer.setDrawingBufferSize(size.width, size.height, to);
      now?.character.setRatio(to);
      second?.character.setRatio(to);
    },
    render,
  });
  /** The world position of the scene's origin. */
  const origin: Point = [0, 0, 0];
  const scratch = new Vector3();
  const follower = createFollower((x, y, z) => rig.shift(x, y, z));
  let colours: Colours | undefined;
  let options: StageOptions = {
    body: true,
    trails: true,
    ghosts: false,
    follow: true,
    ghostFrames: 5,
  };
  let now: Performance | undefined;
  let second: Second | undefined;
  let overlay: Overlay | undefined;
  let isApart = true;
  let frame = 0;
  /** Whether the shown frame was not loaded when the camera was aimed, so the camera must aim again. */
  let mustAim = false;
  /** Whether a mesh has arrived that the camera may not show completely. */
  let framesMesh = false;

  /** Writes the colours and sizes, which do not depend on the frame. */
  function paint() {
    if (!colours) return;
    renderer.setClearColor(new Color().setRGB(...colours.stage), 1);
    floor.setColours(colours["stage-floor"], colours["stage-line"], [
      colours["axis-x"],
      colours["axis-y"],
      colours["axis-z"],
    ]);
    now?.character.paint(colours, drawing.ratio());
    second?.character.paint(colours, drawing.ratio());
  }

  function render() {
    if (drawing.isDisposed() || renderer.getContext().isContextLost()) return;
    const pose = now?.shown.positions(frame);
    // The last pose stays until the next one is loaded.
    if (now && pose) {
      if (mustAim) fit();
      mustAim = false;
      now.character.place(frame, pose, options);
      follower.to(now.shown, now.figure, frame, options.follow);
    }
    placeBeside();
    const beside = second?.shown.positions(second.frame);
    if (second && beside) second.character.place(second.frame, beside, options);
    if (framesMesh) frameMesh();
    rig.update();
    floor.moveTo(rig.target.x, rig.target.z);
    renderer.render(scene, rig.camera);
    host.drawn(stage);
  }

  /** Returns a world position relative to the scene's origin. */
  const toPicture = ([x, y, z]: Point): Point => [x - origin[0], y - origin[1], z - origin[2]];

  function placeBeside() {
    if (!now || !second) return;
    const { follow } = options;
    placeSecond(now, second, { origin, frame, follow, isApart, right: rig.right() });
  }

  /** Returns the box of both characters, in the world of the first one. */
  function boxOfBoth(): Box | undefined {
    const box = now && boxOfAll(now, frame, options.follow);
    if (!second) return box;
    placeBeside();
    const shift = [0, 1, 2].map((axis) => (origin[axis] ?? 0) - (second?.origin[axis] ?? 0));
    return boxOfAll(second, second.frame, options.follow, box, shift as Point);
  }

  /**
   * Moves the camera so that it shows the whole mesh, if the mesh is much larger than its bones. Waits until the mesh
   * can be placed.
   */
  function frameMesh() {
    const box = now?.character.meshBox(frame);
    if (!now || !box) return;
    framesMesh = false;
    const { radius } = ballOf(box, 0);
    if (radius < now.figure.stature) return;
    rig.setStature(radius);
    fit();
  }

  function layOut() {
    if (size.width === 0 || size.height === 0) return;
    rig.setSize(size.width, size.height, insets);
    drawing.resized();
  }

  function fit(from?: Bearing) {
    const box = boxOfBoth();
    if (!box || !now) return;
    const { centre, radius } = ballOf(box, now.figure.stature);
    rig.show(toPicture(centre), radius, from);
  }

  /**
   * Moves the camera so that it shows the whole clip. If the clip is similar to the previous one, the camera keeps its
   * distance.
   */
  function aim({ figure }: Performance, before: Performance | undefined) {
    const stature = before?.figure.stature ?? 0;
    const isAlike = figure.stature < 1.5 * stature && stature < 1.5 * figure.stature;
    const box = boxOfBoth();
    if (rig.isPlaced() && isAlike && options.follow && box)
      rig.lookAt(toPicture(ballOf(box, figure.stature).centre));
    else fit();
  }

  const stopWatching = watchContext(canvas, {
    lost: host.lost,
    restored() {
      host.restored();
      // With the graphics context, the background colour was lost, so set it again.
      paint();
      drawing.ask();
    },
  });

  const stage = {
    camera: rig.camera,
    size: () => size,
    /** Returns the shown pose; `undefined` if it is not loaded. */
    pose: () => now?.shown.positions(frame),
    origin: origin as Readonly<Point>,
    figure: () => now?.figure,
    /**
     * Shows another clip at frame `at`. The camera keeps its bearing and, if the characters are similar, its distance.
     * If `isMore`, more of the same motion was loaded, and neither the camera nor the origin moves.
     */
    show(shown: Shown, figure: Figure, at: number, isMore = false) {
      stage.setOverlay(undefined);
      const before = now;
      before?.character.dispose();
      frame = at;
      const unit = gridUnit(figure.stature);
      if (!isMore) follower.reset();
      if (!isMore) placeOrigin(origin, shown.positions(0) ?? shown.positions(at), figure, unit * 5);
      now = {
        shown,
        figure,
        character: createCharacter(scene, shown, figure, origin, isSoftware),
      };
      floor.setScale(unit, origin);
      rig.setStature(figure.stature);
      paint();
      if (!isMore) {
        aim(now, before);
        mustAim = shown.positions(at) === undefined;
      }
      drawing.ask();
    },
    /** Sets the mesh of a clip's file, or removes it. */
    setMesh(mesh: FileMesh | undefined, of: "first" | "second" = "first") {
      (of === "first" ? now : second)?.character.setMesh(mesh);
      framesMesh = mesh !== undefined;
      drawing.ask();
    },
    /** Shows a second clip: next to the first clip if `apart`, else at its own place. */
    showBeside(shown: Shown, figure: Figure, at: number, apart: boolean) {
      stage.clearBeside();
      if (!now) return;
      isApart = apart;
      const place: Point = [...origin];
      const character = createCharacter(scene, shown, figure, place, isSoftware);
      second = { shown, figure, character, origin: place, frame: at };
      paint();
      fit();
      drawing.ask();
    },
    clearBeside() {
      second?.character.dispose();
      second = undefined;
      drawing.ask();
    },
    /** Shows figures and paths in the world of the first clip. `undefined` removes them. */
    setOverlay(content: OverlayContent | undefined) {
      if (!content || !now) {
        overlay?.dispose();
        overlay = undefined;
      } else {
        overlay ??= createOverlay(scene, now.figure);
        overlay.place(content, origin);
      }
      drawing.ask();
    },
    setFrameBeside(to: number) {
      if (second) second.frame = to;
      drawing.ask();
    },
    /**
     * Returns the places of the clips' heads in the picture, in pixels. There is a second place only if there is a
     * second clip.
     */
    tops(): ([x: number, y: number] | undefined)[] {
      const topOf = (one: Performance | undefined, at: number, from: Readonly<Point>) => {
        const pose = one?.shown.positions(at);
        const box = one && pose && growBox(undefined, pose, one.figure.body);
        if (!box) return undefined;
        const { least, most } = box;
        scratch.set(
          (least[0] + most[0]) / 2 - from[0],
          most[1] - from[1] + one.figure.stature * 0.08,
          (least[2] + most[2]) / 2 - from[2],
        );
        scratch.project(rig.camera);
        if (scratch.z > 1) return undefined;
        return [(scratch.x * 0.5 + 0.5) * size.width, (0.5 - scratch.y * 0.5) * size.height] as [
          number,
          number,
        ];
      };
      return [topOf(now, frame, origin), second && topOf(second, second.frame, second.origin)];
    },
    /** Removes all clips from the stage. */
    clear() {
      stage.clearBeside();
      stage.setOverlay(undefined);
      now?.character.dispose();
      now = undefined;
      drawing.ask();
    },
    setFrame(to: number) {
      frame = to;
      drawing.ask();
    },
    setColours(to: Colours) {
      colours = to;
      paint();
      drawing.ask();
    },
    setOptions(to: StageOptions) {
      const mustFit = to.follow && !options.follow && now !== undefined;
      options = to;
      if (mustFit) fit();
      drawing.ask();
    },
    resize(width: number, height: number) {
      size = { width, height };
      layOut();
    },
    /** Sets the covered margins of the picture. The character is shown in the rest. */
    setInsets(to: Insets) {
      if (to.top === insets.top && to.bottom === insets.bottom) return;
      insets = to;
      layOut();
      if (now) fit();
    },
    /** Requests a redraw after a visible change. */
    ask: drawing.ask,
    fit: () => fit(),
    look(how: Look) {
      const pose = now?.shown.positions(frame);
      if (pose && now) fit(bearingOf(how, headingOf(now.figure, pose)));
    },
    orbit: rig.orbit,
    zoom: rig.zoom,
    pan: rig.pan,
    dispose() {
      drawing.dispose();
      stopWatching();
      now?.character.dispose();
      second?.character.dispose();
      overlay?.dispose();
      floor.dispose();
      rig.dispose();
      renderer.dispose();
    },
  };
  return stage;
}

export type Stage = ReturnType<typeof createStage>;

function createRenderer(canvas: HTMLCanvasElement, isSoftware: boolean): WebGLRenderer {
  // Colours come from CSS, and must reach the screen unchanged.
  ColorManagement.enabled = false;
  const renderer = new WebGLRenderer({ canvas, antialias: !isSoftware });
  renderer.outputColorSpace = LinearSRGBColorSpace;
  return renderer;
}

/** Calls `to` when the graphics context is lost and when it is restored. Returns a function that ends this. */
function watchContext(canvas: HTMLCanvasElement, to: { lost(): void; restored(): void }) {
  const lost = (event: Event) => {
    event.preventDefault();
    to.lost();
  };
  canvas.addEventListener("webglcontextlost", lost);
  canvas.addEventListener("webglcontextrestored", to.restored);
  return () => {
    canvas.removeEventListener("webglcontextlost", lost);
    canvas.removeEventListener("webglcontextrestored", to.restored);
  };
}
