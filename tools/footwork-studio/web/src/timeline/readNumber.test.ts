import { expect, test } from "vitest";
import { readNumber } from "./readNumber";

test.each([
  ["12", 12],
  [" 12.5 ", 12.5],
  ["12,5", 12.5],
  [",5", 0.5],
  ["-3", -3],
  ["", Number.NaN],
  ["1,2,3", Number.NaN],
  ["0x10", Number.NaN],
  ["1e3", Number.NaN],
  ["Infinity", Number.NaN],
])("%j is %d", (text, expected) => expect(readNumber(text)).toBe(expected));
