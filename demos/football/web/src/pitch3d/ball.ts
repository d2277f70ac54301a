import {
  CanvasTexture,
  Mesh,
  MeshStandardMaterial,
  NoColorSpace,
  Quaternion,
  SphereGeometry,
  SRGBColorSpace,
  Vector3,
} from "three";
import type { Between } from "../worker/playout";
import type { Paints } from "./paints";

export const BALL_M = 0.11;

/** The ball: white, with dark patches at the vertices of an icosahedron that make its roll visible. */
export function createBall(paints: Paints) {
  const { isFine } = paints;
  const texture = patches(isFine ? 512 : 256);
  texture.colorSpace = isFine ? SRGBColorSpace : NoColorSpace;
  const look = { map: texture };
  const material = isFine
    ? new MeshStandardMaterial({ ...look, roughness: 0.45 })
    : paints.solid(look);
  // Slightly larger than life: from a stand a ball of true size is hard to follow.
  const mesh = new Mesh(new SphereGeometry(BALL_M * 1.15, 24, 16), material);
  mesh.castShadow = true;
  const [a, b] = [new Vector3(), new Vector3()];
  const [p, q] = [new Quaternion(), new Quaternion()];
  return {
    mesh,
    place({ from, to, share }: Between) {
      mesh.position.copy(a.set(...from.ball.position).lerp(b.set(...to.ball.position), share));
      p.fromArray(from.ball.rotation);
      q.fromArray(to.ball.rotation);
      mesh.quaternion.copy(p.slerp(q, share));
    },
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
      texture.dispose();
    },
  };
}

/** The vertices of an icosahedron. */
function corners(): Vector3[] {
  const golden = (1 + Math.sqrt(5)) / 2;
  const list: Vector3[] = [];
  for (const s of [-1, 1])
    for (const t of [-golden, golden])
      list.push(new Vector3(0, s, t), new Vector3(s, t, 0), new Vector3(t, 0, s));
  return list.map((corner) => corner.normalize());
}

function patches(width: number): CanvasTexture {
  const canvas = document.createElement("canvas");
  const height = width / 2;
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (pen) {
    const image = pen.createImageData(width, height);
    const spots = corners();
    const here = new Vector3();
    for (let row = 0; row < height; row += 1) {
      const theta = ((row + 0.5) / height) * Math.PI;
      for (let column = 0; column < width; column += 1) {
        const phi = ((column + 0.5) / width) * 2 * Math.PI;
        here.set(
          -Math.cos(phi) * Math.sin(theta),
          Math.cos(theta),
          Math.sin(phi) * Math.sin(theta),
        );
        const ranked = spots.map((spot) => spot.dot(here)).sort((one, other) => other - one);
        const [near = 0, second = 0, third = 0] = ranked;
        const isPatch = near > 0.925;
        const isSeam = second - third < 0.012 || near - second < 0.01;
        const value = isPatch ? 28 : isSeam && near < 0.96 ? 176 : 250;
        image.data.set([value, value, value + (isPatch ? 6 : 2), 255], (row * width + column) * 4);
      }
    }
    pen.putImageData(image, 0, 0);
  }
  const texture = new CanvasTexture(canvas);
  texture.anisotropy = 4;
  return texture;
}
