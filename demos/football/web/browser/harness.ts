import { openTab } from "footwork-page/browser/tabs";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Happening } from "../src/worker/messages";
import { addressOf } from "./address";

export { eventually } from "footwork-page/browser/tabs";

export interface PlayOptions extends BrowserContextOptions {
  /** Whether to draw the 3D picture, which most tests do not need. Without a GPU it takes half of the time. */
  draws?: boolean;
  /** Options in the address, such as `humans=2`. */
  options?: string[];
  /** Whether to leave the match waiting for its kick-off. */
  waits?: boolean;
  /** Expected console errors. */
  mayComplain?: RegExp;
}

/** Opens a match, and closes it when the test ends. */
export async function openMatch({
  options = [],
  draws = false,
  waits = false,
  mayComplain,
  ...context
}: PlayOptions = {}): Promise<{ page: Page }> {
  const page = await openTab(mayComplain, { reducedMotion: "reduce", ...context });
  if (!draws) await page.addInitScript(drawNothing);
  await page.goto(addressOf(...options));
  await page.waitForFunction(() => window.footwork?.match.playout.newest() !== undefined);
  await page.evaluate(() => {
    const { match } = window.footwork ?? {};
    const kept: Happening[] = [];
    Object.assign(globalThis, { happened: kept });
    match?.hear((events) => kept.push(...events));
  });
  if (!waits) await kickOff(page);
  return { page };
}

/** Kicks off a waiting match. */
async function kickOff(page: Page): Promise<void> {
  await page.evaluate(() => {
    const match = window.footwork?.match;
    if (match?.run().isWaiting) match.kickOff();
  });
  await page.waitForFunction(() => window.footwork?.match.run().isWaiting === false);
}

/** Runs in the page. Shaders still compile and buffers still fill, but no triangles are drawn. */
function drawNothing() {
  const context = WebGL2RenderingContext.prototype;
  for (const name of ["drawArrays", "drawElements"] as const) context[name] = () => {};
  context.drawArraysInstanced = () => {};
  context.drawElementsInstanced = () => {};
}

/** Returns the match events since the page opened. */
export const happened = (page: Page): Promise<Happening[]> =>
  page.evaluate(() => (globalThis as unknown as { happened: Happening[] }).happened);

/** Returns the number of the newest frame. */
export const frameOf = (page: Page): Promise<number> =>
  page.evaluate(() => window.footwork?.match.playout.newest()?.frame ?? -1);

/** Returns the run state of the match. */
export const runOf = (page: Page) =>
  page.evaluate(() => {
    const run = window.footwork?.match.run();
    if (!run) throw new Error("no match");
    return run;
  });

/** Waits until the newest frame has at least this number. */
export const playedTo = (page: Page, frame: number) =>
  page.waitForFunction(
    (frame) => (window.footwork?.match.playout.newest()?.frame ?? 0) >= frame,
    frame,
    { timeout: 120_000 },
  );
