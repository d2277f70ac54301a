import { expect, it } from "vitest";
import { syntheticFrame, syntheticScene } from "../../tests/syntheticMatch";
import type { ControlInfo } from "../worker/messages";
import { createControlHold, createSteady, LINE_SECS, STALE_SECS, STANDS_SECS } from "./controlHold";

const control = (who: number | null, reason: string): ControlInfo[] => [
  { human: 0, who, was: null, reason, race: !reason.includes("keeper") },
];

it("shows the controlled footballer at once, and a reason long enough to read", () => {
  const hold = createControlHold();
  const said = (who: number | null, reason: string, secs: number) => {
    const [line] = hold.reasons(control(who, reason), secs, false);
    return [line?.who, line?.reason];
  };
  expect(LINE_SECS).toBe(0.8);
  // Without a controlled footballer, changes show at once.
  expect(said(null, "", 0.9)).toEqual([null, ""]);
  expect(said(4, "gets there first", 1)).toEqual([4, "gets there first"]);
  expect(said(3, "you switched", 2.5)).toEqual([3, "you switched"]);
  // A new reason must last `STANDS_SECS` before it shows, and the previous line must have shown for `LINE_SECS`.
  expect(said(3, "yours for a while", 2.6)).toEqual([3, "you switched"]);
  expect(said(3, "yours for a while", 3.2)).toEqual([3, "you switched"]);
  expect(said(3, "yours for a while", 3.31)).toEqual([3, "yours for a while"]);
  expect(said(3, "yours for a while", 5.9)).toEqual([3, "yours for a while"]);
  expect(said(3, "it stands still", 6)).toEqual([3, "yours for a while"]);
  expect(said(3, "yours for a while", 6.1)).toEqual([3, "yours for a while"]);
  // A change between a race for the ball and no race shows at once.
  expect(said(3, "your keeper has the ball", 6.2)).toEqual([3, "your keeper has the ball"]);
  expect(said(3, "gets there first", 6.3)).toEqual([3, "gets there first"]);
  // A new match has no controlled footballer yet.
  expect(said(null, "", 6.6)).toEqual([null, ""]);
  expect(said(2, "gets there first", 6.7)).toEqual([2, "gets there first"]);
});

it("follows a change back and forth, and shows the current state at once on a pause", () => {
  const hold = createControlHold();
  const said = (who: number, secs: number, isAtOnce = false) =>
    hold.reasons(control(who, `of ${who}`), secs, isAtOnce)[0];
  said(4, 1);
  expect(said(5, 1.5)).toMatchObject({ who: 5, reason: "of 5" });
  expect(said(4, 1.6)).toMatchObject({ who: 4, reason: "of 4" });
  expect(said(5, 3.1)).toMatchObject({ who: 5, reason: "of 5" });
  expect(said(2, 3.2, true)).toMatchObject({ who: 2, reason: "of 2" });
});

it("marks a new next footballer after a delay, or at once if control changed", () => {
  const hold = createControlHold();
  const frame = syntheticFrame(syntheticScene(), 1);
  const next = (who: number, next: number | null, secs: number) =>
    hold.next(0, { ...frame, controlled: [who, null], next: [next, null] }, secs, false);
  expect(next(2, 3, 1)).toBe(3);
  expect(next(2, 4, 1.1)).toBe(3);
  expect(next(2, null, 1.15)).toBe(3);
  expect(next(2, 3, 1.2)).toBe(3);
  expect(next(2, 4, 1.3)).toBe(3);
  expect(next(2, 4, 1.6)).toBe(4);
  expect(next(3, 2, 1.61)).toBe(2);
});

/** Returns the shown values for a series with one value every 0.05 s. */
function shownOf(values: string): string {
  const steady = createSteady("a");
  return [...values].map((value, at) => steady.take(value, at / 20, false)).join("");
}

it("shows a new value once it has lasted", () => {
  expect(STANDS_SECS).toBe(0.3);
  expect(shownOf("aaaabbbbbbbbb")).toBe("aaaaaaaaaabbb");
});

it("skips values that do not last", () => {
  expect(shownOf("aababbaabababbbbaaaa")).toBe("a".repeat(20));
});

it("replaces an outdated value soon", () => {
  expect(STALE_SECS).toBe(0.6);
  // No value lasts, but the shown one is replaced after `STALE_SECS`.
  expect(shownOf("aabbccddbbccddbbccdd")).toMatch(/^a{13}[bcd]+$/);
});

it("changes at once if told to", () => {
  const steady = createSteady("a");
  expect(steady.take("b", 0.01, false)).toBe("a");
  expect(steady.take("c", 0.02, true)).toBe("c");
  // The hold starts again.
  expect(steady.take("a", 0.03, false)).toBe("c");
});
