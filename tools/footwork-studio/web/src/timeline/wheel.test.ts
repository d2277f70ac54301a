import { expect, test } from "vitest";
import { wheelMove } from "./wheel";

const turn = {
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
};

test("alone it scrolls the lanes, or zooms if all lanes are visible", () => {
  expect(wheelMove({ ...turn, deltaY: 120 }, false)).toEqual({ kind: "scroll" });
  expect(wheelMove({ ...turn, deltaY: 100 }, true)).toEqual({ kind: "zoom", by: Math.exp(0.16) });
});

test("with Ctrl it zooms: finely for a pinch, in larger steps for a wheel", () => {
  const by = (deltaY: number, deltaMode = 0) => {
    const move = wheelMove({ ...turn, deltaY, deltaMode, ctrlKey: true }, false);
    return move.kind === "zoom" ? Math.log(move.by) : Number.NaN;
  };
  expect(by(-5)).toBeCloseTo(-0.048);
  expect(by(120)).toBeCloseTo(0.2);
  expect(by(-3, 1)).toBeCloseTo(-0.2);
});

test("with Shift or sideways it pans", () => {
  expect(wheelMove({ ...turn, deltaY: 120, shiftKey: true }, true)).toEqual({
    kind: "pan",
    by: 120,
  });
  expect(wheelMove({ ...turn, deltaX: 30, deltaY: 10 }, false)).toEqual({ kind: "pan", by: 30 });
});
