import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { leaveFields, openClip, saved } from "./parts";

// 60 frames a second, 340 frames, and none of the tags and events below.
const CLIP = "cmu/playground_jump_turn_left_01.bvh";
const FRAMES_PER_SEC = 60;
/** Keys of `samples/footwork.toml`. */
const HANDS = { tag: "Contact.Hands", key: "h" };
const DOWN = { tag: "Action.Climb.Down", key: "d" };
const HAND = { event: "Hand.Left", key: ";" };

/** The clip at frame 0, in a page whose clock stands still until it is told to run. */
async function openStandingStill() {
  const studio = await openStudio({ before: (page) => page.clock.install() });
  await openClip(studio.page, CLIP);
  await leaveFields(studio.page);
  await studio.page.clock.pauseAt(Date.now() + 60_000);
  return studio;
}

/** Lets as much time pass as goes from a third of one frame into a third of another. */
const playFrames = (page: Page, frames: number) =>
  page.clock.runFor(Math.round((frames * 1000) / FRAMES_PER_SEC));

it("tags the frames during which keys are held, one inside the other", async () => {
  const { page, library } = await openStandingStill();
  await page.keyboard.press("Space");
  await page.clock.runFor(6);
  await playFrames(page, 30);
  await page.keyboard.down(HANDS.key);
  await playFrames(page, 15);
  await page.keyboard.down(DOWN.key);
  await playFrames(page, 15);
  await page.keyboard.up(DOWN.key);
  await playFrames(page, 30);
  await page.keyboard.up(HANDS.key);
  await page.keyboard.press("Space");
  await page.clock.resume();
  await saved(page);
  expect(await library.ranges(CLIP, HANDS.tag)).toEqual(["[30,90)"]);
  expect(await library.ranges(CLIP, DOWN.tag)).toEqual(["[45,60)"]);
});

it("puts one event on this frame for one press, however long the key is down", async () => {
  const { page, library } = await openStandingStill();
  await page.keyboard.press("Space");
  await page.clock.runFor(6);
  await playFrames(page, 42);
  await page.keyboard.down(HAND.key);
  await playFrames(page, 20);
  // What a keyboard does to a key that stays down.
  await page.keyboard.down(HAND.key);
  await page.keyboard.down(HAND.key);
  await page.keyboard.up(HAND.key);
  await page.keyboard.press("Space");
  await page.clock.resume();
  await saved(page);
  expect(await library.moments(CLIP, HAND.event)).toEqual([42]);
});

it("ends what is held where the window loses the focus", async () => {
  const { page, library } = await openStandingStill();
  await page.keyboard.press("Space");
  await page.clock.runFor(6);
  await playFrames(page, 30);
  await page.keyboard.down(HANDS.key);
  await playFrames(page, 30);
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  await playFrames(page, 30);
  await page.keyboard.up(HANDS.key);
  await page.clock.resume();
  await saved(page);
  await eventually(async () => expect(await library.ranges(CLIP, HANDS.tag)).toEqual(["[30,60)"]));
});
