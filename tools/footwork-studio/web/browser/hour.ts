import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startChromium } from "footwork-page/browser/chromium";
import type { Page } from "playwright-core";
import { Labeller } from "./labeller";
import { Library } from "./library";
import { clipRow, leaveFields, openPanel, saved, typeQuery } from "./parts";
import { Server } from "./server";
import { keysOf, labelsOf, type TrueClip, type TrueLabel, takeLabels } from "./truth";

/** The speed of playback while keys are held; 1 is the speed of the clip. */
const SPEED = 0.5;
/** The maximum number of keys held at once. */
const FINGERS = 3;
/** The tolerance in seconds. Edges and events farther from the true ones are corrected. */
const NEAR_SECS = 1 / 30;

interface Done {
  clip: TrueClip;
  labels: number;
  fixes: number;
}

/**
 * Measures how long labelling takes in the page. Removes the labels from a copy of the samples, and restores them with
 * the keys that an experienced user would press, until every label matches the original. `npm run hour -- FILE` also
 * writes the figures to FILE. `npm run hour -- FILE lanes` corrects labels lane by lane with the mouse, instead of by
 * the keys that step through all labels. `npm run hour -- FILE keys FOLDER` uses another library, and compares with the
 * labels that its rules place.
 */
export async function main([file, how = "keys", folder]: string[]): Promise<void> {
  const library = folder ? await Library.copyOf(folder) : await Library.ofSamples();
  const clips = folder
    ? await takeLabels(library, [""], "with rules")
    : await takeLabels(library, ["cmu", "deepmimic"]);
  const keys = keysOf(await readFile(join(library.root, "footwork.toml"), "utf8"));
  const server = new Server(library.root);
  const browser = await startChromium();
  try {
    await server.open();
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.clock.install();
    await page.goto(server.url);
    await page.locator(".clip-row[aria-selected=true]").waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    const by = new Labeller(page);
    const atOnce = folder ? new Set<string>() : await whole(page, by);
    const overall = { keys: by.keys, ms: by.ms };
    const done: Done[] = [];
    const corrected = how === "lanes" ? byLanes : byLabels;
    for (const clip of clips) {
      const labels = await tag(page, by, clip, keys, atOnce);
      const fixes = await corrected(page, by, library, clip, labels);
      await by.press("Control+Enter");
      await settle(page);
      done.push({ clip, labels: clip.labels.length, fixes });
      console.error(`${clip.name}: ${(by.ms / 60_000).toFixed(2)} min, ${by.keys} keys`);
      // Write the figures after each clip, so that an aborted run has figures too.
      const left = await missing(
        library,
        done.map((one) => one.clip),
      );
      await report(by, overall, done, left, file);
    }
  } finally {
    await browser.close();
    await server.kill();
    await library.remove();
  }
}

const keyOf = ({ name, start, stop }: TrueLabel) => `${name} ${start} ${stop}`;

/** Tags every frame of the clips in two folders by a query, each with the tag of its folder. Returns the tags. */
async function whole(page: Page, by: Labeller): Promise<Set<string>> {
  const given = new Set<string>();
  for (const [folder, tag] of [
    ["cmu/", "Source.Cmu"],
    ["deepmimic/", "Source.DeepMimic"],
  ] as const) {
    const filter = page.getByRole("textbox", { name: "Filter clips by name" });
    await by.click(filter);
    await filter.fill("");
    await by.type(folder);
    await typeQuery(page, "all");
    by.keys += 4;
    by.ms += 4 * 280;
    const panel = await openPanel(page, "Query");
    const field = panel.getByRole("combobox", { name: /tag/i });
    await by.click(field);
    await field.fill(tag);
    by.keys += tag.length;
    by.ms += tag.length * 280;
    await page.clock.fastForward(1000);
    await by.click(panel.getByRole("button", { name: /^Apply to \d+ clips$/ }));
    await settle(page);
    given.add(tag);
    await filter.fill("");
  }
  await typeQuery(page, " ");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Backspace");
  await leaveFields(page);
  return given;
}

/** Waits until pending requests are finished. They do not depend on the page's clock. */
async function settle(page: Page): Promise<void> {
  await page.clock.fastForward(400);
  await saved(page);
}

