import type { createQuality } from "../quality";

/** How long the picture must not change before it is drawn at full resolution, in milliseconds. */
const REST_MS = 250;

/** The parts of the stage that drawing uses. */
export interface DrawingHost {
  quality: ReturnType<typeof createQuality>;
  size(): { width: number; height: number };
  /** Sets the number of device pixels per CSS pixel. */
  setRatio(to: number): void;
  render(): void;
}

/**
 * Draws at most once per animation frame, no matter how often drawing is requested. At rest, draws once more at full
 * resolution.
 */
export function createDrawing({ quality, size, setRatio, render }: DrawingHost) {
  let ratio = 0;
  let request = 0;
  let sharpen: ReturnType<typeof setTimeout> | undefined;
  let isDisposed = false;

  const change = (to: number) => {
    if (to === ratio || size().width === 0) return;
    ratio = to;
    setRatio(to);
  };
  const draw = () => {
    request = 0;
    const { width, height } = size();
    if (isDisposed || width === 0 || height === 0) return;
    change(quality.moving(performance.now()));
    render();
    clearTimeout(sharpen);
    if (ratio >= quality.still()) return;
    sharpen = setTimeout(() => {
      change(quality.still());
      render();
    }, REST_MS);
  };
  const ask = () => {
    if (request === 0 && !isDisposed) request = requestAnimationFrame(draw);
  };

  return {
    ask,
    ratio: () => ratio,
    isDisposed: () => isDisposed,
    /** Notes that the picture was resized, so its resolution must be set again before the next drawing. */
    resized() {
      ratio = 0;
      ask();
    },
    dispose() {
      isDisposed = true;
      cancelAnimationFrame(request);
      clearTimeout(sharpen);
    },
  };
}
