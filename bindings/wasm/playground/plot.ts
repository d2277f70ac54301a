/** Drawing on a canvas, in the colours of the page. */

export interface Plot {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
  colour: (name: "ink" | "soft" | "line" | "one" | "two" | "found" | "bad") => string;
}

/** Clears a canvas, and sets its resolution to that of the screen. */
export function begin(canvas: HTMLCanvasElement): Plot {
  const context = canvas.getContext("2d");
  if (!context) {
    throw new Error("this browser cannot draw on a canvas");
  }
  const { width, height } = canvas.getBoundingClientRect();
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  context.lineWidth = 2;
  context.font = "12px system-ui, sans-serif";
  const style = getComputedStyle(document.documentElement);
  return { context, width, height, colour: (name) => style.getPropertyValue(`--${name}`) };
}

/** Draws a line through points, broken at points that are not numbers. */
export function line(
  plot: Plot,
  colour: string,
  points: readonly (readonly [number, number])[],
): void {
  const { context } = plot;
  context.strokeStyle = colour;
  context.beginPath();
  let isOn = false;
  for (const [x, y] of points) {
    if (Number.isFinite(x) && Number.isFinite(y)) {
      if (isOn) {
        context.lineTo(x, y);
      } else {
        context.moveTo(x, y);
      }
    }
    isOn = Number.isFinite(x) && Number.isFinite(y);
  }
  context.stroke();
}

export function label(
  plot: Plot,
  text: string,
  x: number,
  y: number,
  align: CanvasTextAlign = "left",
): void {
  plot.context.fillStyle = plot.colour("soft");
  plot.context.textAlign = align;
  plot.context.fillText(text, x, y);
}

export function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}
