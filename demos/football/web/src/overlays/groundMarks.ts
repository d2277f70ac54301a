import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  MeshBasicMaterial,
} from "three";

/** The maximum number of triangles of all marks together. */
const MAX_TRIANGLES = 6000;
/** The height of marks above the ground, in metres, which avoids z-fighting. */
const HEIGHT_M = 0.025;

type Flat = readonly [x: number, z: number];
/** Red, green, blue and opacity, from 0 to 1. */
export type Ink = readonly [number, number, number, number];

/** Marks on the ground that change every frame: lines, arrows and rings, in one draw call. */
export function createGroundMarks() {
  const places = new BufferAttribute(new Float32Array(MAX_TRIANGLES * 9), 3);
  const inks = new BufferAttribute(new Float32Array(MAX_TRIANGLES * 12), 4);
  places.setUsage(DynamicDrawUsage);
  inks.setUsage(DynamicDrawUsage);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", places);
  geometry.setAttribute("color", inks);
  const material = new MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    forceSinglePass: true,
    fog: false,
    toneMapped: false,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -8,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 2;
  let corners = 0;
  const corner = ([x, z]: Flat, ink: Ink) => {
    places.setXYZ(corners, x, HEIGHT_M, z);
    inks.setXYZW(corners, ...ink);
    corners += 1;
  };
  const triangle = (a: Flat, b: Flat, c: Flat, ink: Ink) => {
    if (corners + 3 > MAX_TRIANGLES * 3) return;
    corner(a, ink);
    corner(b, ink);
    corner(c, ink);
  };
  const line = (a: Flat, b: Flat, wide: number, ink: Ink) => {
    const [dx, dz] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dz);
    if (length < 1e-6) return;
    const [nx, nz] = [((-dz / length) * wide) / 2, ((dx / length) * wide) / 2];
    const [p, q]: [Flat, Flat] = [
      [a[0] + nx, a[1] + nz],
      [a[0] - nx, a[1] - nz],
    ];
    const [r, s]: [Flat, Flat] = [
      [b[0] - nx, b[1] - nz],
      [b[0] + nx, b[1] + nz],
    ];
    triangle(p, q, r, ink);
    triangle(p, r, s, ink);
  };
  const arc = (middle: Flat, radius: number, wide: number, ink: Ink, from: number, to: number) => {
    const pieces = Math.max(4, Math.ceil(((to - from) / (2 * Math.PI)) * 40));
    const at = (piece: number, r: number): Flat => {
      const angle = from + ((to - from) * piece) / pieces;
      return [middle[0] + Math.cos(angle) * r, middle[1] + Math.sin(angle) * r];
    };
    const [inner, outer] = [radius - wide / 2, radius + wide / 2];
    for (let piece = 0; piece < pieces; piece += 1) {
      triangle(at(piece, inner), at(piece, outer), at(piece + 1, outer), ink);
      triangle(at(piece, inner), at(piece + 1, outer), at(piece + 1, inner), ink);
    }
  };
  return {
    mesh,
    /** Removes all marks. */
    clear() {
      corners = 0;
    },
    line,
    ring: (middle: Flat, radius: number, wide: number, ink: Ink) =>
      arc(middle, radius, wide, ink, 0, 2 * Math.PI),
    disc(middle: Flat, radius: number, ink: Ink) {
      arc(middle, radius / 2, radius, ink, 0, 2 * Math.PI);
    },
    arrow(from: Flat, to: Flat, wide: number, ink: Ink) {
      const [dx, dz] = [to[0] - from[0], to[1] - from[1]];
      const length = Math.hypot(dx, dz);
      if (length < 1e-3) return;
      const head = Math.min(wide * 3.2, length);
      const neck: Flat = [to[0] - (dx / length) * head, to[1] - (dz / length) * head];
      const [nx, nz] = [(-dz / length) * wide * 1.5, (dx / length) * wide * 1.5];
      line(from, neck, wide, ink);
      triangle(to, [neck[0] + nx, neck[1] + nz], [neck[0] - nx, neck[1] - nz], ink);
    },
    /** Shows the marks drawn since `clear`. */
    show() {
      geometry.setDrawRange(0, corners);
      places.needsUpdate = true;
      inks.needsUpdate = true;
    },
    count: () => corners / 3,
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}

export type GroundMarks = ReturnType<typeof createGroundMarks>;
