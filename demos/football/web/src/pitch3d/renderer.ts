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

/**
 * Returns whether WebGL runs on the CPU, which needs simpler pictures. A worker checks, because the first context
 * blocks its thread for half a second on such a machine.
 */
export async function isSoftware(): Promise<boolean> {
  if (wantsFine()) return false;
  return onProcessor((await nameInWorker()) ?? nameOf(document.createElement("canvas")));
}

const onProcessor = (name: string) =>
  name === "" || /swiftshader|llvmpipe|software|basic render/i.test(name);

/**
 * Returns the name of the renderer, empty without WebGL. It also runs in the worker, so it uses nothing outside of
 * itself.
 */
function nameOf(canvas: HTMLCanvasElement | OffscreenCanvas): string {
  const gl = canvas.getContext("webgl2") as WebGL2RenderingContext | null;
  if (!gl) return "";
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return `${name}`;
}

/** Returns the name of the renderer of a worker; `undefined` if workers cannot draw here. */
async function nameInWorker(): Promise<string | undefined> {
  const program = `postMessage((${nameOf})(new OffscreenCanvas(1, 1)))`;
  const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  try {
    const worker = new Worker(url);
    const name = await new Promise<string>((done) => {
      worker.onmessage = ({ data }) => done(`${data}`);
      worker.onerror = () => done("");
    });
    worker.terminate();
    return name || undefined;
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
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
