import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { type Bearing, bearingFrom, directionOf, fitDistance, turned } from "../cameraFit";
import type { Point } from "../frames";

/** The vertical field of view, in radians. */
const FIELD_OF_VIEW_RAD = (32 * Math.PI) / 180;
const FIRST_BEARING: Bearing = { azimuth: Math.PI * 0.2, polar: Math.PI * 0.42 };

/** The margins of the picture that other parts of the page cover, in pixels. */
export interface Insets {
  top: number;
  bottom: number;
}

/** Creates the camera. The pointer, keys and the followed character move it. */
export function createCameraRig(canvas: HTMLCanvasElement, moved: () => void) {
  const camera = new PerspectiveCamera((FIELD_OF_VIEW_RAD * 180) / Math.PI, 1, 0.01, 1000);
  const controls = new OrbitControls(camera, canvas);
  controls.rotateSpeed = 0.8;
  let isUpdating = false;
  // If an update changes the camera, the current picture shows the change, so request no other picture.
  controls.addEventListener("change", () => {
    if (!isUpdating) moved();
  });
  const { target } = controls;
  const scratch = new Vector3();
  let isPlaced = false;

  const distance = () => camera.position.distanceTo(target);
  const bearing = (): Bearing => {
    if (!isPlaced) return FIRST_BEARING;
    scratch.subVectors(camera.position, target);
    return bearingFrom([scratch.x, scratch.y, scratch.z]);
  };
  const look = (at: Point, from: Bearing, away: number) => {
    target.set(...at);
    const [x, y, z] = directionOf(from);
    camera.position.set(at[0] + x * away, at[1] + y * away, at[2] + z * away);
    isPlaced = true;
    moved();
  };

  return {
    camera,
    /** The point that the camera looks at. */
    target,
    isPlaced: () => isPlaced,
    /** Returns the direction to the right of the picture on the floor, as x and z. */
    right(): [x: number, z: number] {
      const { azimuth } = bearing();
      return [Math.cos(azimuth), -Math.sin(azimuth)];
    },
    /** Moves the target, and keeps the camera's distance from it. */
    lookAt: (at: Point) => look(at, bearing(), distance()),
    /** Moves the camera so that it shows a whole ball. */
    show(centre: Point, radius: number, from = bearing()) {
      look(centre, from, fitDistance(radius, FIELD_OF_VIEW_RAD, camera.aspect));
    },
    /** Moves the camera together with its target. */
    shift(x: number, y: number, z: number) {
      scratch.set(x, y, z);
      camera.position.add(scratch);
      target.add(scratch);
    },
    orbit(azimuth: number, polar: number) {
      look(target.toArray(), turned(bearing(), { azimuth, polar }), distance());
    },
    zoom(by: number) {
      const { minDistance, maxDistance } = controls;
      const away = Math.min(Math.max(distance() * by, minDistance), maxDistance);
      look(target.toArray(), bearing(), away);
    },
    /** Moves the camera sideways and up. The unit is the height of the picture. */
    pan(right: number, up: number) {
      const height = 2 * distance() * Math.tan(FIELD_OF_VIEW_RAD / 2);
      for (const [column, by] of [
        [0, right],
        [1, up],
      ] as const) {
        scratch.setFromMatrixColumn(camera.matrix, column).multiplyScalar(by * height);
        camera.position.add(scratch);
        target.add(scratch);
      }
      moved();
    },
    setStature(to: number) {
      controls.minDistance = to * 0.15;
      controls.maxDistance = to * 80;
    },
    /** Sets the size of the picture in pixels, and the covered heights at its top and bottom. */
    setSize(width: number, height: number, { top, bottom }: Insets) {
      const free = Math.max(height - top - bottom, height / 3);
      camera.aspect = width / free;
      // Centre the picture in the uncovered part of the canvas.
      camera.setViewOffset(width, free, 0, -top, width, height);
    },
    /** Must be called before each picture: sets the near and far planes, and applies the pointer's input. */
    update() {
      isUpdating = true;
      controls.update();
      isUpdating = false;
      camera.near = Math.max(distance() / 200, 1e-5);
      camera.far = distance() * 60;
      camera.updateProjectionMatrix();
    },
    dispose: () => controls.dispose(),
  };
}
