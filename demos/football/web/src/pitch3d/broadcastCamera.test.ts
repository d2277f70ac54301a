import { Vector3 } from "three";
import { expect, it } from "vitest";
import { syntheticScene } from "../../tests/syntheticMatch";
import { createBroadcastCamera, createSpring } from "./broadcastCamera";

it("follows without overshoot, for steps of any length", () => {
  for (const step of [1 / 240, 1 / 60, 0.1, 1]) {
    const spring = createSpring(0, 0.4);
    let most = 0;
    for (let secs = 0; secs < 4; secs += step) most = Math.max(most, spring.follow(1, step));
    expect(most).toBeLessThanOrEqual(1 + 1e-9);
    expect(spring.value).toBeCloseTo(1, 2);
  }
});

it("looks ahead of a moving ball, and zooms out for a distant controlled footballer", () => {
  const { pitch } = syntheticScene();
  const settle = (velocity: [number, number, number], others: [number, number][]) => {
    const view = createBroadcastCamera(pitch);
    view.resize(1.6);
    for (let at = 0; at < 300; at += 1)
      view.follow({ ball: [0, 0.1, 0], velocity, others }, 1 / 60);
    return { x: view.look.x, far: view.camera.position.distanceTo(view.look) };
  };
  expect(settle([8, 0, 0], []).x).toBeGreaterThan(2);
  expect(settle([-8, 0, 0], []).x).toBeLessThan(-2);
  expect(settle([0, 0, 0], [[10, 0]]).far).toBeGreaterThan(settle([0, 0, 0], [[1, 0]]).far + 3);
});

it("keeps the ball and the controlled footballers clear of panels", () => {
  const { pitch } = syntheticScene();
  const view = createBroadcastCamera(pitch);
  view.resize(1.6);
  view.cover({ left: 0.2, right: 0.3 });
  const others: [number, number][] = [
    [8, 0],
    [-8, 0],
  ];
  for (let at = 0; at < 400; at += 1)
    view.follow({ ball: [0, 0.1, 0], velocity: [0, 0, 0], others }, 1 / 60);
  view.camera.updateMatrixWorld();
  // The picture spans -1 to 1. The free part is -0.6 to 0.4.
  const across = (x: number) => new Vector3(x, 0.1, 0).project(view.camera).x;
  expect(across(0)).toBeCloseTo(-0.1, 2);
  expect(across(-8)).toBeGreaterThan(-0.6);
  expect(across(8)).toBeLessThan(0.4);
});

it("keeps the ball and a distant controlled footballer in the picture", () => {
  const { pitch } = syntheticScene();
  const view = createBroadcastCamera(pitch);
  view.resize(1.6);
  const own: [number, number] = [20, 2];
  for (let at = 0; at < 400; at += 1)
    view.follow({ ball: [0, 0.1, 0], velocity: [-6, 0, 0], others: [own] }, 1 / 60);
  view.camera.updateMatrixWorld();
  const seen = (x: number, z: number) => new Vector3(x, 0.1, z).project(view.camera);
  for (const at of [seen(0, 0), seen(...own)]) {
    expect(Math.abs(at.x)).toBeLessThan(0.97);
    expect(Math.abs(at.y)).toBeLessThan(0.97);
  }
});
