import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";
import { startChromium } from "./chromium";
import { Library } from "./library";
import { clipGrid, leaveFields, openClip } from "./parts";
import { Server } from "./server";

/** A library, a server that serves it, and the page. */
export interface Studio {
  library: Library;
  server: Server;
  page: Page;
}

export interface StudioOptions extends BrowserContextOptions {
  /** The library; defaults to a copy of `samples/`. */
  library?: Library;
  /** The second labeller's folder. */
  compare?: Library;
  /** Runs before the page loads: to install a clock or write to a store, for example. */
  before?: (page: Page) => Promise<void>;
  /** The place that the address of the page names. */
  place?: Record<string, string>;
  /** A clip to open, with the focus on no field. */
  clip?: string;
  /** Expected console errors, such as those of a stopped server. */
  mayComplain?: RegExp;
}

let browser: Promise<Browser> | undefined;
afterAll(async () => (await browser)?.close());

/** Opens the studio. Closes it and removes its library when the test ends. */
export async function openStudio(options: StudioOptions = {}): Promise<Studio> {
  const {
    library = await Library.ofSamples(),
    before,
    compare,
    clip,
    place,
    mayComplain,
    ...context
  } = options;
  onTestFinished(library.remove);
  if (compare) onTestFinished(compare.remove);
  const server = new Server(library.root, compare ? ["--compare", compare.root] : []);
  onTestFinished(server.kill);
  await server.start();
  browser ??= startChromium();
  const tabs = await (await browser).newContext({
    viewport: { width: 1280, height: 800 },
    ...context,
  });
  onTestFinished(() => tabs.close());
  tabs.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  tabs.on("weberror", (error) => complaints.push(`${error.error()}`));
  tabs.on("console", (message) => {
    const text = message.text();
    // The response to an incomplete query.
    if (/status of 422/.test(text)) return;
    if (message.type() === "error" && !mayComplain?.test(text)) complaints.push(text);
  });
  const page = await tabs.newPage();
  await before?.(page);
  const url = new URL(server.url);
  for (const [name, value] of Object.entries(place ?? {})) url.searchParams.set(name, value);
  await page.goto(url.href);
  await settled(page);
  if (clip !== undefined) {
    await openClip(page, clip);
    await leaveFields(page);
  }
  onTestFinished(() => expect(complaints).toEqual([]));
  return { library, server, page };
}

/** Waits until the page shows a clip. */
export async function settled(page: Page): Promise<void> {
  await clipGrid(page).locator("[aria-selected=true]").waitFor();
}

/** Retries a check until it passes. On a timeout, fails with the last message of `expect`. */
export async function eventually(check: () => Promise<void> | void): Promise<void> {
  await expect.poll(async () => settle(check), { timeout: 45_000, interval: 50 }).toBe("so");
}

async function settle(check: () => Promise<void> | void): Promise<string> {
  try {
    await check();
    return "so";
  } catch (error) {
    return error instanceof Error ? error.message : `${error}`;
  }
}
