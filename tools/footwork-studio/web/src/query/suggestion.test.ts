import { expect, it } from "vitest";
import { suggestionOf, withSuggestion } from "./suggestion";

const mistake = (hint: string | null) => ({ start: 2, stop: 5, message: "", hint });

it("extracts the name from a hint", () => {
  const suggestion = suggestionOf(mistake("did you mean `Gait.Run`?"));
  expect(suggestion && withSuggestion("! Rnu", suggestion)).toBe("! Gait.Run");
});

it("quotes a name", () =>
  expect(suggestionOf(mistake("write `A-B` in quotes for the tag"))?.text).toBe('"A-B"'));

it("finds no suggestion in a hint without a name", () => {
  expect(suggestionOf(mistake("close it with `)`"))).toBeUndefined();
  expect(suggestionOf(mistake(null))).toBeUndefined();
});
