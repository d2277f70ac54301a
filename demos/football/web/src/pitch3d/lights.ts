import { DirectionalLight, Group, HemisphereLight } from "three";
import type { Mood } from "./mood";

/** The distance from the middle of the picture up to which shadows are drawn, in metres. */
const REACH_M = 21;

/** Sky light, and the sun or the floodlights, whose shadows follow the play. */
export function createLights(mood: Mood, isFine: boolean) {
  const group = new Group();
  const sun = new DirectionalLight(mood.sun.colour, mood.sun.strength);
  const size = isFine ? 2048 : 1024;
  sun.castShadow = true;
  sun.shadow.mapSize.set(size, size);
  sun.shadow.radius = 2.5;
  sun.shadow.bias = -0.0004;
  sun.shadow.normalBias = 0.025;
  const { camera } = sun.shadow;
  camera.left = -REACH_M;
  camera.right = REACH_M;
  camera.top = REACH_M;
  camera.bottom = -REACH_M;
  camera.near = 5;
  camera.far = 90;
  const { sky, ground, strength } = mood.ambient;
  group.add(sun, sun.target, new HemisphereLight(sky, ground, strength));
  const [x, y, z] = mood.sun.from;
  const scale = 45 / Math.hypot(x, y, z);
  // Move in whole shadow pixels, so that edges do not swim when the camera moves.
  const step = (2 * REACH_M) / size;
  return {
    group,
    follow(atX: number, atZ: number) {
      const [sx, sz] = [Math.round(atX / step) * step, Math.round(atZ / step) * step];
      sun.target.position.set(sx, 0, sz);
      sun.position.set(sx + x * scale, y * scale, sz + z * scale);
    },
    dispose() {
      sun.dispose();
    },
  };
}
