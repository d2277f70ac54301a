import { expect, it } from "vitest";
import { nameParts, rangeParts } from "./nameParts";

it.each([
  ["Contact.Hands 30 – 96 → 30 – 100", "Contact.|Hands 30 – 96 → 30 – 100"],
  ["cmu/playground_jump-turn_01.bvh", "cmu/|playground_|jump-|turn_|01.|bvh"],
  ["1.5 s of 12/30. Next --frame, a - b", "1.5 s of 12/30. Next --frame, a - b"],
  ["../walk..txt", "../walk..txt"],
  ["", ""],
])("%s", (text, parts) => {
  expect(nameParts(text).join("|")).toBe(parts);
});

it("finds ranges of frames", () => {
  expect(rangeParts("Jump 30 – 96 → 3 – 9, – 4")).toEqual([
    "Jump ",
    "30 – 96",
    " → ",
    "3 – 9",
    ", – 4",
  ]);
  expect(rangeParts("none")).toEqual(["none"]);
});