/** Watches a clip and tags it. Returns the labels that the clip should have. */
async function tag(
  page: Page,
  by: Labeller,
  clip: TrueClip,
  keys: ReadonlyMap<string, string>,
  given: ReadonlySet<string>,
): Promise<TrueLabel[]> {
  if ((await clipRow(page, clip.name).getAttribute("aria-selected")) !== "true") {
    await by.press("PageDown");
    await page.clock.fastForward(200);
  }
  // The list determines the order. If the key for the next clip does not reach a clip, it is opened with a click.
  const row = clipRow(page, clip.name);
  if ((await row.getAttribute("aria-selected")) !== "true") await by.click(row);
  await page.locator(`.clip-row[aria-selected=true]`).waitFor();
  await leaveFields(page);
  await page.clock.fastForward(200);
  // Tagging stays armed from clip to clip, unless the list was clicked.
  if ((await page.locator(".time-armed").count()) === 0) {
    await by.press("Escape");
    await by.press("Enter");
  }
  // Watch the clip first.
  await by.think();
  await by.press("Home");
  await by.press("Space");
  await by.watch((1000 * clip.frames) / clip.rate + 100);
  await by.press("Shift+ArrowDown");
  const labels = clip.labels.filter(({ name }) => !given.has(name));
  for (const pass of passes(labels)) await play(page, by, clip, pass, keys);
  await by.press("Shift+ArrowUp");
  await settle(page);
  return labels;
}

/**
 * Splits labels into passes. In each pass, at most `FINGERS` keys are held at once, and spans of one tag are at least 6
 * frames apart.
 */
function passes(labels: readonly TrueLabel[]): TrueLabel[][] {
  const all: TrueLabel[][] = [];
  for (const label of [...labels].sort((a, b) => a.start - b.start)) {
    const fits = (pass: readonly TrueLabel[]) => {
      const at = pass.filter((one) => one.start < label.stop && label.start < one.stop);
      const near = pass.some((one) => one.name === label.name && label.start - one.stop < 6);
      return at.length < FINGERS && !near;
    };
    const pass = all.find(fits);
    if (pass) pass.push(label);
    else all.push([label]);
  }
  return all;
}

/** Plays the clip once, and holds or taps the keys of some labels. */
async function play(
  page: Page,
  by: Labeller,
  clip: TrueClip,
  labels: readonly TrueLabel[],
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  const msOf = (frame: number) => (1000 * frame) / clip.rate / SPEED;
  const end = msOf(clip.frames);
  const presses = labels.flatMap(({ name, kind, start, stop }) => {
    const key = keys.get(name);
    if (key === undefined) throw new Error(`${name} has no key`);
    // If a label begins on the first frame, its key is pressed before playback starts. If a label ends with the clip,
    // its key is released after the end.
    const slip = (frame: number) =>
      frame === 0 ? -1 : frame >= clip.frames ? end + 200 : msOf(frame + 0.4) + by.slip();
    const down = { at: kind === "tag" && start === 0 ? 0 : slip(start), key, isDown: true };
    const up = kind === "event" ? down.at + 60 : Math.max(slip(stop), down.at + 40);
    return [down, { at: up, key, isDown: false }];
  });
  presses.sort((a, b) => a.at - b.at);
  await by.press("Home");
  await by.press("Space");
  let now = 0;
  for (const { at, key, isDown } of presses) {
    const to = Math.max(at, now);
    await by.watch(to - now);
    now = to;
    await by.hold(key, isDown);
  }
  if (now < end + 50) await by.watch(end + 50 - now);
  await page.clock.fastForward(50);
}

/** A true label that is missing, and the label in its place, if there is one. */
interface Wrong {
  label: TrueLabel;
  nearest: TrueLabel | undefined;
}

/** Returns the true labels that are missing, each with the nearest label of the same name. */
function wrong(clip: TrueClip, truth: readonly TrueLabel[], there: readonly TrueLabel[]): Wrong[] {
  const near = Math.max(Math.round(NEAR_SECS * clip.rate), 1);
  return truth.flatMap((label): Wrong[] => {
    const own = there.filter(({ name }) => name === label.name);
    const nearest = own.toSorted((a, b) => apart(a, label) - apart(b, label))[0];
    if (!nearest) return [{ label, nearest: undefined }];
    const isNear =
      Math.abs(nearest.start - label.start) <= near && Math.abs(nearest.stop - label.stop) <= near;
    return isNear ? [] : [{ label, nearest }];
  });
}

const apart = (a: TrueLabel, b: TrueLabel) =>
  Math.abs(a.start - b.start) + Math.abs(a.stop - b.stop);

/** Moves the edges of a span, or an event, frame by frame to the true place. */
async function nudge(by: Labeller, label: TrueLabel, from: TrueLabel): Promise<void> {
  await by.think();
  const start = Math.round(label.start - from.start);
  const stop = Math.round(label.stop - from.stop);
  if (label.kind === "event") return by.repeat(start > 0 ? ">" : "<", Math.abs(start));
  await by.repeat(start > 0 ? "Shift+W" : "Shift+Q", Math.abs(start));
  await by.repeat(stop > 0 ? "Shift+R" : "Shift+E", Math.abs(stop));
}

