import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineSegments,
  Mesh,
  ShaderMaterial,
  Vector2,
} from "three";
import type { Colour } from "../palette";

/** The number of lines from the middle to the edge. */
const LINES = 15;
/** Lines up to this distance from the middle are drawn in short pieces. */
const NEAR = 6;
/** The number of lines from one stronger line to the next. */
const STRONG = 5;

const VERTEX = `
attribute float strength;
varying vec2 vPlace;
varying float vStrength;
void main() {
  vec4 place = modelMatrix * vec4(position, 1.0);
  vPlace = place.xz;
  vStrength = strength;
  gl_Position = projectionMatrix * viewMatrix * place;
}`;

const FRAGMENT = `
uniform vec3 colour;
uniform vec2 middle;
uniform float reach;
varying vec2 vPlace;
varying float vStrength;
void main() {
  float fade = 1.0 - min(length(vPlace - middle) / reach, 1.0);
  gl_FragColor = vec4(colour, vStrength * fade * fade * (3.0 - 2.0 * fade));
}`;

const AXES_FRAGMENT = `
varying vec2 vPlace;
varying float vStrength;
uniform vec3 x;
uniform vec3 y;
uniform vec3 z;
void main() {
  gl_FragColor = vec4(vStrength < 0.5 ? x : vStrength < 1.5 ? y : z, 1.0);
}`;

/** Creates a floor with evenly spaced lines around the character, and the axes at the origin. */
export function createFloor() {
  const uniforms = {
    colour: { value: new Color() },
    middle: { value: new Vector2() },
    reach: { value: 1 },
  };
  const planeUniforms = { ...uniforms, colour: { value: new Color() } };
  const material = (of: typeof uniforms) =>
    new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: of,
      transparent: true,
      depthWrite: false,
    });
  const plane = new Mesh(planeGeometry(), material(planeUniforms));
  const lines = new LineSegments(lineGeometry(), material(uniforms));
  const axes = new LineSegments(
    axesGeometry(),
    new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: AXES_FRAGMENT,
      uniforms: { x: { value: new Color() }, y: { value: new Color() }, z: { value: new Color() } },
    }),
  );
  plane.renderOrder = -3;
  lines.renderOrder = -2;
  const group = new Group();
  group.add(plane, lines, axes);
  for (const part of [plane, lines, axes]) part.frustumCulled = false;
  let unit = 1;

  return {
    group,
    setColours(plain: Colour, line: Colour, [x, y, z]: readonly [Colour, Colour, Colour]) {
      planeUniforms.colour.value.setRGB(...plain);
      uniforms.colour.value.setRGB(...line);
      const of = axes.material.uniforms;
      (of.x?.value as Color).setRGB(...x);
      (of.y?.value as Color).setRGB(...y);
      (of.z?.value as Color).setRGB(...z);
    },
    /** Sets the spacing of the lines, and the position of the world's origin. */
    setScale(to: number, origin: readonly [number, number, number]) {
      unit = to;
      uniforms.reach.value = unit * LINES * 0.85;
      planeUniforms.reach.value = unit * LINES * 0.85;
      group.position.y = -origin[1];
      plane.scale.setScalar(unit * LINES);
      lines.scale.setScalar(unit);
      axes.scale.setScalar(unit * 0.5);
      axes.position.set(-origin[0], unit * 1e-3, -origin[2]);
    },
    /** Moves the middle of the floor to a position. The lines keep their places in the world. */
    moveTo(x: number, z: number) {
      const step = unit * STRONG;
      uniforms.middle.value.set(x, z);
      planeUniforms.middle.value.set(x, z);
      lines.position.set(Math.round(x / step) * step, 0, Math.round(z / step) * step);
      plane.position.set(x, -unit * 1e-3, z);
    },
    dispose() {
      for (const part of [plane, lines, axes]) {
        part.geometry.dispose();
        part.material.dispose();
      }
    },
  };
}

function lineGeometry(): BufferGeometry {
  const positions: number[] = [];
  const strengths: number[] = [];
  for (let at = -LINES; at <= LINES; at += 1) {
    const strength = at % STRONG === 0 ? 0.95 : 0.5;
    // In pieces, because some software renderers drop a line that extends behind the camera.
    let from = -LINES;
    while (from < LINES) {
      const to = from < -NEAR ? -NEAR : from < NEAR ? from + 1 : LINES;
      positions.push(at, 0, from, at, 0, to, from, 0, at, to, 0, at);
      strengths.push(strength, strength, strength, strength);
      from = to;
    }
  }
  return geometryOf(positions, strengths);
}

function planeGeometry(): BufferGeometry {
  const geometry = geometryOf([-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1], [1, 1, 1, 1]);
  return geometry.setIndex([0, 1, 2, 0, 2, 3]);
}

function axesGeometry(): BufferGeometry {
  return geometryOf([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1], [0, 0, 1, 1, 2, 2]);
}

function geometryOf(positions: number[], strengths: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setAttribute("strength", new BufferAttribute(Float32Array.from(strengths), 1));
  return geometry;
}
