import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/**
 * The paths at which Debian, Ubuntu and other systems install Chromium. `cargo xtask` searches more places and reports
 * the result.
 */
const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium-headless-shell",
];

/** Starts the Chromium that the variable `CHROMIUM` names, or the first one found. It renders on the CPU. */
export async function startChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM || PLACES.find((place) => existsSync(place));
  if (executablePath === undefined) throw new Error("no Chromium here: set CHROMIUM to one");
  return chromium.launch({
    executablePath,
    args: [
      // As root, the usual user in containers, Chromium starts only without its sandbox.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
      // Draw everything except WebGL without a GPU, because emulating a GPU takes twice as long.
      "--disable-gpu-compositing",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}
