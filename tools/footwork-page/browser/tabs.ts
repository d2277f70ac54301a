import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";
import { startChromium } from "./chromium";

let browser: Promise<Browser> | undefined;
afterAll(async () => (await browser)?.close());

/**
 * Opens an empty tab, which is closed when the test ends. The test fails on a console error that `mayComplain` does not
 * match.
 */
export async function openTab(
  mayComplain: RegExp | undefined,
  options: BrowserContextOptions,
): Promise<Page> {
  browser ??= startChromium();
  const tabs = await (await browser).newContext({
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  onTestFinished(() => tabs.close());
  tabs.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  tabs.on("weberror", (error) => complaints.push(`${error.error()}`));
  tabs.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !mayComplain?.test(text)) complaints.push(text);
  });
  onTestFinished(() => expect(complaints).toEqual([]));
  return tabs.newPage();
}

/** Retries a check until it passes. After a time limit, fails with the message of the last failed `expect`. */
export async function eventually(check: () => Promise<void> | void): Promise<void> {
  await expect.poll(async () => settle(check), { timeout: 60_000, interval: 50 }).toBe("so");
}

async function settle(check: () => Promise<void> | void): Promise<string> {
  try {
    await check();
    return "so";
  } catch (error) {
    return error instanceof Error ? error.message : `${error}`;
  }
}
