import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { bodyFile } from "../src/body/bodyFile";
import { bodyShape } from "../src/body/bodyShape";
import { inZones, lookOf } from "../src/body/colours";
import { rolesOf } from "../src/body/roles";
import type { Point, SkeletonInfo } from "../src/worker/messages";

const CLIP = resolve("../../../samples/football/walk_01.glb");
/** The file of the body, next to the compressed motion of the same skeleton. */
export const BODY = resolve("../../../testdata/characters/football.glb");

/** Reads the skeleton of a clip of `samples/football`. */
export async function readSkeleton(): Promise<SkeletonInfo> {
  const bytes = await readFile(CLIP);
  const json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
  const nodes: { name: string; translation: Point; children?: number[] }[] = json.nodes;
  const names = nodes.map(({ name }) => name);
  const parents = nodes.map((_, joint) =>
    nodes.findIndex(({ children }) => children?.includes(joint)),
  );
  return {
    names,
    parents,
    // Without negative zeros, which JSON lacks.
    offsets: nodes.map(({ translation }) => translation.map((value) => value + 0) as Point),
    roles: rolesOf(names),
  };
}

/** Makes the body of the skeleton of `samples/football`. */
export async function makeBody(): Promise<Uint8Array> {
  const skeleton = await readSkeleton();
  const hexes = inZones(lookOf(1, 8, false, 0).colours);
  const linear = (byte: number) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const colours = hexes.map((hex) => [hex >> 16, (hex >> 8) & 255, hex & 255].map(linear));
  return bodyFile(skeleton, bodyShape(skeleton, { around: 16 }), colours);
}

/** Writes the body of the examples: `npm run body`. */
export async function main(): Promise<void> {
  await writeFile(BODY, await makeBody());
}
