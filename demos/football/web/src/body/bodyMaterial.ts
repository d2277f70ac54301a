import {
  type DataTexture,
  type Material,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshStandardMaterial,
  NotEqualStencilFunc,
  ReplaceStencilOp,
  RGBADepthPacking,
  type Texture,
  type Vector4,
} from "three";
import type { Paints } from "../pitch3d/paints";

/** The inputs of the body shader. */
export interface BodyUniforms {
  moves: { value: DataTexture };
  palette: { value: DataTexture };
  digits: { value: Texture };
  /** Centre of the number on the back, height of its digits, height of the face, size of the head. */
  marks: { value: Vector4 };
}

/** Each vertex follows two joints. A joint has a quaternion and a translation in a row of the texture. */
const SKIN = `
attribute vec2 bones;
attribute float share;
attribute float zone;
attribute float who;
attribute vec4 look;
uniform sampler2D moves;
vec4 moveOf(float bone, int part) {
  return texelFetch(moves, ivec2(int(bone) * 2 + part, int(who)), 0);
}
vec3 turn(vec4 q, vec3 v) {
  return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}
vec3 carried(vec3 v, float bone) {
  return turn(moveOf(bone, 0), v) + moveOf(bone, 1).xyz;
}
`;

const BEGIN = `
vec3 atRest = position;
if (zone > 0.5 && zone < 1.5) atRest += normal * look.z;
vec3 transformed = mix(carried(atRest, bones.x), carried(atRest, bones.y), share);
`;

const NORMAL = `
vec3 objectNormal = normalize(mix(turn(moveOf(bones.x, 0), normal), turn(moveOf(bones.y, 0), normal), share));
`;

const COLOUR_VARYINGS = `
varying vec3 vRest;
varying vec3 vPaint;
varying vec3 vSecond;
varying vec3 vInk;
varying float vZone;
varying vec4 vLook;
`;

const PAINT = `
vRest = position;
vZone = zone;
vLook = look;
vPaint = texelFetch(palette, ivec2(int(zone), int(who)), 0).rgb;
vSecond = texelFetch(palette, ivec2(8, int(who)), 0).rgb;
vInk = texelFetch(palette, ivec2(9, int(who)), 0).rgb;
`;

