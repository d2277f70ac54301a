import { expect, it } from "vitest";
import { COMMANDS } from "./commandKeys";
import { type Button, goesDown, padInput, withoutMute } from "./gamepads";
import { AT_REST, inputOf, keySetsOf, LEFT_KEYS, RIGHT_KEYS } from "./playerKeys";

it("runs as fast across as straight on", () => {
  const sets = keySetsOf(0, 1);
  expect(inputOf(new Set(["KeyD"]), sets).stick).toEqual([1, 0]);
  const [x, z] = inputOf(new Set(["KeyD", "KeyW"]), sets).stick;
  expect(Math.hypot(x, z)).toBeCloseTo(1);
  expect(z).toBeLessThan(0);
  expect(inputOf(new Set(["KeyA", "KeyD"]), sets).stick).toEqual([0, 0]);
});

it("gives both key sets to one human, and one set to each of two", () => {
  const held = new Set(["ArrowLeft", "KeyF"]);
  expect(inputOf(held, keySetsOf(0, 1))).toMatchObject({ stick: [-1, 0], shoot: true });
  expect(inputOf(held, keySetsOf(0, 2))).toMatchObject({ stick: [0, 0], shoot: true });
  expect(inputOf(held, keySetsOf(1, 2))).toMatchObject({ stick: [-1, 0], shoot: false });
});

it("uses each key once", () => {
  const codes = [
    ...Object.keys(LEFT_KEYS),
    ...Object.keys(RIGHT_KEYS),
    ...COMMANDS.map(({ code }) => code),
  ];
  expect(new Set(codes).size).toBe(codes.length);
});

it("reads a gamepad of the standard layout", () => {
  const buttons = Array.from({ length: 16 }, (_, at) => ({
    pressed: at === 0,
    value: at === 7 ? 0.9 : 0,
  }));
  expect(padInput({ axes: [0.1, -0.1], buttons })).toMatchObject({
    stick: [0, 0],
    pass: true,
    sprint: true,
  });
  const [x, z] = padInput({ axes: [1, 1], buttons }).stick;
  expect(Math.hypot(x, z)).toBeCloseTo(1);
});

it("distinguishes a press from a held button", () => {
  const runs = { ...AT_REST, stick: [0.5, 0] as [number, number] };
  expect(goesDown(AT_REST, AT_REST)).toBe(false);
  expect(goesDown(AT_REST, runs)).toBe(true);
  expect(goesDown(runs, { ...runs, stick: [0, 1] })).toBe(false);
  expect(goesDown(runs, AT_REST)).toBe(false);
  // A stick that never rests blocks no button.
  expect(goesDown(runs, { ...runs, pass: true })).toBe(true);
  expect(goesDown({ ...runs, pass: true }, { ...runs, pass: true })).toBe(false);
});

it("mutes the button that started the kick-off until it is released", () => {
  const mute = new Set<Button>();
  const held = { ...AT_REST, stick: [1, 0] as [number, number], pass: true };
  expect(withoutMute(held, mute, true)).toEqual({ ...held, pass: false });
  // The match goes on with the button still down. Another button counts.
  expect(withoutMute({ ...held, shoot: true }, mute, false)).toMatchObject({
    pass: false,
    shoot: true,
  });
  expect(withoutMute(AT_REST, mute, false)).toEqual(AT_REST);
  expect(withoutMute(held, mute, false)).toEqual(held);
});
