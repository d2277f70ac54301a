import {
  BoxGeometry,
  CanvasTexture,
  Group,
  type Material,
  Mesh,
  NoColorSpace,
  RepeatWrapping,
  SRGBColorSpace,
} from "three";
import type { PitchInfo } from "../worker/messages";
import type { Paints } from "./paints";

const HEIGHT_M = 0.9;
const THICK_M = 0.2;
/** The length of one repetition of the words, in metres. */
const ROUND_M = 24;
const WORDS: [text: string, paper: string, ink: string][] = [
  ["FOOTWORK", "#10151d", "#6cb0ff"],
  ["TAG", "#c8262e", "#ffffff"],
  ["QUERY", "#f2f4f7", "#10151d"],
  ["PREDICT", "#1d5fc4", "#ffffff"],
  ["MOVE", "#10151d", "#f5b83d"],
];

/** Banners around the pitch with the features of the toolkit. */
export function createBanners(pitch: PitchInfo, paints: Paints) {
  const group = new Group();
  const [x, z] = [pitch.length / 2 + pitch.banners, pitch.width / 2 + pitch.banners];
  const back = paints.solid({ color: 0x39414d });
  const glass = paints.solid({
    color: 0x39414d,
    transparent: true,
    opacity: 0.3,
    depthWrite: false,
  });
  const made: CanvasTexture[] = [];
  const board = (length: number, isNear = false) => {
    const texture = words(paints.isFine);
    texture.repeat.x = Math.max(Math.round(length / ROUND_M), 1);
    made.push(texture);
    const front = paints.solid({
      map: texture,
      emissive: 0xffffff,
      emissiveMap: texture,
      emissiveIntensity: 0.25,
      // The camera looks over and through the near banner.
      ...(isNear && { transparent: true, opacity: 0.3, depthWrite: false }),
    });
    // The faces of a box: +x, -x, +y, -y, +z, -z.
    const mesh = new Mesh(new BoxGeometry(length, HEIGHT_M, THICK_M), [
      ...Array<Material>(4).fill(isNear ? glass : back),
      front,
      front,
    ]);
    mesh.castShadow = !isNear;
    group.add(mesh);
    return mesh;
  };
  board(2 * x).position.set(0, HEIGHT_M / 2, -z - THICK_M / 2);
  const near = board(2 * x, true);
  near.position.set(0, HEIGHT_M / 2, z + THICK_M / 2);
  near.rotation.y = Math.PI;
  for (const side of [-1, 1]) {
    const end = board(2 * z);
    end.position.set(side * (x + THICK_M / 2), HEIGHT_M / 2, 0);
    end.rotation.y = (-side * Math.PI) / 2;
  }
  return {
    group,
    dispose() {
      for (const mesh of group.children as Mesh<BoxGeometry, Material[]>[]) {
        mesh.geometry.dispose();
        for (const material of mesh.material) material.dispose();
      }
      for (const texture of made) texture.dispose();
    },
  };
}

function words(isFine: boolean): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = 2048;
  canvas.height = 96;
  const pen = canvas.getContext("2d");
  if (pen) {
    const step = canvas.width / WORDS.length;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = `800 62px "Inter", "Segoe UI", "DejaVu Sans", sans-serif`;
    WORDS.forEach(([text, paper, ink], place) => {
      pen.fillStyle = paper;
      pen.fillRect(place * step, 0, step, canvas.height);
      pen.fillStyle = ink;
      pen.fillText(text, (place + 0.5) * step, canvas.height / 2 + 4, step - 30);
    });
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = isFine ? SRGBColorSpace : NoColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.anisotropy = 4;
  return texture;
}
