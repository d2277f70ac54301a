import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  CylinderGeometry,
  DoubleSide,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  RepeatWrapping,
  SphereGeometry,
} from "three";
import type { PitchInfo } from "../worker/messages";
import type { Paints } from "./paints";

const POST_M = 0.06;
/** The width of a cell of the net, in metres. */
const MESH_M = 0.12;

/** Both goals: posts, crossbar, the frame behind, and a see-through net. */
export function createGoals(pitch: PitchInfo, paints: Paints) {
  const group = new Group();
  const white = paints.solid({ color: 0xf4f6f8, emissive: 0x222222 });
  const steel = paints.solid({ color: 0x9aa3ad });
  const texture = netTexture();
  const net = new MeshBasicMaterial({
    map: texture,
    transparent: true,
    side: DoubleSide,
    forceSinglePass: true,
    depthWrite: false,
    color: 0xe8edf2,
    opacity: 0.85,
  });
  for (const side of [-1, 1]) {
    const goal = new Group();
    const { goalWidth: w, goalHeight: h, netDepth: d } = pitch;
    const z = w / 2 + POST_M;
    const y = h + POST_M;
    // The space behind the goal is towards +x.
    const top = d * 0.42;
    const bar = (a: P, b: P, r: number, material: Material) => goal.add(rod(a, b, r, material));
    bar([0, 0, -z], [0, y, -z], POST_M, white);
    bar([0, 0, z], [0, y, z], POST_M, white);
    bar([0, y, -z], [0, y, z], POST_M, white);
    for (const end of [-z, z]) {
      bar([0, y, end], [top, y, end], 0.022, steel);
      bar([top, y, end], [d, 0.02, end], 0.022, steel);
      bar([0, 0.02, end], [d, 0.02, end], 0.022, steel);
      const corner = new Mesh(new SphereGeometry(POST_M, 12, 8), white);
      corner.position.set(0, y, end);
      goal.add(corner);
    }
    bar([d, 0.02, -z], [d, 0.02, z], 0.022, steel);
    goal.add(
      new Mesh(
        sheet([
          [top, y, -z],
          [top, y, z],
          [d, 0, z],
          [d, 0, -z],
        ]),
        net,
      ),
    );
    goal.add(
      new Mesh(
        sheet([
          [0, y, -z],
          [0, y, z],
          [top, y, z],
          [top, y, -z],
        ]),
        net,
      ),
    );
    for (const end of [-z, z])
      goal.add(
        new Mesh(
          sheet([
            [0, y, end],
            [top, y, end],
            [d, 0, end],
            [0, 0, end],
          ]),
          net,
        ),
      );
    goal.position.x = (side * pitch.length) / 2;
    if (side < 0) goal.rotation.y = Math.PI;
    goal.traverse((part) => {
      if (part instanceof Mesh && part.material !== net) part.castShadow = true;
    });
    group.add(goal);
  }
  return {
    group,
    dispose() {
      group.traverse((part) => part instanceof Mesh && part.geometry.dispose());
      texture.dispose();
      for (const material of [white, steel, net]) material.dispose();
    },
  };
}

type P = [number, number, number];

function rod(a: P, b: P, radius: number, material: Material): Mesh {
  const way = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
  const mesh = new Mesh(new CylinderGeometry(radius, radius, Math.hypot(...way), 12), material);
  mesh.position.set((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2);
  const [x, y, z] = way;
  // The axis of a cylinder is y.
  if (Math.abs(y) < Math.hypot(x, y, z) * 0.999) {
    const axis = mesh.position.clone().set(z, 0, -x).normalize();
    mesh.quaternion.setFromAxisAngle(axis, Math.acos(y / Math.hypot(x, y, z)));
  }
  return mesh;
}

/** A flat piece of net with cells of a constant size. */
function sheet(corners: [P, P, P, P]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(corners.flat()), 3));
  const [o, u] = [corners[0], corners[1]];
  const across = [0, 1, 2].map((axis) => (u[axis] ?? 0) - (o[axis] ?? 0));
  const length = Math.hypot(...across) || 1;
  const uv = corners.flatMap((corner) => {
    const from = [0, 1, 2].map((axis) => (corner[axis] ?? 0) - (o[axis] ?? 0));
    const s = [0, 1, 2].reduce(
      (sum, axis) => sum + ((from[axis] ?? 0) * (across[axis] ?? 0)) / length,
      0,
    );
    const t = Math.sqrt(Math.max(Math.hypot(...from) ** 2 - s * s, 0));
    return [s / MESH_M, t / MESH_M];
  });
  geometry.setAttribute("uv", new BufferAttribute(Float32Array.from(uv), 2));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  geometry.computeVertexNormals();
  return geometry;
}

function netTexture(): CanvasTexture {
  const size = 64;
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.strokeStyle = "#fff";
    pen.lineWidth = 7;
    pen.strokeRect(0, 0, size, size);
  }
  const texture = new CanvasTexture(canvas);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.anisotropy = 4;
  return texture;
}
