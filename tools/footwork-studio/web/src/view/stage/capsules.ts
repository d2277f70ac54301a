import {
  BufferAttribute,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
} from "three";
import { LIGHT } from "./light";

/**
 * Many tapered capsules in one draw call. A capsule is two balls and the hull around them. The graphics card computes
 * each capsule from the two centres, so that a pose is uploaded unchanged.
 */
export interface Capsules {
  mesh: Mesh;
  from: Float32Array;
  to: Float32Array;
  radii: Float32Array;
  /** Red, green, blue and opacity, each from 0 to 1. */
  tint: Float32Array;
  /** Sets the number of drawn capsules. */
  count(to: number): void;
  /** Must be called after the positions were written. */
  moved(): void;
  /** Must be called after the radii or colours were written. */
  changed(): void;
  dispose(): void;
}

const VERTEX = `
attribute float end;
attribute vec3 from;
attribute vec3 to;
attribute vec2 radii;
attribute vec4 tint;
varying vec3 vNormal;
varying float vUp;
varying vec4 vTint;
void main() {
  vec3 axis = to - from;
  float span = length(axis);
  vec3 along = span > 1e-7 ? axis / span : vec3(0.0, 1.0, 0.0);
  vec3 across = normalize(abs(along.y) < 0.9 ? cross(along, vec3(0.0, 1.0, 0.0)) : cross(along, vec3(1.0, 0.0, 0.0)));
  vec3 way = across * position.x + along * position.y + cross(across, along) * position.z;
  vec3 place = mix(from, to, end) + way * mix(radii.x, radii.y, end);
  vNormal = (viewMatrix * vec4(way, 0.0)).xyz;
  vUp = way.y;
  vTint = tint;
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`;

const FRAGMENT = `
varying vec3 vNormal;
varying float vUp;
varying vec4 vTint;
uniform float shade;
${LIGHT}
void main() {
  gl_FragColor = vec4(lit(vTint.rgb, normalize(vNormal), vUp, shade), vTint.a);
}`;

export function createCapsules(
  most: number,
  detail: { around: number; caps: number },
  isSolid: boolean,
): Capsules {
  const geometry = new InstancedBufferGeometry();
  const { positions, ends, triangles } = capsule(detail.around, detail.caps);
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("end", new BufferAttribute(ends, 1));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  const add = (name: string, size: number) => {
    const values = new InstancedBufferAttribute(new Float32Array(most * size), size);
    values.setUsage(DynamicDrawUsage);
    geometry.setAttribute(name, values);
    return values;
  };
  const from = add("from", 3);
  const to = add("to", 3);
  const radii = add("radii", 2);
  const tint = add("tint", 4);
  geometry.instanceCount = 0;
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { shade: { value: 0.5 } },
    transparent: !isSolid,
    depthWrite: isSolid,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  return {
    mesh,
    from: from.array as Float32Array,
    to: to.array as Float32Array,
    radii: radii.array as Float32Array,
    tint: tint.array as Float32Array,
    count(to) {
      geometry.instanceCount = to;
    },
    moved() {
      from.needsUpdate = true;
      to.needsUpdate = true;
    },
    changed() {
      radii.needsUpdate = true;
      tint.needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}

/** Returns a ball cut in two at its equator. `end` assigns each half to an end of the capsule. */
function capsule(around: number, caps: number) {
  const positions: number[] = [];
  const ends: number[] = [];
  const triangles: number[] = [];
  const rings = 2 * (caps + 1);
  for (let ring = 0; ring < rings; ring += 1) {
    const isUpper = ring > caps;
    const step = isUpper ? ring - caps - 1 : ring - caps;
    const latitude = (step / caps) * (Math.PI / 2);
    for (let at = 0; at < around; at += 1) {
      const turn = (at / around) * 2 * Math.PI;
      const flat = Math.cos(latitude);
      positions.push(flat * Math.cos(turn), Math.sin(latitude), flat * Math.sin(turn));
      ends.push(isUpper ? 1 : 0);
    }
  }
  for (let ring = 0; ring + 1 < rings; ring += 1) {
    for (let at = 0; at < around; at += 1) {
      const a = ring * around + at;
      const b = ring * around + ((at + 1) % around);
      triangles.push(a, a + around, b, b, a + around, b + around);
    }
  }
  return {
    positions: Float32Array.from(positions),
    ends: Float32Array.from(ends),
    triangles: Uint16Array.from(triangles),
  };
}
