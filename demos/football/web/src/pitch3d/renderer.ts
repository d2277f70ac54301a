import {
  ColorManagement,
  LinearSRGBColorSpace,
  NeutralToneMapping,
  NoToneMapping,
  PCFShadowMap,
  WebGLRenderer,
} from "three";

/** Returns whether `?paint=fine` in the address asks for the best picture, regardless of speed. */
export const wantsFine = () => new URLSearchParams(location.search).get("paint") === "fine";

/** Returns whether WebGL runs on the CPU, which needs simpler pictures. */
export function isSoftware(): boolean {
  if (wantsFine()) return false;
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return true;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = `${gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)}`;
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/** Mixes colours without conversion: on the CPU, converting from linear to sRGB and back takes most of the time. */
function mixAsTheyAre(renderer: WebGLRenderer) {
  ColorManagement.enabled = false;
  renderer.outputColorSpace = LinearSRGBColorSpace;
}

export function createRenderer(canvas: HTMLCanvasElement, isFine: boolean): WebGLRenderer {
  const renderer = new WebGLRenderer({
    canvas,
    antialias: isFine,
    stencil: !isFine,
    powerPreference: "high-performance",
  });
  renderer.toneMapping = isFine ? NeutralToneMapping : NoToneMapping;
  if (!isFine) mixAsTheyAre(renderer);
  renderer.shadowMap.enabled = isFine;
  renderer.shadowMap.type = PCFShadowMap;
  return renderer;
}
