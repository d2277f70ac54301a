/**
 * The course: a floor with walls, pillars, stairs, a ramp and kerbs, as obstacles for the character and as meshes to
 * draw.
 */

import {
  BoxGeometry,
  CanvasTexture,
  Group,
  Mesh,
  MeshLambertMaterial,
  RepeatWrapping,
  SRGBColorSpace,
} from "three";
import { FW_VOLUME_BOX, World } from "../src/index.js";

type Vector = [number, number, number];

/** A box of the course, in metres. */
interface Block {
  kind: "floor" | "wall" | "step";
  halfM: Vector;
  atM: Vector;
  /** The angle by which the block rises along +z. */
  slopeRad?: number;
}

const HALF_M = 20;
const RISE_M = 0.18;
const TREAD_M = 0.32;
const STEPS = 10;
const SLOPE_RAD = (20 * Math.PI) / 180;
/** The z at which the stairs begin, and the z at which stairs and ramp reach the terrace. */
const FOOT_Z = 4;
const TOP_Z = FOOT_Z + STEPS * TREAD_M;
const TOP_M = STEPS * RISE_M;
const RAMP_HALF_M = TOP_M / Math.sin(SLOPE_RAD) / 2;
const RAMP_DEPTH_M = 0.1;

function border(): Block[] {
  return [1, -1].flatMap((side): Block[] => [
    { kind: "wall", halfM: [HALF_M, 0.6, 0.2], atM: [0, 0.6, side * HALF_M] },
    { kind: "wall", halfM: [0.2, 0.6, HALF_M], atM: [side * HALF_M, 0.6, 0] },
  ]);
}

function stairs(): Block[] {
  return Array.from({ length: STEPS }, (_, step): Block => {
    const [from, high] = [FOOT_Z + step * TREAD_M, (step + 1) * RISE_M];
    return {
      kind: "step",
      halfM: [1.5, high / 2, TREAD_M / 2],
      atM: [3.5, high / 2, from + TREAD_M / 2],
    };
  });
}

function ramp(): Block {
  const [up, along] = [Math.cos(SLOPE_RAD), Math.sin(SLOPE_RAD)];
  const middleZ = TOP_Z - RAMP_HALF_M * up;
  return {
    kind: "step",
    halfM: [1.5, RAMP_DEPTH_M, RAMP_HALF_M],
    atM: [-3.5, TOP_M / 2 - RAMP_DEPTH_M * up, middleZ + RAMP_DEPTH_M * along],
    slopeRad: SLOPE_RAD,
  };
}

const BLOCKS: readonly Block[] = [
  { kind: "floor", halfM: [HALF_M, 0.5, HALF_M], atM: [0, -0.5, 0] },
  ...border(),
  ...stairs(),
  ramp(),
  { kind: "step", halfM: [5, TOP_M / 2, 2.5], atM: [0, TOP_M / 2, TOP_Z + 2.5] },
  { kind: "wall", halfM: [0.15, 1.1, 4], atM: [8, 1.1, 4] },
  { kind: "wall", halfM: [2, 1.1, 0.15], atM: [-9, 1.1, 3] },
  ...[-12, -8, -4].flatMap((z): Block[] => [
    { kind: "wall", halfM: [0.3, 1.1, 0.3], atM: [-4, 1.1, z] },
    { kind: "wall", halfM: [0.3, 1.1, 0.3], atM: [-7, 1.1, z + 2] },
  ]),
  ...[0, 1, 2].map((row): Block => {
    return { kind: "step", halfM: [2, 0.06, 0.25], atM: [5, 0.06, -5 - 2 * row] };
  }),
];

function turn({ slopeRad = 0 }: Block): [number, number, number, number] {
  return [-Math.sin(slopeRad / 2), 0, 0, Math.cos(slopeRad / 2)];
}

/** Returns the course as obstacles. */
export function courseWorld(): World {
  const world = new World();
  for (const block of BLOCKS) {
    const pose = { position: block.atM, rotation: turn(block) };
    world.addVolume({ kind: FW_VOLUME_BOX, halfM: block.halfM }, { pose });
  }
  return world;
}

/** The course as meshes, with a material for each kind of block. */
export class CourseView {
  readonly group = new Group();
  readonly materials = {
    floor: new MeshLambertMaterial({ map: squares() }),
    wall: new MeshLambertMaterial(),
    step: new MeshLambertMaterial(),
  };

  constructor() {
    for (const block of BLOCKS) {
      const [x, y, z] = block.halfM;
      const mesh = new Mesh(new BoxGeometry(2 * x, 2 * y, 2 * z), this.materials[block.kind]);
      mesh.position.set(...block.atM);
      mesh.quaternion.set(...turn(block));
      mesh.castShadow = block.kind !== "floor";
      mesh.receiveShadow = true;
      this.group.add(mesh);
    }
  }
}

/** Returns a chequered texture with squares of 1 m, for the floor. */
function squares(): CanvasTexture {
  const canvas = document.createElement("canvas");
  const side = 64;
  canvas.width = canvas.height = 2 * side;
  const context = canvas.getContext("2d");
  if (!context) {
    throw new Error("this browser cannot draw on a canvas");
  }
  context.fillStyle = "#fff";
  context.fillRect(0, 0, 2 * side, 2 * side);
  context.fillStyle = "#e9e9e9";
  context.fillRect(0, 0, side, side);
  context.fillRect(side, side, side, side);
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(HALF_M, HALF_M);
  texture.anisotropy = 8;
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
