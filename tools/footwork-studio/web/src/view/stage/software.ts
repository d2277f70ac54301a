/** Returns whether the CPU renders the 3D view, in which case the view should draw less. */
export function isDrawnBySoftware(): boolean {
  const probe = document.createElement("canvas").getContext("webgl2");
  const details = probe?.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = details && probe?.getParameter(details.UNMASKED_RENDERER_WEBGL);
  probe?.getExtension("WEBGL_lose_context")?.loseContext();
  return typeof name === "string" && /swiftshader|llvmpipe|software|basic render/i.test(name);
}
