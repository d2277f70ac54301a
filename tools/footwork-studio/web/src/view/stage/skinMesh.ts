import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  FloatType,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  NearestFilter,
  RGBAFormat,
  ShaderMaterial,
} from "three";
import { type Mesh as FileMesh, PER_VERTEX } from "../../state/mesh";
import { type Box, growBox } from "../cameraFit";
import type { Point } from "../frames";
import { LIGHT } from "./light";

const VERTEX = `
attribute vec3 tint;
attribute vec4 bones;
attribute vec4 weights;
uniform sampler2D moves;
varying vec3 vNormal;
varying float vUp;
varying vec3 vTint;
vec4 row(float bone, int at) {
  return texelFetch(moves, ivec2(at, int(bone + 0.5)), 0);
}
vec4 mixed(int at) {
  vec4 sum = row(bones.x, at) * weights.x;
  if (weights.y > 0.0) sum += row(bones.y, at) * weights.y;
  if (weights.z > 0.0) sum += row(bones.z, at) * weights.z;
  if (weights.w > 0.0) sum += row(bones.w, at) * weights.w;
  return sum;
}
void main() {
  vec4 x = mixed(0);
  vec4 y = mixed(1);
  vec4 z = mixed(2);
  vec4 corner = vec4(position, 1.0);
  vec3 place = vec3(dot(x, corner), dot(y, corner), dot(z, corner));
  vec3 way = normalize(vec3(dot(x.xyz, normal), dot(y.xyz, normal), dot(z.xyz, normal)));
  vNormal = (viewMatrix * vec4(way, 0.0)).xyz;
  vUp = way.y;
  vTint = tint;
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`;

const FRAGMENT = `
varying vec3 vNormal;
varying float vUp;
varying vec3 vTint;
${LIGHT}
void main() {
  vec3 normal = normalize(vNormal);
  gl_FragColor = vec4(lit(vTint, gl_FrontFacing ? normal : -normal, vUp, 0.5), 1.0);
}`;

/** Creates the mesh of a file. The graphics card moves the mesh with its bones. */
export function createSkinMesh(file: FileMesh) {
  const geometry = new BufferGeometry();
  const numbers = new InterleavedBuffer(file.vertices, PER_VERTEX);
  const add = (name: string, size: number, offset: number) =>
    geometry.setAttribute(name, new InterleavedBufferAttribute(numbers, size, offset));
  add("position", 3, 0);
  add("normal", 3, 3);
  add("tint", 3, 6);
  add("bones", 4, 9);
  add("weights", 4, 13);
  geometry.setIndex(new BufferAttribute(file.triangles, 1));
  const bones = file.joints.length;
  const rows = new Float32Array(bones * 12);
  const moves = new DataTexture(rows, 3, bones, RGBAFormat, FloatType);
  moves.minFilter = NearestFilter;
  moves.magFilter = NearestFilter;
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { moves: { value: moves } },
    // Mirrored bones reverse the winding of triangles, so draw both sides.
    side: DoubleSide,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  return {
    mesh,
    /** Moves the mesh to a pose, given by joint positions and quaternions. */
    place(pose: Float32Array, turns: Float32Array, origin: Readonly<Point>) {
      placeBones(file, pose, turns, origin, rows);
      moves.needsUpdate = true;
    },
    /** Extends a box, in world coordinates, by the mesh in a pose. */
    grow(box: Box | undefined, pose: Float32Array, turns: Float32Array) {
      return growByMesh(file, box, pose, turns);
    },
    dispose() {
      geometry.dispose();
      moves.dispose();
      material.dispose();
    },
  };
}

export type SkinMesh = ReturnType<typeof createSkinMesh>;

const turned = new Float64Array(9);

/** Writes, for each bone, the transform from the mesh to the scene: three rows of four numbers. */
export function placeBones(
  { joints, jointFromMesh }: Pick<FileMesh, "joints" | "jointFromMesh">,
  pose: Float32Array,
  turns: Float32Array,
  origin: Readonly<Point>,
  rows: Float32Array,
) {
  for (let bone = 0; bone < joints.length; bone += 1) {
    const joint = joints[bone] ?? 0;
    rotationOf(turns, joint * 4, turned);
    for (let row = 0; row < 3; row += 1) {
      const [a, b, c] = [turned[row * 3] ?? 0, turned[row * 3 + 1] ?? 0, turned[row * 3 + 2] ?? 0];
      for (let column = 0; column < 4; column += 1) {
        const at = bone * 12 + column;
        rows[bone * 12 + row * 4 + column] =
          a * (jointFromMesh[at] ?? 0) +
          b * (jointFromMesh[at + 4] ?? 0) +
          c * (jointFromMesh[at + 8] ?? 0);
      }
      const shift = (pose[joint * 3 + row] ?? 0) - (origin[row] ?? 0);
      rows[bone * 12 + row * 4 + 3] = (rows[bone * 12 + row * 4 + 3] ?? 0) + shift;
    }
  }
}

/** The approximate number of vertices from which the size of a mesh is measured. */
const SAMPLES = 600;

/** Extends a box by a sample of the vertices of a mesh in a pose. */
export function growByMesh(
  file: FileMesh,
  box: Box | undefined,
  pose: Float32Array,
  turns: Float32Array,
): Box | undefined {
  const rows = new Float32Array(file.joints.length * 12);
  placeBones(file, pose, turns, [0, 0, 0], rows);
  const { vertices } = file;
  const count = vertices.length / PER_VERTEX;
  const stride = Math.max(Math.floor(count / SAMPLES), 1);
  const places: number[] = [];
  for (let vertex = 0; vertex < count; vertex += stride) {
    const at = vertex * PER_VERTEX;
    for (let row = 0; row < 3; row += 1) {
      let place = 0;
      for (let slot = 0; slot < 4; slot += 1) {
        const weight = vertices[at + 13 + slot] ?? 0;
        const from = (vertices[at + 9 + slot] ?? 0) * 12 + row * 4;
        let of = rows[from + 3] ?? 0;
        for (let axis = 0; axis < 3; axis += 1)
          of += (rows[from + axis] ?? 0) * (vertices[at + axis] ?? 0);
        place += weight * of;
      }
      places.push(place);
    }
  }
  const all = Array.from({ length: places.length / 3 }, (_, at) => at);
  return growBox(box, Float32Array.from(places), all);
}

/** Writes the rotation matrix of a quaternion, row by row. */
function rotationOf(turns: Float32Array, at: number, into: Float64Array) {
  const [x, y, z, w] = [turns[at] ?? 0, turns[at + 1] ?? 0, turns[at + 2] ?? 0, turns[at + 3] ?? 1];
  into[0] = 1 - 2 * (y * y + z * z);
  into[1] = 2 * (x * y - w * z);
  into[2] = 2 * (x * z + w * y);
  into[3] = 2 * (x * y + w * z);
  into[4] = 1 - 2 * (x * x + z * z);
  into[5] = 2 * (y * z - w * x);
  into[6] = 2 * (x * z - w * y);
  into[7] = 2 * (y * z + w * x);
  into[8] = 1 - 2 * (x * x + y * y);
}
