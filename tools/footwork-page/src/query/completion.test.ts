import { describe, expect, it } from "vitest";
import {
  appearsAt,
  completionAt,
  completionIn,
  insertionOf,
  type NamedLabel,
  type Names,
  rankOptions,
  writeName,
} from "./completion.ts";

const label = (name: string): NamedLabel => ({ name, description: null, clips: 2 });
const library: Names = {
  tags: [label("Gait.Run"), label("Loop")],
  events: [label("Foot.Left")],
  queries: { fast: "Gait.Run" },
  queryFunctions: [{ name: "grow", call: "grow(x, n)", summary: "Grows." }],
  expressionFunctions: [{ name: "abs", call: "abs(x)", summary: "Without its sign." }],
  channels: ["speed", "LeftFoot.height"],
};

/** Checks the completions at `|`. The expected text has the replaced part between `[` and `]`. */
function check(text: string, expected: string | undefined) {
  const found = completionAt(text.replace("|", ""), text.indexOf("|"), library);
  expect(found?.options.map(({ label }) => label).join(" ")).toBe(expected);
}

const QUERY = "Gait.Run Loop Gait grow all none";

describe("completionAt", () => {
  it("offers tags, their ancestors, functions and saved queries at the start", () =>
    check("|", `${QUERY} @fast`));
  it("offers the names that can follow an operator", () => check("Loop & |", QUERY));
  it("offers no names where an operator must follow", () => {
    check("Loop |", undefined);
    check("grow(Loop, 3) |", undefined);
    check("{ speed } |", undefined);
  });
  it("offers events in event()", () => {
    check("Loop - event(Fo|)", "Foot.Left Foot");
    check("near(|, 2)", "Foot.Left Foot");
    check("near(Foot, |)", undefined);
  });
  it("offers tags in exact()", () => check("exact(|)", "Gait.Run Loop Gait"));
  it("offers channels between braces", () => {
    check("{ |", "speed LeftFoot.height abs");
    check("{ speed > abs(Le|) }", "speed LeftFoot.height abs");
    check("{ speed > 3 } & |", QUERY);
  });
  it("offers only saved queries after @", () => {
    check("@f|", "@fast");
    check("Loop & @f|", undefined);
  });
  it("does not complete numbers", () => check("grow(Loop, 3|)", undefined));
  it("replaces the whole name", () => {
    const found = completionAt("Loop & Gait.Wa", 14, library);
    expect([found?.from, found?.to]).toEqual([7, 14]);
  });
});

describe("completionIn", () => {
  it("completes an expression like text between the braces of a query", () => {
    const found = completionIn("expression", "2 * sp", 6, library);
    expect([found?.from, found?.to]).toEqual([4, 6]);
    expect(found?.options.map(({ label }) => label)).toEqual(["speed", "LeftFoot.height", "abs"]);
  });
});

describe("appearsAt", () => {
  const appears = (text: string) => {
    const found = completionAt(text, text.length, library);
    return found !== undefined && appearsAt(text, text.length, found);
  };
  it("waits for a letter or an opening character", () => {
    expect(appears("")).toBe(false);
    expect(appears("Loop & ")).toBe(false);
    expect(appears("Loop & G")).toBe(true);
    expect(appears("event(")).toBe(true);
  });
});

describe("rankOptions", () => {
  it("puts tags before functions, and names that start with the letters first", () => {
    const all = completionAt("", 0, library)?.options ?? [];
    expect(rankOptions(all, "g").map(({ label }) => label)).toEqual(["Gait.Run", "Gait", "grow"]);
    expect(rankOptions(all, "run").map(({ label }) => label)).toEqual(["Gait.Run"]);
  });
});

describe("insertionOf", () => {
  const grow = completionAt("", 0, library)?.options.find(({ label }) => label === "grow");
  it("puts the cursor between the parentheses of a function", () => {
    if (!grow) throw new Error("no function");
    expect(insertionOf(grow, " & Loop")).toEqual({ text: "grow()", cursor: 5 });
    expect(insertionOf(grow, "(Loop, 3)")).toEqual({ text: "grow", cursor: 4 });
  });
});

describe("writeName", () => {
  it("quotes a name if necessary", () => {
    expect(writeName("Gait.Run")).toBe("Gait.Run");
    expect(writeName("In the Air.A-B")).toBe('"In the Air"."A-B"');
    expect(writeName("all")).toBe('"all"');
    expect(writeName('"A B".c')).toBe('"A B".c');
  });
});
