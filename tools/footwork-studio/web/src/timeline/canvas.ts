/** Gives a canvas as many pixels as the screen has for it, and takes lengths in CSS pixels from then on. */
export function prepare(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const across = Math.max(Math.round(width * ratio), 1);
  const down = Math.max(Math.round(height * ratio), 1);
  // Setting a size clears the canvas and takes its memory anew: only where it is another one.
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  const context = canvas.getContext("2d", { alpha: false });
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** Draws once before the next frame of the screen, however often it is asked for. */
export function oncePerFrame(draw: () => void) {
  let request = 0;
  return {
    ask() {
      request ||= requestAnimationFrame(() => {
        request = 0;
        draw();
      });
    },
    cancel() {
      cancelAnimationFrame(request);
      request = 0;
    },
  };
}
