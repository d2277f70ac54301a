import { availableParallelism } from "node:os";
import { startChromium } from "footwork-page/browser/chromium";
import type { Browser, Page } from "playwright-core";
import { Figures, quantile } from "./figures";
import { Library } from "./library";
import { clipGrid, leaveFields, openClip, querySummary, typeQuery } from "./parts";
import { Server } from "./server";

const CLIPS = 10_000;
const FRAMES = 10_000;
const OPENINGS = 5;
const KEYSTROKES = 100;
const EDITS = 200;
/** The time between two key presses of a fast typist, in milliseconds: 70 words per minute. */
const KEY_MS = 170;
/** How long a new tab stays idle before it is used, in milliseconds. */
const IDLE_MS = 500;
/** How long an animation is measured, in milliseconds. */
const MOVE_MS = 4000;

/**
 * Measures the page and compares the figures with the limits of the specification. `npm run measure -- FILE` also
 * writes the figures to FILE.
 */
export async function main([file]: string[]): Promise<void> {
  const figures = new Figures();
  const browser = await startChromium();
  try {
    await manyClips(browser, figures);
    await oneLongClip(browser, figures);
    await oneCharacter(browser, figures);
  } finally {
    await browser.close();
  }
  figures.text(
    `Chromium ${browser.version()} without a graphics card, ${availableParallelism()} cores for the browser, the server and the script, in a window of 1280×800. An opening is timed from the start of the process, with a browser and an empty tab already open, until the clips are listed and counted; the operating system has cached the files, and the index is left from the previous opening. Keys and edits are ${KEY_MS} ms apart; a keystroke is measured from its event in the page to the frame after the new counts, an edit from the page's request to the server's answer, which is sent once the journal is on disk. Frame rates are those of the browser while the pointer or the wheel moves continuously.`,
  );
  if (file) await figures.write(file);
}

async function manyClips(browser: Browser, figures: Figures): Promise<void> {
  const library = await Library.ofMany({ clips: CLIPS });
  const server = new Server(library.root);
  try {
    // The first launch reads all clips and builds the index, so its time does not count.
    await opening(browser, server);
    const openings: number[] = [];
    const servings: number[] = [];
    for (let run = 0; run < OPENINGS; run += 1) {
      await server.stop();
      const { servedMs, listedMs } = await opening(browser, server);
      servings.push(servedMs);
      openings.push(listedMs);
    }
    figures.without("10,000 clips: until the server answers, median", quantile(servings, 0.5));
    figures.below(
      "10,000 clips: until they are listed and counted, median",
      quantile(openings, 0.5),
      1000,
    );
    const page = await open(browser, server);
    const keys = await keystrokes(page);
    figures.below("a keystroke in the query box to its results, p50", quantile(keys, 0.5), 100);
    figures.below("a keystroke in the query box to its results, p99", quantile(keys, 0.99), 100);
    const edits = await roundTrips(page);
    figures.without("an edit there and back, p50", quantile(edits, 0.5));
    figures.below("an edit there and back, p99", quantile(edits, 0.99), 20);
    await page.context().close();
  } finally {
    await server.kill();
    await library.remove();
  }
}

async function oneLongClip(browser: Browser, figures: Figures): Promise<void> {
  const library = await Library.ofMany({ long: FRAMES });
  const server = new Server(library.root);
  try {
    await server.open();
    const page = await open(browser, server);
    await page.waitForTimeout(2000);
    figures.reaches("scrubbing, 10,000 frames × 64 lanes", await scrubbing(page), 60);
    figures.reaches("zooming, 10,000 frames × 64 lanes", await zooming(page), 60);
    await page.context().close();
  } finally {
    await server.kill();
    await library.remove();
  }
}

/** Plays a skinned character in a loop, and then the body drawn for a clip without a mesh. */
async function oneCharacter(browser: Browser, figures: Figures): Promise<void> {
  const library = await Library.ofSkinned();
  const server = new Server(library.root);
  try {
    await server.open();
    const page = await emptyTab(browser);
    await page.addInitScript(() =>
      localStorage.setItem("footwork.preferences", JSON.stringify({ loopClip: true })),
    );
    await show(page, server);
    const vertices = library.vertices.toLocaleString("en");
    for (const [clip, what] of [
      ["walk.glb", `playing, one mesh of ${vertices} vertices, rendered on the CPU`],
      ["bare.glb", "playing, one body around bones, rendered on the CPU"],
    ] as const) {
      await openClip(page, clip);
      await leaveFields(page);
      await page.waitForTimeout(2000);
      await page.keyboard.press("Space");
      const frames = await framesWhile(page, () => page.waitForTimeout(100));
      figures.reaches(what, frames, 30);
      await page.keyboard.press("Space");
    }
    await page.context().close();
  } finally {
    await server.kill();
    await library.remove();
  }
}

/**
 * With an empty tab open, measures the time from the start of the process to the server's first message, and to the
 * list of clips.
 */
async function opening(browser: Browser, server: Server) {
  const page = await emptyTab(browser);
  const since = performance.now();
  await server.open();
  const servedMs = performance.now() - since;
  await show(page, server);
  const listedMs = performance.now() - since;
  await page.context().close();
  return { servedMs, listedMs };
}

async function open(browser: Browser, server: Server): Promise<Page> {
  const page = await emptyTab(browser);
  await show(page, server);
  return page;
}

