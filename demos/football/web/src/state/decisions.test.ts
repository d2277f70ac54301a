import { expect, it } from "vitest";
import { type Decision, upTo, withDecision } from "./decisions";

let serial = 0;
const decision = (at: number, what: string, human = 0): Decision => {
  serial += 1;
  const isSwitch = what.includes("→");
  return { at, human, what, reason: "", isSwitch, serial };
};
const logOf = (...all: Decision[]) => all.reduce<Decision[]>(withDecision, []);
const texts = (log: readonly Decision[]) => log.map(({ what }) => what);

it("keeps every switch, and the last reason to stay after it", () => {
  const log = logOf(
    decision(1, "1 → 2"),
    decision(2, "stays 2, first"),
    decision(2, "stays 5", 1),
    decision(3, "stays 2, nobody else"),
    decision(4, "2 → 3"),
    decision(5, "stays 3"),
  );
  expect(texts(log)).toEqual(["1 → 2", "stays 5", "stays 2, nobody else", "2 → 3", "stays 3"]);
});

it("forgets the decisions that a rewind undoes", () => {
  const log = logOf(decision(1, "1 → 2"), decision(5, "2 → 3"), decision(7, "3 → 4"));
  expect(texts(upTo(log, 6))).toEqual(["1 → 2", "2 → 3"]);
  expect(texts(upTo(log, 0))).toEqual([]);
});
