import type { Raster } from "./raster";

/** Gives a canvas the screen's full resolution, and returns a context that accepts lengths in CSS pixels. */
export function prepare(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const across = Math.max(Math.round(width * ratio), 1);
  const down = Math.max(Math.round(height * ratio), 1);
  // Setting the size clears the canvas and reallocates its memory, so set it only if it changes.
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  // The CPU draws small shapes and whole images faster than it could send them to the GPU.
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** Draws images onto a canvas. Each image reuses the memory of the previous one while the size is unchanged. */
export function createPictures() {
  let image: ImageData | undefined;
  let pixels = new Uint32Array();
  return {
    /** Draws an image of this size in CSS pixels, shows it, and then calls `write` to draw on top. */
    show(
      canvas: HTMLCanvasElement,
      width: number,
      height: number,
      draw: (raster: Raster) => void,
      write?: (context: CanvasRenderingContext2D) => void,
    ) {
      const context = prepare(canvas, width, height);
      if (!context) return;
      if (image?.width !== canvas.width || image.height !== canvas.height) {
        image = new ImageData(canvas.width, canvas.height);
        pixels = new Uint32Array(image.data.buffer);
      }
      const { width: across, height: down } = canvas;
      draw({ width: across, height: down, ratio: window.devicePixelRatio || 1, pixels });
      context.putImageData(image, 0, 0);
      write?.(context);
    },
  };
}

/** Draws at most once per animation frame: calls of `ask` before the next frame share one call of `draw`. */
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
