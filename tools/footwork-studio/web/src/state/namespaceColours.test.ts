import { expect, it } from "vitest";
import { FAMILIES, familiesOf, suggestColour } from "./namespaceColours";

const channels = (colour: string) =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

it("has enough contrast with the light and the dark panel", () => {
  for (const colour of FAMILIES.flat())
    for (const panel of ["#ffffff", "#1b1f26"])
      expect(contrast(colour, panel), `${colour} on ${panel}`).toBeGreaterThanOrEqual(3);
});

it("has no colour twice, and families that are easy to tell apart", () => {
  expect(new Set(FAMILIES.flat()).size).toBe(FAMILIES.flat().length);
  const distance = (a: string, b: string) =>
    Math.hypot(...channels(a).map((value, at) => value - (channels(b)[at] ?? 0)));
  FAMILIES.forEach(([first = ""], at) => {
    for (const [other = ""] of FAMILIES.slice(at + 1))
      expect(distance(first, other), `${first} ${other}`).toBeGreaterThan(0.12);
  });
});

it("gives the labels of a namespace colours of one family", () => {
  const families = familiesOf(["Gait", "Phase", "Gait", "Foot"]);
  expect([...families.keys()]).toEqual(["Gait", "Phase", "Foot"]);
  expect(new Set(families.values()).size).toBe(3);
});

it("suggests a colour of the namespace's family, or of an unused family", () => {
  const label = (name: string, colour: string | null) => ({ name, colour });
  const [[first = "", second = ""] = [], [other = ""] = []] = FAMILIES;
  expect(suggestColour("Gait.Run", [])).toBe(first);
  expect(suggestColour("Gait.Run", [label("Gait.Walk", first.toUpperCase())])).toBe(second);
  expect(suggestColour("Phase.Land", [label("Gait.Walk", first)])).toBe(other);
  // Colours that the user chose belong to no family.
  expect(suggestColour("Gait.Run", [label("Gait.Walk", "#123456"), label("X", null)])).toBe(first);
  const full = FAMILIES.flat().map((colour, at) => label(`N${at}`, colour));
  expect(suggestColour("New", full)).toBe(first);
});
