import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, ShaderMaterial } from "three";
import type { JointSide } from "../../api/types";
import type { Anatomy } from "../body/anatomy";
import { bodyRings } from "../body/bodyRings";
import { placeTubes, trianglesOf, vertexCount } from "../body/tubes";
import type { Point } from "../frames";
import { LIGHT } from "./light";

const VERTEX = `
attribute vec3 tint;
varying vec3 vNormal;
varying float vUp;
varying vec3 vTint;
void main() {
  vNormal = (viewMatrix * vec4(normal, 0.0)).xyz;
  vUp = normal.y;
  vTint = tint;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}`;

const FRAGMENT = `
varying vec3 vNormal;
varying float vUp;
varying vec3 vTint;
${LIGHT}
void main() {
  gl_FragColor = vec4(lit(vTint, normalize(vNormal), vUp, 0.5), 1.0);
}`;

/** A body with volume that follows joint positions. */
export function createBodyMesh(anatomy: Anatomy, pose: Float32Array, isSoftware: boolean) {
  const around = isSoftware ? 10 : 18;
  // Only the positions of the rings depend on the pose.
  const { tubes } = bodyRings(anatomy, pose);
  const vertices = tubes.reduce((sum, tube) => sum + vertexCount(tube, around), 0);
  const geometry = new BufferGeometry();
  const add = (name: string) => {
    const values = new BufferAttribute(new Float32Array(vertices * 3), 3);
    if (name !== "tint") values.setUsage(DynamicDrawUsage);
    geometry.setAttribute(name, values);
    return { values, array: values.array as Float32Array };
  };
  const positions = add("position");
  const normals = add("normal");
  const tint = add("tint");
  geometry.setIndex(new BufferAttribute(trianglesOf(tubes, around), 1));
  const material = new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  return {
    mesh,
    paint(ofSide: (side: JointSide) => readonly number[]) {
      let vertex = 0;
      for (const tube of tubes) {
        const colour = ofSide(tube.side);
        for (const end = vertex + vertexCount(tube, around); vertex < end; vertex += 1)
          tint.array.set(colour, vertex * 3);
      }
      tint.values.needsUpdate = true;
    },
    place(pose: Float32Array, origin: Readonly<Point>) {
      placeTubes(bodyRings(anatomy, pose), around, origin, positions.array, normals.array);
      positions.values.needsUpdate = true;
      normals.values.needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
