import type { Page } from "playwright-core";
import { openStudio, type Studio } from "./harness";
import { arm, saved } from "./parts";

/**
 * A clip of 340 frames at 60 frames per second: idle, a jump, idle. It has no `Contact`, `Gait.Run`, `Gait.Walk` or
 * `Hand` tags.
 */
export const CLIP = "cmu/playground_jump_turn_left_01.bvh";
const FRAMES_PER_SEC = 60;

/** Opens the clip and arms tagging. Only the test advances the page's clock. */
export async function openPaused(): Promise<Studio> {
  const studio = await openStudio({ before: (page) => page.clock.install(), clip: CLIP });
  await arm(studio.page);
  await studio.page.clock.pauseAt(Date.now() + 60_000);
  return studio;
}

/** Opens the clip and plays it up to a third of frame 0. */
export async function openPlaying(): Promise<Studio> {
  const studio = await openPaused();
  await play(studio.page);
  return studio;
}

/** Starts playback, and advances the clock to a third of the shown frame. */
export async function play(page: Page): Promise<void> {
  await page.keyboard.press("Space");
  await page.clock.runFor(6);
}

/** Stops playback, and waits until all edits are on disk. */
export async function stop(page: Page): Promise<void> {
  await page.keyboard.press("Space");
  await page.clock.resume();
  await saved(page);
}

/** Advances the clock by a number of frames, so that it stays at a third of a frame. */
export const playFrames = (page: Page, frames: number) =>
  page.clock.runFor(Math.round((frames * 1000) / FRAMES_PER_SEC));

/** Plays a number of frames while a key is held. */
export async function holdFor(page: Page, key: string, frames: number): Promise<void> {
  await page.keyboard.down(key);
  await playFrames(page, frames);
  await page.keyboard.up(key);
}
