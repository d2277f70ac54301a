import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { startChromium } from "footwork-page/browser/chromium";
import type { Browser, Page } from "playwright-core";
import { addressOf } from "./address";

/** The folder for the pictures in the documentation. */
const FOLDER = resolve("../../../docs");

interface Picture {
  file: string;
  size: [width: number, height: number];
  colours: "dark" | "light";
  options: string[];
  /** The number of the shown frame. */
  frame: number;
  overlays: string[];
  keys: string[];
}

const PICTURES: Picture[] = [
  {
    file: "match.jpg",
    size: [1280, 760],
    colours: "dark",
    options: ["seed=7"],
    frame: 505,
    overlays: ["path", "windows"],
    keys: [],
  },
];

/** Takes the pictures of the documentation: `npm run pictures`. Look at them afterwards. */
export async function main(...chosen: string[]): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const browser = await startChromium();
  try {
    const wanted = PICTURES.filter(({ file }) => chosen.length === 0 || chosen.includes(file));
    for (const picture of wanted) await draw(browser, picture);
  } finally {
    await browser.close();
  }
}

async function draw(browser: Browser, picture: Picture): Promise<void> {
  const [width, height] = picture.size;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: picture.colours,
  });
  const page = await context.newPage();
  try {
    await openAt(page, picture.options, picture.frame, picture.overlays);
    for (const key of picture.keys) await page.keyboard.press(key);
    await page.evaluate(() => window.footwork?.match.step());
    // Wait until the camera has settled and the worker has answered.
    await page.waitForTimeout(15_000);
    await page.screenshot({ path: `${FOLDER}/${picture.file}`, type: "jpeg", quality: 84 });
    console.log(picture.file);
  } finally {
    await context.close();
  }
}

/** Opens a match at a frame, paused and finely painted, with overlays shown. */
export async function openAt(
  page: Page,
  options: string[],
  frame: number,
  overlays: string[],
): Promise<void> {
  const isThere = () =>
    page.waitForFunction(() => window.footwork?.match.playout.newest() !== undefined);
  await page.goto(addressOf(...options, "paint=fine"));
  await isThere();
  await page.evaluate(() => window.footwork?.match.kickOff());
  await stopAt(page, frame);
  for (const name of overlays)
    await page.evaluate((name) => window.footwork?.match.toggleOverlay(name as "path"), name);
}

/** Plays to a frame and stops there: pauses up to 60 frames before it, then steps frame by frame. */
async function stopAt(page: Page, frame: number): Promise<void> {
  const now = () => page.evaluate(() => window.footwork?.match.run().frame ?? 0);
  await page.waitForFunction(
    (frame) => (window.footwork?.match.playout.newest()?.frame ?? 0) >= frame - 60,
    frame,
    { timeout: 600_000 },
  );
  await page.evaluate(() => window.footwork?.match.send({ do: "pause", is: true }));
  await page.waitForFunction(() => window.footwork?.match.run().isPaused);
  while ((await now()) < frame) await page.evaluate(() => window.footwork?.match.step());
}
