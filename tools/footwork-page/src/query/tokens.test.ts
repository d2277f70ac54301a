import { describe, expect, it } from "vitest";
import { tokensOf } from "./tokens.ts";

const check = (text: string, expected: string) => {
  const tokens = tokensOf(text).filter(({ kind }) => kind !== "space");
  expect(tokens.map(({ kind, start, stop }) => `${kind}:${text.slice(start, stop)}`)).toEqual(
    expected.split(" "),
  );
};

describe("tokensOf", () => {
  it("reads names, including dotted and quoted ones", () =>
    check(
      'Gait.Run | Gait.* | "A-B".c',
      'name:Gait.Run operator:| name:Gait.* operator:| string:"A-B".c',
    ));
  it("reads the operators that are words", () =>
    check("not A and all", "word:not name:A word:and constant:all"));
  it("reads calls and amounts", () =>
    check(
      "then(A, B, 0.4s)",
      "function:then open:( name:A comma:, name:B comma:, number:0.4s close:)",
    ));
  it("reads channels between braces", () =>
    check(
      "{ a > 0.3 && not } - B",
      "brace:{ name:a operator:> number:0.3 operator:&& name:not brace:} operator:- name:B",
    ));
  it("reads saved queries", () => check("@run-straight", "saved:@run-straight"));
  it("keeps characters that are not in the language as bad tokens", () =>
    check('A # "x', 'name:A bad:# bad:"x'));
  it("keeps a trailing dot with its name", () => check("Gait.", "name:Gait."));
  it("every character of the text belongs to a token", () => {
    const text = "a😀 &\n{ b";
    const tokens = tokensOf(text);
    expect(tokens.map(({ start, stop }) => text.slice(start, stop)).join("")).toBe(text);
  });
});