/** Paints the shirt pattern, the number and the eyes from the position of a point on the body at rest. */
const FRAGMENT = `
vec3 paint = vPaint;
float pixel = length(fwidth(vRest.xy));
float x = vRest.x;
if (vZone > 1.5 && vZone < 2.5) {
  float pattern = vLook.y;
  if (pattern > 0.5 && pattern < 1.5) {
    float wave = abs(fract(x / 0.082 + 0.25) - 0.5) * 2.0;
    paint = mix(paint, vSecond, smoothstep(0.47, 0.53, wave));
  } else if (pattern > 1.5) {
    float band = abs(vRest.y - marks.x + 0.2 * marks.w + 0.12 * x);
    paint = mix(vSecond, paint, smoothstep(0.036, 0.04, band * step(0.0, vRest.z) + (1.0 - step(0.0, vRest.z))));
  }
  bool isBack = vRest.z < 0.0;
  float size = isBack ? marks.y : marks.y * 0.8;
  vec2 from = vec2(isBack ? -x : x, vRest.y - marks.x);
  float tens = floor(vLook.x / 10.0);
  float digits = tens > 0.5 ? 2.0 : 1.0;
  vec2 spot = vec2(from.x / (size * 0.56) + 0.5 * digits, from.y / size + 0.5);
  if (abs(x) < 0.16 * marks.w && spot.x > 0.0 && spot.x < digits && spot.y > 0.0 && spot.y < 1.0) {
    float digit = spot.x < digits - 1.0 ? tens : vLook.x - tens * 10.0;
    vec2 uv = vec2((digit + fract(spot.x)) / 10.0, spot.y);
    float detail = log2(max(pixel / size * 128.0, 1.0)) + vLook.w;
    float ink = textureLod(digitsMap, uv, detail).r;
    // A rim makes the number readable over a pattern.
    vec3 rim = vInk.g > 0.5 ? paint * 0.2 : mix(paint, vec3(1.0), 0.6);
    paint = mix(paint, rim, 0.8 * smoothstep(0.05, 0.4, textureLod(digitsMap, uv, detail + 2.0).r));
    paint = mix(paint, vInk, smoothstep(0.3, 0.7, ink));
  }
} else if (vZone < 0.5 && vRest.z > 0.04 * marks.w && vRest.y > marks.z - 0.1 * marks.w) {
  vec2 eye = vec2(abs(x) - 0.028 * marks.w, vRest.y - marks.z) / marks.w;
  float lid = length(eye * vec2(1.0, 1.35));
  paint = mix(paint, vec3(0.9), 1.0 - smoothstep(0.0115, 0.0135, lid));
  paint = mix(paint, vec3(0.05, 0.04, 0.04), 1.0 - smoothstep(0.0065, 0.0085, lid));
  float brow = max(abs(eye.x) - 0.017, abs(eye.y - 0.021 + abs(eye.x) * 0.15) - 0.003);
  paint = mix(paint, paint * 0.35, 1.0 - smoothstep(0.0, 0.002, brow));
  float mouth = max(abs(x) / marks.w - 0.02, abs(vRest.y - marks.z + 0.058 * marks.w) / marks.w - 0.003);
  paint = mix(paint, paint * vec3(0.62, 0.42, 0.4), 1.0 - smoothstep(0.0, 0.002, mouth));
}
diffuseColor.rgb = paint;
`;

/** Creates the material of bodies: standard lighting with its own skinning and paint. */
export function bodyMaterial(uniforms: BodyUniforms, paints: Paints): Material {
  const material = paints.isFine
    ? new MeshStandardMaterial({ roughness: 0.72, metalness: 0 })
    : new MeshBasicMaterial({ fog: false });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace(
        "#include <common>",
        `#include <common>\n${SKIN}\nuniform sampler2D palette;${COLOUR_VARYINGS}`,
      )
      .replace("#include <beginnormal_vertex>", NORMAL)
      .replace("#include <begin_vertex>", `${BEGIN}${PAINT}`);
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        `#include <common>\nuniform sampler2D digitsMap;\nuniform vec4 marks;${COLOUR_VARYINGS}`,
      )
      .replace("#include <color_fragment>", FRAGMENT);
    shader.uniforms.digitsMap = uniforms.digits;
    if (!paints.isFine) paints.lightCorners(shader, NORMAL.replace("objectNormal", "lit"));
  };
  return material;
}

/** Creates the material with which bodies cast their shadows. */
export function bodyDepthMaterial(uniforms: BodyUniforms): MeshDepthMaterial {
  const material = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { moves: uniforms.moves });
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${SKIN}`)
      .replace("#include <begin_vertex>", BEGIN);
  };
  return material;
}

/** Creates shadows without a shadow map: the bodies flattened onto the ground. Overlaps are not darker. */
export function flatShadowMaterial(uniforms: BodyUniforms, { sun }: Paints): Material {
  const material = new MeshBasicMaterial({
    color: 0x000000,
    transparent: true,
    opacity: 0.36,
    depthWrite: false,
    fog: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -4,
    stencilWrite: true,
    stencilRef: 1,
    stencilFunc: NotEqualStencilFunc,
    stencilZPass: ReplaceStencilOp,
  });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { moves: uniforms.moves, sunWay: { value: sun } });
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${SKIN}\nuniform vec3 sunWay;`)
      .replace(
        "#include <begin_vertex>",
        `${BEGIN}\ntransformed -= sunWay * (max(transformed.y, 0.0) - 0.012) / sunWay.y;`,
      );
  };
  return material;
}
