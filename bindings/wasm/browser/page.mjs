// Opens the built pages in Chromium.
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

/** Possible paths of Chromium on Linux. `cargo xtask` searches more places and sets `CHROMIUM`. */
const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium-headless-shell",
];

/** A page, opened from disk as a user would. */
const placeOf = (name) =>
  pathToFileURL(fileURLToPath(new URL(`../dist/${name}.html`, import.meta.url))).href;

export const address = placeOf("playground");
export const steerAddress = placeOf("steer");

export async function startChromium() {
  const executablePath = process.env.CHROMIUM || PLACES.find((place) => existsSync(place));
  if (executablePath === undefined) {
    throw new Error("no Chromium here: set CHROMIUM to one");
  }
  // As root, as in containers, Chromium starts only without its sandbox.
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  // WebGL runs on the CPU. Everything else runs without an emulated GPU, which would take twice as long.
  const draws = [
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-gpu-compositing",
  ];
  return chromium.launch({ executablePath, args: [...root, ...quiet, ...draws, "--no-first-run"] });
}

/** Opens a page, by default the playground, and collects the errors that the page reports. */
export async function open(browser, hash = "", options = {}, place = address) {
  const page = await browser.newPage(options);
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(place + hash);
  await page.waitForSelector("html[data-ready]");
  return { page, faults };
}
