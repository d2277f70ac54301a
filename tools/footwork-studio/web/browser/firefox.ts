import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, firefox } from "playwright-core";

/** Where Debian and others install it. */
const PLACES = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** The Firefox that `FIREFOX` names, or the first one found. */
export const firefoxPath = () => process.env.FIREFOX || PLACES.find((place) => existsSync(place));

/** Starts Firefox with a home of its own; `end` also removes that. */
export async function startFirefox(
  executablePath: string,
): Promise<{ browser: Browser; end(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), "footwork-firefox-"));
  const browser = await firefox.launch({
    // A Firefox as it is installed, through WebDriver BiDi; the one that Playwright changes is not needed.
    channel: "moz-firefox",
    executablePath,
    env: { ...process.env, HOME: home, MOZ_WEBRENDER: "0" },
  });
  return {
    browser,
    async end() {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
