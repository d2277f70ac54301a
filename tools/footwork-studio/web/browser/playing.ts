import type { Page } from "playwright-core";
import { openStudio, type Studio } from "./harness";
import { arm, saved } from "./parts";

/** 340 frames at 60 frames per second: idle, a jump, idle. It has no `Contact`, `Gait.Run`, `Gait.Walk` or `Hand`. */
export const CLIP = "cmu/playground_jump_turn_left_01.bvh";
const FRAMES_PER_SEC = 60;

/** Opens the clip and arms tagging, with a clock that only the test advances. */
export async function openPaused(): Promise<Studio> {
  const studio = await openStudio({ before: (page) => page.clock.install(), clip: CLIP });
  await arm(studio.page);
  await studio.page.clock.pauseAt(Date.now() + 60_000);
  return studio;
}

/** Opens the clip and plays it from one third into frame 0. */
export async function openPlaying(): Promise<Studio> {
  const studio = await openPaused();
  await play(studio.page);
  return studio;
}

/** Plays, up to one third into the shown frame. */
export async function play(page: Page): Promise<void> {
  await page.keyboard.press("Space");
  await page.clock.runFor(6);
}

/** Stops playing, and waits until all edits are on disk. */
export async function stop(page: Page): Promise<void> {
  await page.keyboard.press("Space");
  await page.clock.resume();
  await saved(page);
}

/** Advances the clock from one third into a frame to one third into another. */
export const playFrames = (page: Page, frames: number) =>
  page.clock.runFor(Math.round((frames * 1000) / FRAMES_PER_SEC));

/** Plays some frames while a key is held. */
export async function holdFor(page: Page, key: string, frames: number): Promise<void> {
  await page.keyboard.down(key);
  await playFrames(page, frames);
  await page.keyboard.up(key);
}
