import { expect, it } from "vitest";
import { FrameError, readFrame } from "./frame";
import { readLeaves } from "./leaves";

/** A frame of one footballer with two joints, as `frame.rs` writes it. */
const head = [90, 1.5, 2, 1, 3, 1, 1, 2, 0, -1, -1, -1, -1, 1];
const ball = [0, 0.11, 0, 0, 0, 0, 1, 4, 0, 0];
const footballer = [-3, 0.9, 2, 0, 0, 0, 1, 0, 1, 0, 0];
const numbers = Float32Array.from([...head, ...ball, ...footballer]);

it("reads a frame", () => {
  const frame = readFrame(numbers);
  expect(frame).toMatchObject({
    frame: 90,
    clock: 1.5,
    score: [2, 1],
    phase: 3,
    half: 1,
    team: 1,
    controlled: [0, null],
    next: [null, null],
    target: null,
  });
  expect(frame.ball.position[1]).toBeCloseTo(0.11);
  expect(frame.ball.velocity).toEqual([4, 0, 0]);
  expect([...frame.ball.rotation]).toEqual([0, 0, 0, 1]);
  expect([...frame.roots].map((part) => Math.round(part * 10) / 10)).toEqual([-3, 0.9, 2]);
  expect([...frame.rotations]).toEqual([0, 0, 0, 1, 0, 1, 0, 0]);
});

it("reads nothing else", () => {
  expect(() => readFrame(numbers.subarray(0, -1))).toThrow(FrameError);
  expect(() => readFrame(new Float32Array(3))).toThrow(FrameError);
});

it("reads leaves", () => {
  const { frame, leaves, places } = readLeaves(Float32Array.of(7, 1, 1.5, -0.25, 20));
  expect([frame, leaves, ...places]).toEqual([7, 1, 1.5, -0.25, 20]);
});
