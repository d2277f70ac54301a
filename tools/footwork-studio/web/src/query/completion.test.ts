import { describe, expect, it } from "vitest";
import type { Label, LibraryInfo } from "../api/types";
import { completionAt, writeName } from "./completion";

const label = (name: string): Label => ({
  name,
  colour: null,
  key: null,
  description: null,
  place: 0,
  clips: 2,
});
const library: LibraryInfo = {
  name: "",
  root: "",
  revision: 0,
  tags: [label("Gait.Run"), label("Loop")],
  events: [label("Foot.Left")],
  exclusive: [],
  queries: { fast: "Gait.Run" },
  queryFunctions: [{ name: "grow", call: "grow(x, n)", summary: "Grows." }],
  expressionFunctions: [{ name: "abs", call: "abs(x)", summary: "Without its sign." }],
  bodies: [],
  channels: ["speed", "LeftFoot.height"],
  findings: [],
  second: null,
  unsaved: [],
};

/** The completions at `|`; the text that they replace is between `[` and `]`. */
function check(text: string, expected: string | undefined) {
  const found = completionAt(text.replace("|", ""), text.indexOf("|"), library);
  expect(found?.options.map(({ label }) => label).join(" ")).toBe(expected);
}

const QUERY = "Gait.Run Loop Gait grow all none";

describe("completionAt", () => {
  it("offers tags, their ancestors, functions and saved queries at the start", () =>
    check("|", `${QUERY} @fast`));
  it("offers what can follow an operator", () => check("Loop & |", QUERY));
  it("offers nothing where an operator is expected", () => {
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

describe("writeName", () => {
  it("quotes if necessary", () => {
    expect(writeName("Gait.Run")).toBe("Gait.Run");
    expect(writeName("In the Air.A-B")).toBe('"In the Air"."A-B"');
    expect(writeName("all")).toBe('"all"');
    expect(writeName('"A B".c')).toBe('"A B".c');
  });
});
