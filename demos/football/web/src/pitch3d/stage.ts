import { Scene as ThreeScene } from "three";
import { createCrowd } from "../body/crowd";
import { drawControl, drawPath, drawSlide, drawWindows } from "../overlays/drawOverlays";
import { createGroundMarks } from "../overlays/groundMarks";
import { createLabels } from "../overlays/labels";
import { createPathDots } from "../overlays/pathDots";
import type { Leaves } from "../worker/leaves";
import type { Overlay, OverlayName, Point, Scene } from "../worker/messages";
import type { Between } from "../worker/playout";
import { createBall } from "./ball";
import { createBanners } from "./banners";
import { createBroadcastCamera } from "./broadcastCamera";
import { createGoals } from "./goals";
import { createGrass } from "./grass";
import { createLeafCloud } from "./leafCloud";
import { createLights } from "./lights";
import { DAY, NIGHT } from "./mood";
import { createPaints } from "./paints";
import { createQuality } from "./quality";
import { createRenderer, wantsFine } from "./renderer";
import { createSurroundings } from "./surroundings";

/** The contents of a picture. */
export interface Picture {
  between: Between;
  overlay: Overlay | undefined;
  selected: number;
  /** Returns the footballer that a human would switch to next. */
  next(human: number): number | null;
  /** Returns why the button that a human pressed last does nothing. */
  idle(human: number): string | undefined;
  isOn(name: OverlayName): boolean;
}

