import { expect, test } from "vitest";
import {
  diamond,
  fill,
  fillPattern,
  frame,
  ink,
  lightness,
  mix,
  type Raster,
  tint,
} from "./raster";

const raster = (width: number, height: number, ratio = 1): Raster => ({
  width,
  height,
  ratio,
  pixels: new Uint32Array(width * height),
});
/** Returns the image as text, with `#` for drawn pixels. */
const look = ({ width, height, pixels }: Raster) =>
  Array.from({ length: height }, (_, y) =>
    [...pixels.slice(y * width, (y + 1) * width)].map((pixel) => (pixel ? "#" : ".")).join(""),
  );
const black = ink("#000000");

test("colours are parsed and mixed", () => {
  expect(ink("#ff8000")).toBe(0xff0080ff);
  expect(ink("rgb(255, 128, 0)")).toBe(0xff0080ff);
  expect(mix(ink("#000000"), ink("#ffffff"), 0.5)).toBe(ink("#808080"));
  expect(lightness(ink("#ffffff"))).toBeCloseTo(1);
});

test("rectangles are clipped at the border, and are at least a pixel wide", () => {
  const picture = raster(5, 3);
  fill(picture, -3, 1, 2, 9, black);
  expect(look(picture)).toEqual([".....", "##...", "##..."]);
  fill(picture, 3.2, 0, 3.3, 1, black);
  expect(look(picture)[0]).toBe("...#.");
  fill(picture, -9, 0, -4, 1, black);
  fill(picture, 7, 0, 9, 1, black);
  expect(look(picture)[0]).toBe("...#.");
});

test("screens with a higher resolution get more pixels", () => {
  const picture = raster(6, 2, 2);
  fill(picture, 1, 0, 2, 1, black);
  expect(look(picture)).toEqual(["..##..", "..##.."]);
});

test("patterns repeat from their origin", () => {
  const picture = raster(12, 1);
  fillPattern(picture, 1, 0, 12, 1, "upright", black);
  expect(look(picture)).toEqual([".##......##."]);
});

test("outlines and diamonds are drawn", () => {
  const picture = raster(5, 5);
  frame(picture, 0, 0, 5, 5, black);
  expect(look(picture)).toEqual(["#####", "#...#", "#...#", "#...#", "#####"]);
  const other = raster(5, 5);
  diamond(other, 2, 2, 2, black);
  expect(look(other)).toEqual(["..#..", ".###.", "#####", ".###.", "..#.."]);
});

test("a tint is blended over the drawn pixels", () => {
  const picture = raster(2, 1);
  fill(picture, 0, 0, 2, 1, ink("#ffffff"));
  tint(picture, 1, 0, 2, 1, black, 0.5);
  expect([...picture.pixels]).toEqual([ink("#ffffff"), ink("#808080")]);
});