const read = async (library: Library, clip: TrueClip) =>
  labelsOf((await library.text(`${clip.name}.tags`)) ?? "");

/** Corrects wrong labels, lane by lane with the mouse. */
async function byLanes(
  page: Page,
  by: Labeller,
  library: Library,
  clip: TrueClip,
  truth: readonly TrueLabel[],
): Promise<number> {
  const there = await read(library, clip);
  let fixes = 0;
  for (const { label, nearest } of wrong(clip, truth, there)) {
    if (!nearest) continue;
    fixes += 1;
    const named = `.lane-label[title^="${label.name}:"], .lane-label[title="${label.name}"]`;
    await by.click(page.locator(named).first());
    await by.press("Shift+D");
    await by.press("Home");
    const own = there.filter(({ name }) => name === label.name).sort((a, b) => a.start - b.start);
    await by.repeat("}", own.indexOf(nearest) + 1);
    await nudge(by, label, nearest);
    await settle(page);
  }
  return fixes;
}

/** Corrects wrong labels with the keys that step through the labels of all lanes. */
async function byLabels(
  page: Page,
  by: Labeller,
  library: Library,
  clip: TrueClip,
  truth: readonly TrueLabel[],
): Promise<number> {
  const inOrder = async () => (await read(library, clip)).sort((a, b) => a.start - b.start);
  let there = await inOrder();
  await by.press("Shift+D");
  await by.press("Home");
  let at = -1;
  let fixes = 0;
  for (;;) {
    // Correct only labels after the current one, because the keys step forward.
    const ahead = wrong(clip, truth, there)
      .flatMap(({ label, nearest }) =>
        nearest ? [{ label, nearest, place: there.indexOf(nearest) }] : [],
      )
      .filter(({ place }) => place > at)
      .sort((a, b) => a.place - b.place);
    const [next] = ahead;
    if (!next) return fixes;
    await by.repeat("Alt+ArrowDown", next.place - at);
    await nudge(by, next.label, next.nearest);
    await settle(page);
    fixes += 1;
    there = await inOrder();
    const own = there.filter(({ name }) => name === next.label.name);
    const moved = own.sort((a, b) => apart(a, next.label) - apart(b, next.label))[0];
    at = moved ? there.indexOf(moved) : at;
  }
}

/** Returns the labels that still differ from the true ones, as `clip: label`. */
async function missing(library: Library, clips: readonly TrueClip[]): Promise<string[]> {
  const left: string[] = [];
  for (const clip of clips) {
    const there = labelsOf((await library.text(`${clip.name}.tags`)) ?? "");
    for (const { label } of wrong(clip, clip.labels, there))
      left.push(`${clip.name}: ${keyOf(label)}`);
  }
  return left;
}

async function report(
  by: Labeller,
  overall: { keys: number; ms: number },
  done: readonly Done[],
  left: readonly string[],
  file: string | undefined,
): Promise<void> {
  const motionMin = done.reduce((sum, { clip }) => sum + clip.frames / clip.rate, 0) / 60;
  const labels = done.reduce((sum, one) => sum + one.labels, 0);
  const fixes = done.reduce((sum, one) => sum + one.fixes, 0);
  const workMin = by.ms / 60_000;
  const ownMin = workMin - (by.playedMs + overall.ms) / 60_000;
  const sparse = 1 + 1 / SPEED + (20 * ownMin) / labels;
  const rows = [
    ["clips", `${done.length}`],
    ["motion, minutes", motionMin.toFixed(2)],
    ["labels", `${labels}, ${(labels / motionMin).toFixed(0)} per minute of motion`],
    ["work by the model, minutes", workMin.toFixed(2)],
    ["of that, watching and holding", (by.playedMs / 60_000).toFixed(2)],
    ["of that, tagging whole folders", (overall.ms / 60_000).toFixed(2)],
    ["keys", `${by.keys}, ${(by.keys / labels).toFixed(1)} per label`],
    ["clicks", `${by.clicks}`],
    ["labels whose edges were corrected", `${fixes}`],
    ["labels that differ from the original at the end", `${left.length}`],
    ["seconds of work per label", ((60 * workMin) / labels).toFixed(2)],
    ["minutes of work per minute of motion", (workMin / motionMin).toFixed(2)],
    // Each clip is watched once and played once at half speed, even with few labels.
    ["minutes of work per minute of motion, at 20 labels per minute", sparse.toFixed(2)],
  ];
  const text = rows.map((row) => row.join("\t")).join("\n");
  const all = [text, ...left.map((one) => `left: ${one}`)].join("\n");
  if (file) await writeFile(file, `${all}\n`);
  else console.log(all);
}
