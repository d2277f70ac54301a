import { expect, test } from "vitest";
import { findLabels } from "./findLabels";

const labels = ["Action.Run", "Gait.Run", "Gait.Walk", "Run"].map((name) => ({
  kind: "tag" as const,
  name,
}));
const find = (text: string) => findLabels(labels, text).map(({ name }) => name);

test("requires all words, and puts names that start with them first", () => {
  expect(find("run")).toEqual(["Run", "Action.Run", "Gait.Run"]);
  expect(find("ga run")).toEqual(["Gait.Run"]);
  expect(find("")).toHaveLength(4);
  expect(find("x")).toEqual([]);
});
