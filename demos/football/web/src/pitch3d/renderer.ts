import { BasicShadowMap, NeutralToneMapping, PCFShadowMap, WebGLRenderer } from "three";

/** Whether the processor draws pictures, which then have to be simpler. */
export function isSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return true;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = `${gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)}`;
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

export function createRenderer(canvas: HTMLCanvasElement, isFine: boolean): WebGLRenderer {
  const renderer = new WebGLRenderer({
    canvas,
    antialias: isFine,
    powerPreference: "high-performance",
  });
  renderer.toneMapping = NeutralToneMapping;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = isFine ? PCFShadowMap : BasicShadowMap;
  return renderer;
}
