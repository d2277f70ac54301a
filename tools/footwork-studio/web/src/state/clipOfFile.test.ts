import { expect, it } from "vitest";
import { clipOfFile } from "./clipOfFile";

const names = new Set(["a/walk.bvh", "b.glb#Run", "b.glb#Walk"]);

it("finds the clip of a file", () => {
  expect(clipOfFile("a/walk.bvh", names)).toBe("a/walk.bvh");
  expect(clipOfFile("a/walk.bvh.tags", names)).toBe("a/walk.bvh");
  expect(clipOfFile("b.glb.tags", names)).toBe("b.glb#Run");
  expect(clipOfFile("footwork.toml", names)).toBeUndefined();
});
