import { expect, it } from "vitest";
import { setupOf } from "./setup";

it("reads the options of an address", () => {
  expect(setupOf("")).toEqual({ aSide: 5, humans: 1, seed: "7", start: "when-asked" });
  expect(setupOf("?humans=2&seed=18446744073709551615&a-side=11&half=2&leaves=0&paused")).toEqual({
    aSide: 11,
    humans: 2,
    seed: "18446744073709551615",
    halfSecs: 2,
    leaves: 0,
    start: "paused",
  });
  expect(setupOf("?show")).toMatchObject({ humans: 0, start: "at-once" });
});

it("names an option that is wrong", () => {
  expect(() => setupOf("?human=2")).toThrow("There is no option “human”");
  expect(() => setupOf("?humans=two")).toThrow("“humans” must be a whole number, not “two”");
  expect(() => setupOf("?half=-1")).toThrow("“half” must be a whole number");
});
