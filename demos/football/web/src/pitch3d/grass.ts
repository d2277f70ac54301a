import {
  CanvasTexture,
  Group,
  LinearMipmapLinearFilter,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  NoColorSpace,
  PlaneGeometry,
  SRGBColorSpace,
} from "three";
import type { PitchInfo } from "../worker/messages";
import { chances } from "./chances";
import type { Mood } from "./mood";
import type { Paints } from "./paints";

const LINE_M = 0.12;
/** The number of mowing stripes along the pitch. */
const STRIPES = 16;

/** The ground: mown grass with its lines, the track around it, and the surroundings. */
export function createGrass(pitch: PitchInfo, mood: Mood, { isFine, onGround }: Paints) {
  const group = new Group();
  const [length, width] = [pitch.length + 2 * pitch.banners, pitch.width + 2 * pitch.banners];
  const perMetre = (isFine ? 4096 : 2048) / length;
  const texture = new CanvasTexture(draw(pitch, mood, perMetre));
  texture.colorSpace = isFine ? SRGBColorSpace : NoColorSpace;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.anisotropy = isFine ? 8 : 1;
  // Light on level ground is the same everywhere, so a plain picture uses an unlit material in the colour `onGround`.
  const inside = flat(
    length,
    width,
    isFine
      ? new MeshLambertMaterial({ map: texture })
      : new MeshBasicMaterial({ map: texture, color: onGround, fog: false }),
  );
  inside.receiveShadow = true;
  const around = flat(600, 600, new MeshLambertMaterial({ color: mood.beyond }));
  around.position.y = -0.03;
  group.add(inside, around);
  return {
    group,
    dispose() {
      texture.dispose();
      for (const mesh of [inside, around]) {
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
    },
  };
}

function flat(length: number, width: number, material: Material) {
  const mesh = new Mesh(new PlaneGeometry(length, width), material);
  mesh.rotation.x = -Math.PI / 2;
  return mesh;
}

const css = (hex: number) => `#${hex.toString(16).padStart(6, "0")}`;

function draw(pitch: PitchInfo, mood: Mood, perMetre: number): HTMLCanvasElement {
  const { length, width, banners, grassBeyond } = pitch;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((length + 2 * banners) * perMetre);
  canvas.height = Math.round((width + 2 * banners) * perMetre);
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  pen.fillStyle = css(mood.track);
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(perMetre, perMetre);
  pen.translate(length / 2 + banners, width / 2 + banners);
  stripes(pen, pitch, mood);
  speckle(pen, length + 2 * grassBeyond, width + 2 * grassBeyond);
  lines(pen, pitch, mood.line);
  return canvas;
}

function stripes(
  pen: CanvasRenderingContext2D,
  { length, width, grassBeyond }: PitchInfo,
  mood: Mood,
) {
  const step = length / STRIPES;
  const [left, top] = [-length / 2 - grassBeyond, -width / 2 - grassBeyond];
  pen.fillStyle = css(mood.grass[1]);
  pen.fillRect(left, top, length + 2 * grassBeyond, width + 2 * grassBeyond);
  pen.fillStyle = css(mood.grass[0]);
  for (let stripe = 0; stripe < STRIPES; stripe += 2)
    pen.fillRect(-length / 2 + stripe * step, top, step, width + 2 * grassBeyond);
  // Fainter stripes across the pitch.
  pen.fillStyle = "rgb(255 255 255 / 0.035)";
  const rows = Math.round(width / step);
  for (let row = 0; row < rows; row += 2)
    pen.fillRect(left, -width / 2 + (row * width) / rows, length + 2 * grassBeyond, width / rows);
}

/** Draws blades and bare spots, so that the grass does not look like a carpet. */
function speckle(pen: CanvasRenderingContext2D, length: number, width: number) {
  const chance = chances(11);
  for (let spot = 0; spot < 9000; spot += 1) {
    const isLight = chance() < 0.5;
    pen.fillStyle = isLight ? "rgb(220 255 170 / 0.07)" : "rgb(0 30 0 / 0.09)";
    const [x, z] = [(chance() - 0.5) * length, (chance() - 0.5) * width];
    pen.fillRect(x, z, 0.04 + chance() * 0.12, 0.03 + chance() * 0.06);
  }
}

function lines(pen: CanvasRenderingContext2D, pitch: PitchInfo, colour: string) {
  const [x, z] = [pitch.length / 2, pitch.width / 2];
  const [deep, half] = pitch.area;
  const goal = pitch.goalWidth / 2;
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  pen.lineWidth = LINE_M;
  pen.strokeRect(-x, -z, 2 * x, 2 * z);
  pen.beginPath();
  pen.moveTo(0, -z);
  pen.lineTo(0, z);
  pen.stroke();
  circle(pen, 0, 0, pitch.circle, 0, 2 * Math.PI);
  spot(pen, 0, 0);
  for (const side of [-1, 1]) {
    const line = side * x;
    pen.strokeRect(Math.min(line, line - side * deep), -half, deep, 2 * half);
    if (pitch.length > 60)
      pen.strokeRect(Math.min(line, line - side * 5.5), -goal - 5.5, 5.5, 2 * goal + 11);
    spot(pen, line - side * Math.min(deep, 11) * (pitch.length > 60 ? 1 : 1), 0);
    for (const end of [-1, 1]) {
      const from = side > 0 ? (end > 0 ? Math.PI : Math.PI / 2) : end > 0 ? -Math.PI / 2 : 0;
      circle(pen, line, end * z, 0.8, from, from + Math.PI / 2);
    }
  }
}

function circle(
  pen: CanvasRenderingContext2D,
  x: number,
  z: number,
  r: number,
  from: number,
  to: number,
) {
  pen.beginPath();
  pen.arc(x, z, r, from, to);
  pen.stroke();
}

function spot(pen: CanvasRenderingContext2D, x: number, z: number) {
  pen.beginPath();
  pen.arc(x, z, LINE_M * 1.1, 0, 2 * Math.PI);
  pen.fill();
}
