import { CanvasTexture, LinearMipmapLinearFilter } from "three";

const CELL = 64;

/** Draws the digits 0 to 9 in a row, white on black, for the numbers on shirts. */
export function digitsTexture(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = CELL * 10;
  canvas.height = CELL * 2;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.font = `bold ${CELL * 1.9}px "DejaVu Sans Condensed", "Arial Narrow", "Helvetica Neue", sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    pen.fillStyle = "#fff";
    for (let digit = 0; digit < 10; digit += 1) {
      pen.save();
      pen.translate(CELL * (digit + 0.5), CELL * 1.72);
      pen.scale(0.78, 1);
      pen.fillText(`${digit}`, 0, 0);
      pen.restore();
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.minFilter = LinearMipmapLinearFilter;
  texture.anisotropy = 4;
  return texture;
}
