import { expect, it } from "vitest";
import { rankNames } from "./rankNames.ts";

const names = ["Action.Run", "Gait.Walk", "Runs", "Direction.Turn"];

it("ranks names by the positions of the matching letters", () => {
  expect(rankNames(names, "run")).toEqual(["Runs", "Action.Run", "Direction.Turn"]);
  expect(rankNames(names, "RN")).toEqual(["Direction.Turn", "Action.Run", "Runs"]);
  expect(rankNames(names, " ")).toEqual(names);
  expect(rankNames(names, "zz")).toEqual([]);
});
