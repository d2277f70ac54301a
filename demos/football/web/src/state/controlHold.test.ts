import { expect, it } from "vitest";
import { syntheticFrame, syntheticScene } from "../../tests/syntheticMatch";
import type { ControlInfo } from "../stream/messages";
import { createControlHold, createSteady, STALE_SECS, STANDS_SECS } from "./controlHold";

const control = (who: number, reason: string): ControlInfo[] => [
  { human: 0, who, next: null, reason },
];

it("says a reason of another footballer at once, and another reason of the same once it stands", () => {
  const hold = createControlHold();
  const said = (who: number, reason: string, secs: number) =>
    hold.reasons(control(who, reason), secs, false)[0]?.reason;
  expect(said(2, "gets there first", 1)).toBe("gets there first");
  expect(said(2, "the other is taken", 1.1)).toBe("gets there first");
  expect(said(2, "gets there first", 1.2)).toBe("gets there first");
  // What held for the one before is never said of the next.
  expect(said(3, "you switched", 1.25)).toBe("you switched");
  expect(said(3, "yours for a while", 1.3)).toBe("you switched");
  expect(said(3, "yours for a while", 1.6)).toBe("yours for a while");
  expect(hold.reasons(control(3, "it stands still"), 1.61, true)[0]?.reason).toBe(
    "it stands still",
  );
});

it("marks another next once it stands, and at once if one has somebody else", () => {
  const hold = createControlHold();
  const frame = syntheticFrame(syntheticScene(), 1);
  const next = (who: number, next: number | null, secs: number) => {
    hold.nexts({ ...frame, controlled: [who, null], next: [next, null] }, secs, false);
    return hold.next(0);
  };
  expect(next(2, 3, 1)).toBe(3);
  expect(next(2, 4, 1.1)).toBe(3);
  expect(next(2, null, 1.15)).toBe(3);
  expect(next(2, 3, 1.2)).toBe(3);
  expect(next(2, 4, 1.3)).toBe(3);
  expect(next(2, 4, 1.6)).toBe(4);
  expect(next(3, 2, 1.61)).toBe(2);
});

/** What is shown of a row of values, one every twentieth of a second. */
function shownOf(values: string): string {
  const steady = createSteady("a");
  return [...values].map((value, at) => steady.take(value, at / 20, false)).join("");
}

it("shows what is new once it has stood", () => {
  expect(STANDS_SECS).toBe(0.3);
  expect(shownOf("aaaabbbbbbbbb")).toBe("aaaaaaaaaabbb");
});

it("passes over what comes and goes", () => {
  expect(shownOf("aababbaabababbbbaaaa")).toBe("a".repeat(20));
});

it("shows nothing for long that no longer holds", () => {
  expect(STALE_SECS).toBe(0.6);
  // Neither stands, and yet something else has to come.
  expect(shownOf("aabbccddbbccddbbccdd")).toMatch(/^a{13}[bcd]+$/);
});

it("changes at once if it has to", () => {
  const steady = createSteady("a");
  expect(steady.take("b", 0.01, false)).toBe("a");
  expect(steady.take("c", 0.02, true)).toBe("c");
  // And the hold begins anew.
  expect(steady.take("a", 0.03, false)).toBe("c");
});
