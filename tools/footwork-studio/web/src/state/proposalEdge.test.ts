import { expect, it } from "vitest";
import { openQueue, proposed, useQueues } from "../../tests/proposals";

useQueues();

const open = async () => {
  const queue = await openQueue(proposed("Gait.Run", 100), proposed("Gait.Walk", 120));
  queue.proposals.activate();
  expect(queue.clock.isPlaying()).toBe(true);
  return queue;
};

it("shows the pose at the edge while its key is held, and plays it after the release", async () => {
  const { proposals, clock, names } = await open();
  for (let step = 1; step <= 4; step += 1) {
    proposals.edge.press("stop", 1);
    // The last frame with the tag.
    expect([clock.isPlaying(), clock.frame()]).toEqual([false, 119 + step]);
  }
  expect(names()).toEqual(["Gait.Run 100", "Gait.Walk 124"]);
  proposals.edge.release();
  expect([clock.isPlaying(), clock.frame()]).toEqual([true, 123 - 15]);
  proposals.edge.press("start", -1);
  expect([clock.isPlaying(), clock.frame()]).toEqual([false, 99]);
  proposals.edge.release();
  expect([clock.isPlaying(), clock.frame()]).toEqual([true, 99 - 15]);
});

it("leaves a paused clip paused at the edge", async () => {
  const { proposals, clock } = await open();
  clock.pause();
  proposals.edge.press("start", 1);
  proposals.edge.release();
  expect([clock.isPlaying(), clock.frame()]).toEqual([false, 101]);
  proposals.edge.release();
  expect(clock.isPlaying()).toBe(false);
});

it("does nothing to an event or a rejected proposal", async () => {
  const { proposals, clock, answer } = await open();
  proposals.reject();
  proposals.edge.press("stop", 1);
  proposals.edge.release();
  expect(clock.isPlaying()).toBe(true);
  await answer(proposed("Foot.Left", 7, { kind: "event", stop: 7 }));
  proposals.goTo(0);
  proposals.edge.press("stop", 1);
  expect(clock.isPlaying()).toBe(true);
  expect(proposals.queue()[0]?.stop).toBe(7);
});