/** The parts of the picture covered by panels and bars at each side, in CSS pixels. */
export interface Covered {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Draws the pitch and everything on it into a canvas. */
export function createStage(canvas: HTMLCanvasElement, layer: HTMLElement, isFine: boolean) {
  const renderer = createRenderer(canvas, isFine);
  const quality = createQuality(window.devicePixelRatio, !isFine, wantsFine());
  const labels = createLabels(layer);
  let built: ReturnType<typeof build> | undefined;
  let covered: Covered = { left: 0, right: 0, top: 0, bottom: 0 };
  let last = 0;
  let isReady = false;
  let [width, height] = [0, 0];

  /** Converts the covered parts to fractions, which change with the size of the picture or of the panels. */
  const cover = () => {
    const share = (pixels: number) => (width > 0 ? pixels / width : 0);
    built?.view.cover({ left: share(covered.left), right: share(covered.right) });
  };

  const draw = ({ between, overlay, selected, next, idle, isOn }: Picture, now: number) => {
    if (!built || !isReady || between.to.footballers !== built.scene.footballers.length) return;
    const { crowd, ball, view, lights, leaves, marks, dots, scene } = built;
    const secs = Math.min(now - last, 0.1);
    last = now;
    crowd.place(between);
    ball.place(between);
    const { joints, places } = crowd.poses;
    const frame = between.to;
    const hips = (who: number): [number, number] => {
      const at = who * joints * 3;
      return [places[at] ?? 0, places[at + 2] ?? 0];
    };
    const { x, y, z } = ball.mesh.position;
    const controlled = frame.controlled.filter((who) => who !== null && who < frame.footballers);
    view.follow(
      {
        ball: [x, y, z],
        velocity: frame.ball.velocity,
        others: controlled.map((who) => hips(who as number)),
      },
      secs,
    );
    lights.follow(view.look.x, view.look.z - 2);
    leaves.update(now);
    if (!isOn("leaves")) leaves.hide();
    const head = (who: number): Point => {
      const at = (who * joints + built!.headJoint) * 3;
      return [places[at] ?? 0, places[at + 1] ?? 0, places[at + 2] ?? 0];
    };
    const drawn = { scene, frame, overlay, place: hips, head, next, idle };
    marks.clear();
    // Without shadow maps, draw a dark spot below the ball.
    if (!isFine) marks.disc([x + 0.4 * y, z - 0.4 * y], 0.13, [0, 0, 0, 0.4]);
    drawControl(marks, labels, drawn);
    if (isOn("path")) drawPath(marks, drawn);
    if (isOn("windows")) drawWindows(marks, labels, drawn);
    if (isOn("slide")) drawSlide(marks, drawn);
    if (isOn("pose") && selected < frame.footballers) {
      marks.ring(hips(selected), 0.66, 0.05, [1, 1, 1, 0.85]);
      const number = scene.footballers[selected]?.number ?? 0;
      labels.put("selected", `${number} selected`, head(selected), "label-selected");
    }
    marks.show();
    dots.show(isOn("path") ? (overlay?.path?.points ?? []) : []);
    const ratio = quality.drawn(now);
    if (Math.abs(ratio - renderer.getPixelRatio()) > 0.01) renderer.setPixelRatio(ratio);
    renderer.render(built.world, view.camera);
    const { left, right, top, bottom } = covered;
    const free = { left, right: width - right, top, bottom: height - bottom };
    labels.show(view.camera, width, height, free);
  };

  return {
    /** Rebuilds everything for another match, or for day or night. */
    setScene(scene: Scene, isNight: boolean) {
      built?.dispose();
      labels.clear();
      built = build(scene, isNight, isFine);
      renderer.toneMappingExposure = isNight ? 1.3 : 1.05;
      built.view.resize(width / Math.max(height, 1));
      cover();
      // Shaders compile without blocking the page. Otherwise the first picture would wait for each of them, for seconds on a slow
      // machine.
      const { world, view } = built;
      isReady = false;
      void renderer.compileAsync(world, view.camera).then(() => {
        isReady ||= built?.world === world;
      });
    },
    resize(to: { width: number; height: number }) {
      [width, height] = [to.width, to.height];
      renderer.setSize(width, height, false);
      built?.view.resize(width / Math.max(height, 1));
      cover();
    },
    draw,
    addLeaves: (leaves: Leaves) => built?.leaves.add(leaves, performance.now() / 1000),
    /** Keeps the play clear of panels, and badges clear of panels and bars. */
    cover(by: Covered) {
      covered = by;
      cover();
    },
    zoomBy: (factor: number) => built?.view.zoomBy(factor),
    /** Returns figures for measurements and tests. */
    figures: () => ({
      picturesPerSec: quality.rate(),
      isSoftware: !isFine,
      ratio: renderer.getPixelRatio(),
      triangles: renderer.info.render.triangles,
      marks: built?.marks.count() ?? 0,
      dots: built?.dots.mesh.count ?? 0,
      leaves: built?.leaves.mesh.visible ? 1 : 0,
    }),
    /** Returns the footballer nearest to a place in the picture, or `undefined`. The coordinates run from -1 to 1. */
    nearestTo: (sx: number, sy: number) => built?.nearestTo(sx, sy),
    dispose() {
      built?.dispose();
      labels.clear();
      renderer.dispose();
    },
  };
}

export type Stage = ReturnType<typeof createStage>;

function build(scene: Scene, isNight: boolean, isFine: boolean) {
  const mood = isNight ? NIGHT : DAY;
  const world = new ThreeScene();
  const paints = createPaints(mood, isFine);
  const crowd = createCrowd(scene, paints);
  const ball = createBall(paints);
  const lights = createLights(mood, isFine);
  const leaves = createLeafCloud(isNight ? 0.75 : 1, isFine);
  const marks = createGroundMarks();
  const dots = createPathDots();
  const view = createBroadcastCamera(scene.pitch);
  const parts = [
    createGrass(scene.pitch, mood, paints),
    createGoals(scene.pitch, paints),
    createBanners(scene.pitch, paints),
    createSurroundings(world, scene.pitch, mood, paints),
    lights,
  ];
  world.add(
    ...parts.map(({ group }) => group),
    crowd.group,
    ball.mesh,
    marks.mesh,
    dots.mesh,
    leaves.mesh,
  );
  const { roles } = scene.skeleton;
  const nearestTo = (sx: number, sy: number) => {
    const { joints, places, footballers } = crowd.poses;
    const spot = view.look.clone();
    let nearest: number | undefined;
    let best = 0.12;
    for (let who = 0; who < footballers; who += 1) {
      const at = who * joints * 3;
      spot.set(places[at] ?? 0, places[at + 1] ?? 0, places[at + 2] ?? 0).project(view.camera);
      const away = Math.hypot((spot.x - sx) * view.camera.aspect * 0.6, spot.y - sy);
      if (away < best) [nearest, best] = [who, away];
    }
    return nearest;
  };
  return {
    scene,
    world,
    crowd,
    ball,
    lights,
    leaves,
    marks,
    dots,
    view,
    nearestTo,
    headJoint: roles.head ?? roles.neck ?? 0,
    dispose() {
      for (const part of [...parts, crowd, ball, leaves, marks, dots]) part.dispose();
    },
  };
}
