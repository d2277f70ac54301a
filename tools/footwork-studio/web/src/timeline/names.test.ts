import { expect, test } from "vitest";
import { isName, readName } from "./names";

test("names are words or strings separated by dots", () => {
  const names = ["Gait.Run", "Schritt.Übung", "A_1", '"A B".C', 'Gait."2"'];
  expect(names.filter(isName)).toEqual(names);
  const others = ["", "A.", ".A", "A B", "1A", "A..B", "A-B", '""', '"A'];
  expect(others.filter(isName)).toEqual([]);
});

test("quoted parts lose their quotes if they are words", () => {
  expect(readName('"Gait"."very tired"."2"')).toBe('Gait."very tired"."2"');
});
