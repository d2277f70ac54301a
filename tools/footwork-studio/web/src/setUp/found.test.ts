import { expect, it } from "vitest";
import { found } from "./found";

it("names the roles of joints, and the assumptions about the clips", () => {
  const finding = { severity: "note", file: "footwork.toml", position: null, code: "x" };
  const library = {
    channels: [
      "speed",
      "left_foot.height",
      "right_foot.height",
      "left_toe.height",
      "LeftFoot.height",
      "hips.speed",
      "hips.height",
    ],
    findings: [
      { ...finding, message: "a unit" },
      { ...finding, severity: "error", message: "no" },
    ],
  };
  expect(found(library)).toEqual({
    roles: ["left toe", "hips"],
    both: ["foot"],
    notes: ["a unit"],
  });
  expect(found(undefined)).toEqual({ roles: [], both: [], notes: [] });
});
