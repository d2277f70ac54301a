import {
  ColorManagement,
  LinearSRGBColorSpace,
  NeutralToneMapping,
  NoToneMapping,
  PCFShadowMap,
  WebGLRenderer,
} from "three";

/** Whether the processor draws pictures, which then have to be simpler; `?paint=fine` in the address denies it. */
export function isSoftware(): boolean {
  if (new URLSearchParams(location.search).get("paint") === "fine") return false;
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return true;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = `${gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)}`;
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/** A processor takes most of its time to turn colours from linear to sRGB and back: it mixes them as they are. */
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
