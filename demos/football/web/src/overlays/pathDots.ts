import { InstancedMesh, Matrix4, MeshBasicMaterial, OctahedronGeometry } from "three";
import type { Point } from "../worker/messages";

const MAX_DOTS = 160;

/** The predicted path of the ball in the air: one dot per step, later ones smaller. */
export function createPathDots() {
  const material = new MeshBasicMaterial({
    color: 0xffffff,
    transparent: true,
    opacity: 0.92,
    fog: false,
    toneMapped: false,
    depthWrite: false,
  });
  const mesh = new InstancedMesh(new OctahedronGeometry(0.06, 1), material, MAX_DOTS);
  mesh.frustumCulled = false;
  mesh.renderOrder = 3;
  const matrix = new Matrix4();
  return {
    mesh,
    show(points: readonly Point[]) {
      const every = Math.max(1, Math.ceil(points.length / MAX_DOTS));
      let dots = 0;
      for (let at = 0; at < points.length && dots < MAX_DOTS; at += every) {
        const [x, y, z] = points[at] as Point;
        const size = 1 - (0.6 * at) / points.length;
        matrix.makeScale(size, size, size).setPosition(x, Math.max(y, 0.06), z);
        mesh.setMatrixAt(dots, matrix);
        dots += 1;
      }
      mesh.count = dots;
      mesh.instanceMatrix.needsUpdate = true;
    },
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
      mesh.dispose();
    },
  };
}
