import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";
import { startChromium } from "./chromium";

let browser: Promise<Browser> | undefined;
afterAll(async () => (await browser)?.close());

/** Opens an empty tab, and closes it when the test ends. A console error that `mayComplain` does not match fails the test. */
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

/** Retries a check until it passes. On a timeout, fails with the last message of `expect`. */
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
