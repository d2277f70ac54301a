import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { startChromium } from "footwork-page/browser/chromium";
import { Library } from "./library";
import { leaveFields, openClip, queryBox, querySummary } from "./parts";
import { Server } from "./server";

/** The folder of the screenshots for the README's animated picture. */
const FOLDER = resolve("../../../target/film");
const QUERY = "then(Phase.Takeoff, Phase.Land, 0.4s)";
/** The frames to play: from before a takeoff until after the landing. */
const FRAMES = { start: 56, stop: 96, step: 2 };

/**
 * Types a query and plays one of its matches: `npm run film`. CONTRIBUTING explains how to turn the screenshots into
 * the picture.
 */
export async function main(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const library = await Library.ofSamples();
  const server = new Server(library.root);
  const browser = await startChromium();
  try {
    await server.open();
    const context = await browser.newContext({
      viewport: { width: 1120, height: 700 },
      colorScheme: "dark",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    let shots = 0;
    const shoot = async () => {
      shots += 1;
      await page.screenshot({ path: `${FOLDER}/studio-${`${shots}`.padStart(3, "0")}.png` });
    };
    await page.goto(server.url);
    await openClip(page, "cmu/playground_jump_turn_left_01.bvh");
    await page.waitForTimeout(1500);
    await shoot();
    await queryBox(page).click();
    for (let at = 0; at < QUERY.length; at += 3) {
      await page.keyboard.type(QUERY.slice(at, at + 3));
      await shoot();
    }
    await querySummary(page).getByText("5 clips").waitFor();
    await leaveFields(page);
    await page.keyboard.press("Home");
    for (let at = 0; at < FRAMES.stop; at += 1) {
      if (at >= FRAMES.start && at % FRAMES.step === 0) await shoot();
      await page.keyboard.press("ArrowRight");
    }
  } finally {
    await browser.close();
    await server.kill();
    await library.remove();
  }
}
