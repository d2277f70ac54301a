import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";
import type { Happening } from "../src/stream/messages";
import { startChromium } from "./chromium";
import { Server } from "./server";

/** A server and its page. */
export interface Played {
  server: Server;
  page: Page;
}

export interface PlayOptions extends BrowserContextOptions {
  /** Whether the 3D picture is drawn. Without a GPU that takes half of all time, and most tests do not look at it. */
  draws?: boolean;
  /** Options of `cargo xtask match`. */
  options?: string[];
  /** Whether it is left before its kick-off. */
  waits?: boolean;
  /** Console errors that are expected: that the server is gone, for example. */
  mayComplain?: RegExp;
}

let browser: Promise<Browser> | undefined;
afterAll(async () => (await browser)?.close());

/** Opens a match. When the test ends, it is closed. */
export async function openMatch({
  options = [],
  draws = false,
  waits = false,
  mayComplain,
  ...context
}: PlayOptions = {}): Promise<Played> {
  const server = new Server(...options);
  onTestFinished(server.kill);
  await server.start();
  browser ??= startChromium();
  const tabs = await (await browser).newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    ...context,
  });
  onTestFinished(() => tabs.close());
  tabs.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  tabs.on("weberror", (error) => complaints.push(`${error.error()}`));
  tabs.on("console", (message) => {
    if (message.type() === "error" && !mayComplain?.test(message.text()))
      complaints.push(message.text());
  });
  const page = await tabs.newPage();
  if (!draws) await page.addInitScript(drawNothing);
  await page.goto(server.url);
  await page.waitForFunction(() => window.footwork?.match.playout.newest() !== undefined);
  await page.evaluate(() => {
    const { match } = window.footwork ?? {};
    const kept: Happening[] = [];
    Object.assign(globalThis, { happened: kept });
    match?.hear((events) => kept.push(...events));
  });
  if (!waits) await kickOff(page);
  onTestFinished(() => expect(complaints).toEqual([]));
  return { server, page };
}

/** Begins a match that waits. */
async function kickOff(page: Page): Promise<void> {
  await page.evaluate(() => {
    const match = window.footwork?.match;
    if (match?.run().isWaiting) match.kickOff();
  });
  await page.waitForFunction(() => window.footwork?.match.run().isWaiting === false);
}

/** Runs in the page: shaders are compiled, and buffers are filled, but no triangle is drawn. */
function drawNothing() {
  const context = WebGL2RenderingContext.prototype;
  for (const name of ["drawArrays", "drawElements"] as const) context[name] = () => {};
  context.drawArraysInstanced = () => {};
  context.drawElementsInstanced = () => {};
}

/** What happened since the page was opened. */
export const happened = (page: Page): Promise<Happening[]> =>
  page.evaluate(() => (globalThis as unknown as { happened: Happening[] }).happened);

/** The newest frame's number. */
export const frameOf = (page: Page): Promise<number> =>
  page.evaluate(() => window.footwork?.match.playout.newest()?.frame ?? -1);

/** How the match runs. */
export const runOf = (page: Page) =>
  page.evaluate(() => {
    const run = window.footwork?.match.run();
    if (!run) throw new Error("no match");
    return run;
  });

/** Waits until a number of frames were played since the page was opened. */
export const playedTo = (page: Page, frame: number) =>
  page.waitForFunction(
    (frame) => (window.footwork?.match.playout.newest()?.frame ?? 0) >= frame,
    frame,
    { timeout: 120_000 },
  );

/** Waits until something holds; on a timeout, fails with the last message of `expect`. */
export async function eventually(check: () => Promise<void> | void): Promise<void> {
  await expect.poll(async () => settle(check), { timeout: 60_000, interval: 100 }).toBe("so");
}

async function settle(check: () => Promise<void> | void): Promise<string> {
  try {
    await check();
    return "so";
  } catch (error) {
    return error instanceof Error ? error.message : `${error}`;
  }
}
