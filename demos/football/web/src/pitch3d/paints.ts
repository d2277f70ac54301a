import {
  Color,
  type Material,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type MeshLambertMaterialParameters,
  Vector3,
  type WebGLProgramParametersWithUniforms,
} from "three";
import type { Mood } from "./mood";

/** How surfaces are lit: per pixel, or per vertex with a software renderer. */
export interface Paints {
  isFine: boolean;
  solid(look: MeshLambertMaterialParameters): Material;
  /** Adds lighting to an unlit material, from the world normal `lit` in its vertex shader. */
  lightCorners(shader: WebGLProgramParametersWithUniforms, normal: string): void;
  /** The light on level ground in the open. */
  onGround: Color;
  /** The direction from the ground to the sun. */
  sun: Vector3;
}

const WORLD_NORMAL = `
vec3 lit = normal;
#ifdef USE_INSTANCING
lit = mat3(instanceMatrix) * lit;
#endif
lit = normalize(mat3(modelMatrix) * lit);
`;

export function createPaints(mood: Mood, isFine: boolean): Paints {
  const sun = new Vector3(...mood.sun.from).normalize();
  const scaled = (hex: number, by: number) => new Color(hex).multiplyScalar(by / Math.PI);
  const uniforms = {
    sunWay: { value: sun },
    sunLight: { value: scaled(mood.sun.colour, mood.sun.strength) },
    skyLight: { value: scaled(mood.ambient.sky, mood.ambient.strength) },
    groundLight: { value: scaled(mood.ambient.ground, mood.ambient.strength) },
  };
  const onGround = uniforms.sunLight.value
    .clone()
    .multiplyScalar(sun.y)
    .add(uniforms.skyLight.value);
  const lightCorners: Paints["lightCorners"] = (shader, normal) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace(
        "#include <common>",
        `#include <common>
varying vec3 vLit;
uniform vec3 sunWay;
uniform vec3 sunLight;
uniform vec3 skyLight;
uniform vec3 groundLight;`,
      )
      .replace(
        "#include <project_vertex>",
        `${normal}
vLit = mix(groundLight, skyLight, 0.5 + 0.5 * lit.y) + sunLight * max(dot(lit, sunWay), 0.0);
#include <project_vertex>`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vLit;")
      .replace("#include <alphamap_fragment>", "diffuseColor.rgb *= vLit;");
  };
  return {
    isFine,
    solid(look) {
      if (isFine) return new MeshLambertMaterial(look);
      const { color, map, transparent, opacity, depthWrite } = look;
      const material = new MeshBasicMaterial({
        ...(color !== undefined && { color }),
        ...(map !== undefined && { map }),
        ...(transparent && { transparent, opacity: opacity ?? 1, depthWrite: depthWrite ?? true }),
        fog: false,
      });
      material.onBeforeCompile = (shader) => lightCorners(shader, WORLD_NORMAL);
      return material;
    },
    lightCorners,
    onGround,
    sun,
  };
}
