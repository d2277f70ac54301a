import {
  BufferAttribute,
  Color,
  DataTexture,
  FloatType,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  NearestFilter,
  RGBAFormat,
  Vector4,
} from "three";
import type { Paints } from "../pitch3d/paints";
import type { Scene } from "../worker/messages";
import { bodyDepthMaterial, bodyMaterial, flatShadowMaterial } from "./bodyMaterial";
import { type BodyShape, bodyShape } from "./bodyShape";
import { inZones, lookOf } from "./colours";
import { digitsTexture } from "./digits";
import { createPoses, PER_JOINT } from "./poses";

/** Columns of the palette: one per zone, then the second colour of the shirt and the colour of the number. */
const PALETTE = 10;

/** All footballers in one draw call: one shared body, and a texture row for the pose of each. */
export function createCrowd(scene: Scene, paints: Paints) {
  const { isFine } = paints;
  const count = scene.footballers.length;
  const body = bodyShape(scene.skeleton, { around: isFine ? 16 : 7 });
  const { poses, update } = createPoses(scene.skeleton, body.rest, count);

  const seed = Number(BigInt.asUintN(20, BigInt(scene.setup.seed)));
  const looks = scene.footballers.map((one) => lookOf(one.team, one.number, one.isKeeper, seed));
  const whos = Float32Array.from(looks, (_, one) => one);
  const look = Float32Array.from(
    looks.flatMap(({ number, pattern, hair }) => [number, pattern, hair, 0]),
  );
  const shared = {
    who: new InstancedBufferAttribute(whos, 1),
    look: new InstancedBufferAttribute(look, 4),
  };
  const geometry = geometryOf(body, shared, count);

  const colour = new Color();
  const inks = looks.flatMap(({ colours, second, ink }) =>
    [...inZones(colours), second, ink].flatMap((hex) => [...colour.set(hex).toArray(), 1]),
  );
  const palette = textureOf(Float32Array.from(inks), PALETTE, count);
  const moves = textureOf(
    new Float32Array(count * poses.joints * PER_JOINT),
    poses.joints * 2,
    count,
  );
  const digits = digitsTexture();
  const uniforms = {
    moves: { value: moves },
    palette: { value: palette },
    digits: { value: digits },
    marks: {
      value: new Vector4(body.number.middle, body.number.height, body.face.y, body.face.size),
    },
  };
  const mesh = new Mesh(geometry, bodyMaterial(uniforms, paints));
  mesh.customDepthMaterial = bodyDepthMaterial(uniforms);
  mesh.castShadow = isFine;
  mesh.receiveShadow = isFine;
  mesh.frustumCulled = false;
  const group = new Group().add(mesh);
  if (!isFine) {
    // Fewer corners are enough for a shadow.
    const coarse = geometryOf(bodyShape(scene.skeleton, { around: 4 }), shared, count);
    const shadow = new Mesh(coarse, flatShadowMaterial(uniforms, paints));
    shadow.frustumCulled = false;
    shadow.renderOrder = 1;
    group.add(shadow);
  }
  return {
    group,
    poses,
    place(between: Parameters<typeof update>[0]) {
      update(between);
      (moves.image.data as Float32Array).set(poses.moves);
      moves.needsUpdate = true;
    },
    dispose() {
      for (const part of group.children as Mesh[]) part.geometry.dispose();
      for (const texture of [palette, moves, digits]) texture.dispose();
    },
  };
}

export type Crowd = ReturnType<typeof createCrowd>;

/** Builds a body with the attributes that differ between its copies. */
function geometryOf(
  body: BodyShape,
  own: Record<string, InstancedBufferAttribute>,
  count: number,
): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const add = (name: string, values: number[], size: number) =>
    geometry.setAttribute(name, new BufferAttribute(Float32Array.from(values), size));
  add("position", body.positions, 3);
  add("bones", body.joints, 2);
  add("share", body.shares, 1);
  add("zone", body.zones, 1);
  geometry.setIndex(body.triangles);
  geometry.computeVertexNormals();
  for (const [name, values] of Object.entries(own)) geometry.setAttribute(name, values);
  geometry.instanceCount = count;
  return geometry;
}

function textureOf(data: Float32Array, width: number, height: number): DataTexture {
  const texture = new DataTexture(
    data as Float32Array<ArrayBuffer>,
    width,
    height,
    RGBAFormat,
    FloatType,
  );
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}
