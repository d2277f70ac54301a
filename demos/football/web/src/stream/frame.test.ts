import { expect, it } from "vitest";
import { FrameError, readFrame } from "./frame";
import { readLeaves } from "./leaves";

/** Builds a frame of one footballer with two joints, as `encode.rs` writes it. */
function bytes(): DataView {
  const view = new DataView(new ArrayBuffer(64 + 12 + 16));
  [..."FWF1"].forEach((letter, at) => view.setUint8(at, letter.charCodeAt(0)));
  view.setUint32(4, 90, true);
  view.setFloat64(8, 1.5, true);
  view.setUint16(16, 2, true);
  view.setUint16(18, 1, true);
  view.setUint8(20, 3);
  view.setUint8(21, 1);
  view.setUint8(22, 1);
  view.setUint8(23, 2);
  for (const at of [24, 25, 26, 27, 28]) view.setUint8(at, at === 24 ? 0 : 255);
  view.setUint8(29, 1);
  view.setFloat32(36, 0.11, true);
  view.setInt16(50, 32767, true);
  view.setFloat32(52, 4, true);
  view.setFloat32(64, -3, true);
  view.setInt16(76, 32767, true);
  view.setInt16(82, 32767, true);
  view.setInt16(90, -32767, true);
  return view;
}

it("reads a frame", () => {
  const frame = readFrame(bytes().buffer as ArrayBuffer);
  expect(frame).toMatchObject({
    frame: 90,
    clock: 1.5,
    score: [2, 1],
    phase: 3,
    team: 1,
    controlled: [0, null],
    next: [null, null],
    target: null,
  });
  expect(frame.ball.position[1]).toBeCloseTo(0.11);
  expect([...frame.ball.rotation]).toEqual([0, 0, 0, 1]);
  expect([...frame.roots]).toEqual([-3, 0, 0]);
  // Back to unit length.
  expect(frame.rotations[0]).toBeCloseTo(Math.SQRT1_2);
  expect(frame.rotations[7]).toBe(-1);
});

it("reads nothing else", () => {
  const whole = bytes();
  expect(() => readFrame(whole.buffer.slice(0, 80) as ArrayBuffer)).toThrow(FrameError);
  whole.setUint8(0, 0);
  expect(() => readFrame(whole.buffer as ArrayBuffer)).toThrow(FrameError);
  expect(() => readFrame(new ArrayBuffer(3))).toThrow(FrameError);
});

it("reads leaves in centimetres", () => {
  const view = new DataView(new ArrayBuffer(12 + 6));
  [..."FWL1"].forEach((letter, at) => view.setUint8(at, letter.charCodeAt(0)));
  view.setUint32(4, 7, true);
  view.setUint32(8, 1, true);
  [150, -25, 2000].forEach((number, at) => view.setInt16(12 + at * 2, number, true));
  const { frame, leaves, places } = readLeaves(view.buffer);
  expect([frame, leaves]).toEqual([7, 1]);
  expect([...places].map((place) => Math.round(place * 100))).toEqual([150, -25, 2000]);
});
