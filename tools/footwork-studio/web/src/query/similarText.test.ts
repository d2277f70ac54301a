import { expect, test } from "vitest";
import { similarText } from "./similarText";

test("a range of frames becomes the text of a query", () => {
  expect(similarText("kicks/right.glb", 42, 112)).toBe('similar("kicks/right.glb", 42..112, 20)');
  expect(similarText('odd "name".bvh', 7, 8)).toBe('similar("odd \\"name\\".bvh", 7, 20)');
});
