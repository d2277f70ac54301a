/** The picture: renderer, light, and a camera behind the character. */

import {
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { FW_BODY_SPHERE, type World } from "../src/index.js";
import { CourseView } from "./course.js";

const LIGHT = { sky: 0xdbe7f3, floor: 0xc9cec6, wall: 0xb98a6a, step: 0x9fb1c2 };
const DARK = { sky: 0x141a24, floor: 0x39424d, wall: 0x8a6148, step: 0x55687c };

const BACK_M = 4.6;
const UP_M = 2.1;
const EYES_M = 1.35;
/** The ball that keeps the camera out of walls. */
const CAMERA_RADIUS_M = 0.25;
/** The share of a turn of the camera that remains after a second. */
const TURN_LEFT = 0.35;
const FOLLOW_LEFT = 0.0005;

/** Returns whether WebGL has a graphics processor. On the CPU, the picture must be simpler. */
function hasGraphicsProcessor(): boolean {
  const context = document
    .createElement("canvas")
    .getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

export class View {
  headingRad = 0;
  readonly scene = new Scene();
  private readonly renderer: WebGLRenderer;
  readonly camera = new PerspectiveCamera(50, 1, 0.1, 120);
  private readonly course = new CourseView();
  private readonly sky = new HemisphereLight(0xffffff, 0x8a8f86, 1.5);
  private readonly sun = new DirectionalLight(0xfff2dc, 2.4);
  private readonly target = new Vector3(0, EYES_M, 0);

  constructor(
    canvas: HTMLCanvasElement,
    private readonly world: World,
  ) {
    const isQuick = hasGraphicsProcessor();
    this.renderer = new WebGLRenderer({ canvas, antialias: isQuick });
    this.renderer.shadowMap.enabled = isQuick;
    this.renderer.shadowMap.type = PCFShadowMap;
    const { sun } = this;
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.normalBias = 0.03;
    Object.assign(sun.shadow.camera, { left: -9, right: 9, top: 9, bottom: -9, near: 1, far: 40 });
    this.scene.add(this.course.group, this.sky, sun, sun.target);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", () => this.paint(dark.matches));
    this.paint(dark.matches);
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  /** Compiles the shaders without blocking the page. Otherwise the first picture would wait for them. */
  async ready(): Promise<void> {
    await this.renderer.compileAsync(this.scene, this.camera);
  }

  /** Sets the colours of the dark or the light scheme. */
  private paint(isDark: boolean): void {
    const { floor, wall, step } = this.course.materials;
    const colours = isDark ? DARK : LIGHT;
    floor.color.set(colours.floor);
    wall.color.set(colours.wall);
    step.color.set(colours.step);
    this.scene.background = new Color(colours.sky);
    this.scene.fog = new Fog(colours.sky, 18, 60);
    this.sun.intensity = isDark ? 1.8 : 2.4;
    this.sky.intensity = isDark ? 0.9 : 1.5;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    if (clientWidth > 0 && clientHeight > 0) {
      this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
      this.renderer.setSize(clientWidth, clientHeight, false);
      this.camera.aspect = clientWidth / clientHeight;
      this.camera.updateProjectionMatrix();
    }
  }

  /** Moves the camera behind an object with this heading, and draws. Only a moving object turns the camera. */
  draw(followed: Object3D, headingRad: number, speedMps: number, secs: number): void {
    const off = Math.atan2(
      Math.sin(headingRad - this.headingRad),
      Math.cos(headingRad - this.headingRad),
    );
    // An object that comes towards the camera does not turn it.
    const pull = Math.min(1, speedMps / 2) * Math.max(0, Math.cos(off / 2)) ** 2;
    this.headingRad += off * (1 - TURN_LEFT ** (secs * pull));
    const eyes = followed.position.clone().setY(followed.position.y + EYES_M);
    this.target.lerp(eyes, 1 - FOLLOW_LEFT ** secs);
    this.camera.position.copy(this.target).add(this.behind(this.target));
    this.camera.lookAt(this.target);
    this.sun.target.position.copy(followed.position);
    this.sun.position.copy(followed.position).add(new Vector3(-7, 13, -5));
    this.renderer.render(this.scene, this.camera);
  }

  /**
   * Returns the vector from the target to the camera, cut off at the first obstacle, but at least 15 % of its length.
   */
  private behind(from: Vector3): Vector3 {
    const [sin, cos] = [Math.sin(this.headingRad), Math.cos(this.headingRad)];
    const way = new Vector3(-BACK_M * sin, UP_M - EYES_M, -BACK_M * cos);
    const ball = { kind: FW_BODY_SPHERE, radiusM: CAMERA_RADIUS_M };
    const { obstacle, time } = this.world.sweep(ball, from.toArray(), way.toArray());
    return way.multiplyScalar(obstacle === 0n ? 1 : Math.max(0.15, time));
  }
}
