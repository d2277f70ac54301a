import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  ShaderMaterial,
} from "three";
import type { Leaves } from "../worker/leaves";

/** The maximum number of leaves with a software renderer, which draws no dust. */
const MAX_PLAIN = 320;

/** A leaf: two triangles, pointed at both ends. */
const SHAPE = [-1, 0, 0, 0, 0.55, 0, 0, -0.55, 0, 1, 0, 0];
const TRIANGLES = [0, 2, 1, 1, 2, 3];
const CORNERS = 4;

const VERTEX = `
attribute vec3 before;
attribute vec3 after;
attribute float number;
uniform float share;
uniform float leaves;
varying vec3 vColour;
varying float vOpacity;
float chance(float seed) { return fract(sin(seed * 12.9898) * 43758.5453); }
void main() {
  bool isLeaf = number < leaves;
  vec3 place = mix(before, after, distance(before, after) > 3.0 ? 1.0 : share);
  float turn = number * 2.4 + (place.x + place.z) * 1.7 + place.y * 3.0;
  float tilt = number * 1.3 + (place.x - place.z) * 1.1 + place.y * 2.0;
  vec2 c = vec2(cos(turn), sin(turn));
  vec2 t = vec2(cos(tilt), sin(tilt));
  float size = isLeaf ? 0.055 + 0.05 * chance(number) : 0.016;
  vec3 flat3 = vec3(position.x, 0.0, position.y) * size;
  vec3 spun = vec3(flat3.x * c.x - flat3.z * c.y, 0.0, flat3.x * c.y + flat3.z * c.x);
  vec3 rolled = vec3(spun.x, spun.z * t.y, spun.z * t.x);
  vec3 leaf = mix(vec3(0.80, 0.42, 0.10), vec3(0.86, 0.70, 0.18), chance(number + 7.0));
  leaf = mix(leaf, vec3(0.56, 0.20, 0.10), step(0.75, chance(number + 3.0)));
  vColour = isLeaf ? leaf * (0.75 + 0.25 * abs(t.x)) : vec3(0.93, 0.88, 0.74);
  vOpacity = isLeaf ? 0.95 : 0.5;
  gl_Position = projectionMatrix * viewMatrix * vec4(place + vec3(0.0, 0.03, 0.0) + (isLeaf ? rolled : flat3.xzy), 1.0);
}`;

const FRAGMENT = `
varying vec3 vColour;
varying float vOpacity;
uniform float dim;
void main() {
  gl_FragColor = vec4(vColour * dim, vOpacity);
  #include <colorspace_fragment>
}`;

/** Leaves and dust in one draw call. Their positions arrive a few times per second and are interpolated in between. */
export function createLeafCloud(dim: number, isFine: boolean) {
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    forceSinglePass: true,
    uniforms: { share: { value: 0 }, leaves: { value: 0 }, dim: { value: dim } },
  });
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.frustumCulled = false;
  mesh.visible = false;
  let last: Leaves | undefined;
  let before: BufferAttribute | undefined;
  let after: BufferAttribute | undefined;
  let rate = 15;
  let arrived = 0;
  const prepare = (count: number) => {
    mesh.geometry.dispose();
    const geometry = new BufferGeometry();
    const add = (name: string, size: number, values: Float32Array, isMoved = false) => {
      const attribute = new BufferAttribute(values, size);
      if (isMoved) attribute.setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, attribute);
      return attribute;
    };
    const corners = new Float32Array(count * CORNERS * 3);
    const numbers = new Float32Array(count * CORNERS);
    const triangles = new Uint32Array(count * 6);
    for (let leaf = 0; leaf < count; leaf += 1) {
      const start = leaf * CORNERS;
      corners.set(SHAPE, start * 3);
      numbers.fill(leaf, start, start + CORNERS);
      triangles.set(
        TRIANGLES.map((corner) => corner + start),
        leaf * TRIANGLES.length,
      );
    }
    add("position", 3, corners);
    add("number", 1, numbers);
    before = add("before", 3, new Float32Array(count * CORNERS * 3), true);
    after = add("after", 3, new Float32Array(count * CORNERS * 3), true);
    geometry.setIndex(new BufferAttribute(triangles, 1));
    mesh.geometry = geometry;
  };
  return {
    mesh,
    add(leaves: Leaves, now: number) {
      const count = leaves.places.length / 3;
      if (!before || !after || before.count !== count * CORNERS) {
        prepare(count);
        last = undefined;
      }
      spread(last?.places ?? leaves.places, before?.array as Float32Array);
      spread(leaves.places, after?.array as Float32Array);
      if (before) before.needsUpdate = true;
      if (after) after.needsUpdate = true;
      if (last)
        rate = 0.8 * rate + 0.2 * Math.min(Math.max(1 / Math.max(now - arrived, 0.01), 2), 60);
      arrived = now;
      last = leaves;
      (material.uniforms.leaves as { value: number }).value = leaves.leaves;
      const shown = isFine ? count : Math.min(leaves.leaves, MAX_PLAIN);
      mesh.geometry.setDrawRange(0, shown * TRIANGLES.length);
      mesh.visible = count > 0;
    },
    hide() {
      mesh.visible = false;
    },
    update(now: number) {
      (material.uniforms.share as { value: number }).value = Math.min((now - arrived) * rate, 1);
    },
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
    },
  };
}

/** Copies the position of each leaf to all of its corners. */
function spread(places: Float32Array, into: Float32Array) {
  for (let leaf = 0; leaf * 3 < places.length; leaf += 1) {
    const place = places.subarray(leaf * 3, leaf * 3 + 3);
    for (let corner = 0; corner < CORNERS; corner += 1)
      into.set(place, (leaf * CORNERS + corner) * 3);
  }
}
