import type { Pattern } from "../state/colours";

const TILE = 8;
const kept = new Map<string, CanvasPattern>();

/** How light a colour `#rrggbb` is, from 0 to 1, roughly as eyes see it. */
export function lightness(colour: string): number {
  const value = Number.parseInt(colour.slice(1), 16);
  const part = (shift: number) => ((value >> shift) & 0xff) / 255;
  return 0.299 * part(16) + 0.587 * part(8) + 0.114 * part(0);
}

/** A pattern to be filled over a colour, in light or dark ink; none for `plain`. */
export function patternFill(
  context: CanvasRenderingContext2D,
  pattern: Pattern,
  colour: string,
): CanvasPattern | undefined {
  if (pattern === "plain") return undefined;
  const ink = lightness(colour) > 0.5 ? "rgb(0 0 0 / 0.2)" : "rgb(255 255 255 / 0.22)";
  const key = `${pattern} ${ink}`;
  const old = kept.get(key);
  if (old) return old;
  const made = context.createPattern(drawTile(pattern, ink), "repeat");
  if (made) kept.set(key, made);
  return made ?? undefined;
}

/** The hatching of frames that a tag must not have. */
export function hatching(context: CanvasRenderingContext2D, ink: string) {
  return context.createPattern(drawTile("falling", ink), "repeat");
}

function drawTile(pattern: Pattern, ink: string): HTMLCanvasElement {
  const tile = document.createElement("canvas");
  tile.width = TILE;
  tile.height = TILE;
  const context = tile.getContext("2d");
  if (!context) return tile;
  context.strokeStyle = ink;
  context.fillStyle = ink;
  context.lineWidth = 1.6;
  const line = (x0: number, y0: number, x1: number, y1: number) => {
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
  };
  context.beginPath();
  // Diagonals go on in the neighbouring tiles: their corners are drawn from there as well.
  if (pattern === "rising" || pattern === "cross")
    for (const shift of [-TILE, 0, TILE]) line(shift - 1, TILE + 1, shift + TILE + 1, -1);
  if (pattern === "falling" || pattern === "cross")
    for (const shift of [-TILE, 0, TILE]) line(shift - 1, -1, shift + TILE + 1, TILE + 1);
  if (pattern === "upright") line(2, 0, 2, TILE);
  context.stroke();
  if (pattern === "dots") {
    context.arc(2, 2, 1.4, 0, 2 * Math.PI);
    context.moveTo(7.4, 6);
    context.arc(6, 6, 1.4, 0, 2 * Math.PI);
    context.fill();
  }
  return tile;
}
