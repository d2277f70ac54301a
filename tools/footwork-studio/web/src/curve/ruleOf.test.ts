import { expect, test } from "vitest";
import { beyond, numberOf, ruleOf } from "./ruleOf";

const threshold = { side: "above" as const, level: 2, shortestSecs: 0 };

test("a rule reads as if written by hand", () => {
  expect(ruleOf({ ...threshold, expression: " speed " })).toBe("{ speed > 2 }");
  expect(ruleOf({ ...threshold, expression: "mean(speed, 0.5s)", shortestSecs: 0.3 })).toBe(
    "longer({ mean(speed, 0.5s) > 2 }, 0.3s)",
  );
  // Without the parentheses, the level would apply only to the last part.
  expect(ruleOf({ ...threshold, expression: "a || b", side: "below", level: -0.25 })).toBe(
    "{ (a || b) < -0.25 }",
  );
  expect(ruleOf({ ...threshold, expression: "lag(a, 1) - b(c)" })).toBe(
    "{ (lag(a, 1) - b(c)) > 2 }",
  );
  expect(ruleOf({ ...threshold, expression: "a||b" })).toBe("{ (a||b) > 2 }");
  expect(ruleOf({ ...threshold, expression: "x<1?speed:0" })).toBe("{ (x<1?speed:0) > 2 }");
  // A dotted or quoted name needs no parentheses, like a word.
  expect(ruleOf({ ...threshold, expression: "left_foot.height" })).toBe("{ left_foot.height > 2 }");
  expect(ruleOf({ ...threshold, expression: '"left foot".x' })).toBe('{ "left foot".x > 2 }');
});

test("levels have three digits", () => {
  expect([1234.5, 12.345, 0.012345, -1.5, 0].map(numberOf)).toEqual([
    "1235",
    "12.3",
    "0.0123",
    "-1.5",
    "0",
  ]);
});

test("the ranges beyond a level leave out frames without a value", () => {
  const values = new Float32Array([0, 3, 3, Number.NaN, 3, 1, 4]);
  expect(beyond(values, "above", 2, 1)).toEqual([
    [1, 3],
    [4, 5],
    [6, 7],
  ]);
  expect(beyond(values, "above", 2, 2)).toEqual([[1, 3]]);
  expect(beyond(values, "below", 2, 1)).toEqual([
    [0, 1],
    [5, 6],
  ]);
});