async function emptyTab(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.waitForTimeout(IDLE_MS);
  return page;
}

async function show(page: Page, server: Server): Promise<void> {
  await page.goto(server.url, { waitUntil: "commit" });
  await clipGrid(page).locator("[aria-rowindex='2']").waitFor();
}

/** Changes a number in a query repeatedly. */
async function keystrokes(page: Page): Promise<number[]> {
  const took: number[] = [];
  const digits = ["0", "1", "2", "3", "4"];
  await typeQuery(page, "longer(Gait.T00 - Direction, 1)");
  await querySummary(page).getByText(/clips/).first().waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.evaluate(watchQuerySummary);
  for (let at = 0; at < KEYSTROKES; at += 1) {
    await page.waitForTimeout(KEY_MS);
    const key = at % 2 === 0 ? (digits[(at / 2) % digits.length] ?? "1") : "Backspace";
    await page.keyboard.press(key);
    took.push(await page.evaluate(() => window.nextResult?.() ?? Number.NaN));
  }
  return took.filter((ms) => !Number.isNaN(ms));
}

declare global {
  interface Window {
    /** Returns the time from the last key press until the counts changed, in milliseconds. */
    nextResult?: () => Promise<number>;
  }
}

/** Runs in the page. Measures the time from a key press until the counts of the query change. */
function watchQuerySummary() {
  const summary = document.querySelector(".query-summary");
  let pressed = 0;
  let changed = 0;
  let resolve: ((ms: number) => void) | undefined;
  addEventListener(
    "keydown",
    (event) => {
      pressed = event.timeStamp;
      changed = 0;
    },
    true,
  );
  const tell = () => {
    if (changed > 0 && resolve) {
      resolve(changed - pressed);
      resolve = undefined;
    }
  };
  new MutationObserver(() => {
    if (changed > 0) return;
    // The next callback runs after the frame that shows the result has begun.
    requestAnimationFrame(() =>
      setTimeout(() => {
        changed = performance.now();
        tell();
      }),
    );
  }).observe(summary ?? document.body, { subtree: true, childList: true, characterData: true });
  window.nextResult = () =>
    new Promise((done) => {
      resolve = done;
      // If the counts stay the same, nothing changes on the screen.
      setTimeout(() => {
        resolve = undefined;
        done(Number.NaN);
      }, 2000);
      tell();
    });
}

/**
 * Paints frames of many clips and erases them again, in the page that shows the result. Returns the times in
 * milliseconds.
 */
const roundTrips = (page: Page) =>
  page.evaluate(
    async ([count, pause]) => {
      const headers = {
        "x-footwork-token": localStorage.getItem("footwork.token") ?? "",
        "content-type": "application/json",
      };
      const list = await (await fetch("/api/clips", { headers })).json();
      const names: string[] = list.clips.map((row: { name: string }) => row.name);
      const took: number[] = [];
      for (let at = 0; at < count; at += 1) {
        const clip = names[(Math.floor(at / 2) * 7) % names.length];
        const kind = at % 2 === 0 ? "paint" : "erase";
        const operations = [{ kind, tag: "Review.Seen", start: 1, stop: 9 }];
        const label = `${kind} Review.Seen`;
        const body = JSON.stringify({ id: `${at}`, label, clips: [{ clip, operations }] });
        await new Promise((after) => setTimeout(after, pause));
        const since = performance.now();
        const answer = await fetch("/api/edit", { method: "POST", headers, body });
        await answer.json();
        took.push(performance.now() - since);
        if (!answer.ok) throw new Error(`an edit was refused: ${answer.status}`);
      }
      return took;
    },
    [EDITS, KEY_MS] as const,
  );

/** Returns the browser's frame rate while an animation runs, in frames per second. */
async function framesWhile(page: Page, move: (at: number) => Promise<void>): Promise<number> {
  const counted = page.evaluate(
    (ms) =>
      new Promise<number>((done) => {
        let frames = -1;
        let first = 0;
        const tick = (now: number) => {
          frames += 1;
          if (frames === 0) first = now;
          if (now - first < ms) requestAnimationFrame(tick);
          else done((frames * 1000) / (now - first));
        };
        requestAnimationFrame(tick);
      }),
    MOVE_MS,
  );
  const until = performance.now() + MOVE_MS;
  for (let at = 0; performance.now() < until; at += 1) await move(at);
  return counted;
}

async function timelineBox(page: Page) {
  const box = await page.getByRole("region", { name: "Timeline" }).boundingBox();
  if (!box) throw new Error("there is no timeline");
  return box;
}

/** Drags the playhead back and forth. */
async function scrubbing(page: Page): Promise<number> {
  const box = await timelineBox(page);
  const place = (at: number) => box.x + box.width * (0.6 + 0.35 * Math.sin(at / 40));
  await page.mouse.move(place(0), box.y + 48);
  await page.mouse.down();
  const frames = await framesWhile(page, (at) => page.mouse.move(place(at), box.y + 48));
  await page.mouse.up();
  return frames;
}

/** Zooms in and out with Ctrl and the wheel. The wheel alone would scroll the lanes. */
async function zooming(page: Page): Promise<number> {
  const box = await timelineBox(page);
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6);
  await page.keyboard.down("Control");
  const frames = await framesWhile(page, (at) =>
    page.mouse.wheel(0, Math.floor(at / 40) % 2 === 0 ? -7 : 7),
  );
  await page.keyboard.up("Control");
  return frames;
}
