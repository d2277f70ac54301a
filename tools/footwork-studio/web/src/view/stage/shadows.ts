import {
  BufferAttribute,
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
} from "three";
import type { Colour } from "../palette";

const VERTEX = `
attribute vec3 place;
attribute float contact;
attribute vec3 ring;
uniform float stature;
uniform float lift;
varying vec2 vAt;
varying float vStrength;
varying float vContact;
varying vec3 vRing;
void main() {
  float height = max(place.y - lift, 0.0) / stature;
  float radius = stature * (0.085 + 0.10 * min(height, 1.0));
  vAt = position.xz;
  vStrength = 0.30 / (1.0 + 9.0 * height * height + 2.0 * height);
  vContact = contact;
  vRing = ring;
  vec3 floorPlace = vec3(place.x, lift + stature * 0.002, place.z) + position * radius;
  gl_Position = projectionMatrix * viewMatrix * vec4(floorPlace, 1.0);
}`;

const FRAGMENT = `
uniform vec3 colour;
varying vec2 vAt;
varying float vStrength;
varying float vContact;
varying vec3 vRing;
void main() {
  float away = length(vAt);
  float blob = max(1.0 - away * away, 0.0);
  float shadow = vStrength * blob * blob;
  float width = 0.10;
  float line = vContact * (1.0 - smoothstep(width * 0.5, width, abs(away - 0.78)));
  float whole = max(shadow, line);
  if (whole < 0.004) discard;
  gl_FragColor = vec4(mix(colour, vRing, line / whole), whole);
}`;

/** Creates, in one draw call, a soft spot on the floor under each joint, and a ring around each standing foot. */
export function createShadows(most: number) {
  const geometry = new InstancedBufferGeometry();
  const square = Float32Array.from([-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1]);
  geometry.setAttribute("position", new BufferAttribute(square, 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const add = (name: string, size: number) => {
    const values = new InstancedBufferAttribute(new Float32Array(most * size), size);
    values.setUsage(DynamicDrawUsage);
    geometry.setAttribute(name, values);
    return values;
  };
  const place = add("place", 3);
  const contact = add("contact", 1);
  const ring = add("ring", 3);
  geometry.instanceCount = 0;
  const uniforms = {
    colour: { value: new Color() },
    stature: { value: 1.8 },
    lift: { value: 0 },
  };
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms,
    transparent: true,
    depthWrite: false,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -1;
  return {
    mesh,
    place: place.array as Float32Array,
    contact: contact.array as Float32Array,
    ring: ring.array as Float32Array,
    setColour: (to: Colour) => void uniforms.colour.value.setRGB(...to),
    /** Sets the stature of the character and the height of the floor, in metres. */
    setScale(stature: number, lift: number) {
      uniforms.stature.value = stature;
      uniforms.lift.value = lift;
    },
    count(to: number) {
      geometry.instanceCount = to;
    },
    moved() {
      place.needsUpdate = true;
      contact.needsUpdate = true;
    },
    changed() {
      ring.needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}

export type Shadows = ReturnType<typeof createShadows>;
