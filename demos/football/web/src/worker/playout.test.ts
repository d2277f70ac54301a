import { expect, it } from "vitest";
import { syntheticFrame, syntheticScene } from "../../tests/syntheticMatch";
import { createPlayout } from "./playout";

const scene = syntheticScene();
const frame = (number: number) => syntheticFrame(scene, number);

/** Returns the shown position as a fractional frame number. */
const place = (playout: ReturnType<typeof createPlayout>, now: number) => {
  const between = playout.at(now);
  if (!between) return undefined;
  const { from, to, share } = between;
  return from.frame + (to.frame - from.frame) * share;
};

it("moves evenly though frames come in bursts", () => {
  const playout = createPlayout();
  const steps: number[] = [];
  let before: number | undefined;
  for (let at = 0; at < 120; at += 1) {
    // Two frames arrive every 1/30 s.
    if (at % 2 === 1) for (const number of [at, at + 1]) playout.add(frame(number), at / 60);
    const here = place(playout, at / 60);
    if (here !== undefined && before !== undefined && at > 40) steps.push(here - before);
    before = here;
  }
  expect(Math.min(...steps)).toBeGreaterThan(0.8);
  expect(Math.max(...steps)).toBeLessThan(1.2);
});

it("stands still when no frame comes, and jumps with a rewind", () => {
  const playout = createPlayout();
  for (let at = 600; at < 620; at += 1) playout.add(frame(at), at / 60);
  expect(place(playout, 100)).toBe(619);
  playout.add(frame(20), 10.5);
  expect(place(playout, 10.5)).toBe(20);
});
