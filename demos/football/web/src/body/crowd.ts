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
import type { Scene } from "../stream/messages";
import { bodyDepthMaterial, bodyMaterial, flatShadowMaterial } from "./bodyMaterial";
import { bodyShape } from "./bodyShape";
import { inZones, lookOf } from "./colours";
import { digitsTexture } from "./digits";
import { createPoses, PER_JOINT } from "./poses";

/** Columns of the palette: one for each zone, then the second colour of the shirt and that of the number. */
const PALETTE = 10;

/** All footballers in one draw call: one body, and a row of a texture for the pose of each. */
export function createCrowd(scene: Scene, paints: Paints) {
  const { isFine } = paints;
  const count = scene.footballers.length;
  const body = bodyShape(scene.skeleton, { around: isFine ? 16 : 8 });
  const { poses, update } = createPoses(scene.skeleton, body.rest, count);

  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(body.positions), 3));
  geometry.setAttribute("bones", new BufferAttribute(Float32Array.from(body.joints), 2));
  geometry.setAttribute("share", new BufferAttribute(Float32Array.from(body.shares), 1));
  geometry.setAttribute("zone", new BufferAttribute(Float32Array.from(body.zones), 1));
  geometry.setIndex(body.triangles);
  geometry.computeVertexNormals();
  geometry.instanceCount = count;

  const seed = Number(BigInt.asUintN(20, BigInt(scene.setup.seed)));
  const looks = scene.footballers.map((one) => lookOf(one.team, one.number, one.isKeeper, seed));
  const whos = Float32Array.from(looks, (_, one) => one);
  const look = Float32Array.from(
    looks.flatMap(({ number, pattern, hair }) => [number, pattern, hair, isFine ? 0.5 : 1.5]),
  );
  geometry.setAttribute("who", new InstancedBufferAttribute(whos, 1));
  geometry.setAttribute("look", new InstancedBufferAttribute(look, 4));

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
    const shadow = new Mesh(geometry, flatShadowMaterial(uniforms, paints));
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
      geometry.dispose();
      for (const texture of [palette, moves, digits]) texture.dispose();
    },
  };
}

export type Crowd = ReturnType<typeof createCrowd>;

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
