import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { startChromium } from "footwork-page/browser/chromium";
import { openAt } from "./pictures";

/** The folder of the screenshots for the README's animated picture. */
const FOLDER = resolve("../../../target/film");
/** A part of the match with seed 7: a pass, and the footballer who reaches it. */
const FRAMES = { start: 505, shots: 34, step: 3 };

/** Plays a part of a match: `npm run film`. CONTRIBUTING explains how to turn the screenshots into a picture. */
export async function main(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const browser = await startChromium();
  try {
    const context = await browser.newContext({
      viewport: { width: 1120, height: 700 },
      colorScheme: "dark",
    });
    // Drawing every frame on the CPU is slow.
    context.setDefaultTimeout(240_000);
    const page = await context.newPage();
    await openAt(page, ["seed=7"], FRAMES.start, ["path", "windows"]);
    for (let shot = 1; shot <= FRAMES.shots; shot += 1) {
      for (let step = 0; step < FRAMES.step; step += 1)
        await page.evaluate(() => window.footwork?.match.step());
      await page.waitForTimeout(1200);
      await page.screenshot({ path: `${FOLDER}/match-${`${shot}`.padStart(3, "0")}.png` });
    }
  } finally {
    await browser.close();
  }
}
