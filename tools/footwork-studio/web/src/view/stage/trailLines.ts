import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  LineSegments,
  Points,
  ShaderMaterial,
} from "three";
import type { Colour } from "../palette";
import { type TrailSpacing, trailLength, trailSegments, trailStrengths } from "../trails";

const VERTEX = `
attribute vec4 tint;
uniform float size;
varying vec4 vTint;
void main() {
  vTint = tint;
  gl_PointSize = size;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}`;

const FRAGMENT = `
varying vec4 vTint;
void main() {
  gl_FragColor = vTint;
}`;

/** Creates trails: thin lines with a dot at each sampled frame. The farther apart the dots, the faster the motion. */
export function createTrailLines(colours: readonly Colour[], spacing: TrailSpacing) {
  const length = trailLength(spacing);
  const geometry = new BufferGeometry();
  const place = new BufferAttribute(new Float32Array(colours.length * length * 3), 3);
  place.setUsage(DynamicDrawUsage);
  geometry.setAttribute("position", place);
  const tint = new Float32Array(colours.length * length * 4);
  const strengths = trailStrengths(spacing);
  colours.forEach((colour, trail) => {
    strengths.forEach((strength, at) => {
      tint.set([...colour, strength], (trail * length + at) * 4);
    });
  });
  geometry.setAttribute("tint", new BufferAttribute(tint, 4));
  geometry.setIndex(new BufferAttribute(trailSegments(colours.length, spacing), 1));
  const uniforms = { size: { value: 3 } };
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms,
    transparent: true,
    depthWrite: false,
  });
  const lines = new LineSegments(geometry, material);
  // The points have their own geometry without an index, because the index of the lines would draw each point twice.
  const dots = new BufferGeometry();
  dots.setAttribute("position", place);
  dots.setAttribute("tint", geometry.getAttribute("tint"));
  const points = new Points(dots, material);
  lines.frustumCulled = false;
  points.frustumCulled = false;
  const group = new Group();
  group.add(lines, points);
  return {
    group,
    spacing,
    place: place.array as Float32Array,
    setDotSize(to: number) {
      uniforms.size.value = to;
    },
    moved() {
      place.needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      dots.dispose();
      material.dispose();
    },
  };
}

export type TrailLines = ReturnType<typeof createTrailLines>;
