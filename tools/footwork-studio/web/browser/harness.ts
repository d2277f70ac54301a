import { openTab } from "footwork-page/browser/tabs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { Library } from "./library";
import { clipGrid, leaveFields, openClip } from "./parts";
import { Server } from "./server";

export { eventually } from "footwork-page/browser/tabs";

/** A library, the server that serves it, and the page. */
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
  /** The path of a recording. */
  recording?: string;
  /** Runs before the page loads, for example to install a clock or to write to a store. */
  before?: (page: Page) => Promise<void>;
  /** The place in the page's address: the parameters of its query part. */
  place?: Record<string, string>;
  /** A clip to open. Afterwards no field has the focus. */
  clip?: string;
  /** Console errors that the test expects, such as those of a stopped server. */
  mayComplain?: RegExp;
}

/** Opens the studio. When the test ends, closes it and removes its library. */
export async function openStudio(options: StudioOptions = {}): Promise<Studio> {
  const {
    library = await Library.ofSamples(),
    before,
    compare,
    recording,
    clip,
    place,
    mayComplain,
    ...context
  } = options;
  onTestFinished(library.remove);
  if (compare) onTestFinished(compare.remove);
  const server = new Server(library.root, [
    ...(compare ? ["--compare", compare.root] : []),
    ...(recording === undefined ? [] : ["--recording", recording]),
  ]);
  onTestFinished(server.kill);
  await server.open();
  // The server answers an incomplete query with 422, which the browser logs as an error.
  const expected = new RegExp(`status of 422|${mayComplain?.source ?? "status of 422"}`);
  const page = await openTab(expected, context);
  await before?.(page);
  const url = new URL(server.url);
  for (const [name, value] of Object.entries(place ?? {})) url.searchParams.set(name, value);
  await page.goto(url.href);
  await settled(page);
  if (clip !== undefined) {
    await openClip(page, clip);
    await leaveFields(page);
  }
  return { library, server, page };
}

/** Waits until the page shows a clip. */
export async function settled(page: Page): Promise<void> {
  await clipGrid(page).locator("[aria-selected=true]").waitFor();
}
