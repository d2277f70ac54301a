import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { arm, clipGrid, saved } from "./parts";
import { CLIP } from "./playing";

const IDLE = ["[0,19)", "[83,134)", "[200,257)", "[327,340)"];

const chosen = (page: Page, text: string) =>
  page.locator(".timeline-bar-chosen").getByText(text).waitFor();

/** The edges of the chosen span and the shown frame, at one moment. */
const edges = (page: Page) =>
  page.evaluate(() => {
    const text = document.querySelector(".timeline-bar-chosen")?.textContent ?? "";
    const [, start, stop] = /(\d+) – (\d+)/.exec(text) ?? [];
    const frame = document.querySelector<HTMLInputElement>("input[aria-label=Frame]")?.value;
    return { start: Number(start), stop: Number(stop), frame: Number(frame) };
  });

/** Presses Shift and a key, and keeps them down until the chosen span has moved far enough. */
async function holdUntil(
  page: Page,
  key: string,
  isThere: (now: { start: number; stop: number }) => boolean,
) {
  await page.keyboard.down("Shift");
  await page.keyboard.down(key);
  await eventually(async () => expect(isThere(await edges(page))).toBe(true));
}

async function letGo(page: Page, key: string) {
  await page.keyboard.up(key);
  await page.keyboard.up("Shift");
}

/** Opens the clip and selects its second Idle span. */
async function openSelected() {
  const studio = await openStudio({ clip: CLIP });
  const { page } = studio;
  await arm(page);
  const active = page.locator(".lane-active");
  for (let lane = 0; lane < 30; lane += 1) {
    await page.keyboard.press("Control+ArrowDown");
    if ((await active.getAttribute("title"))?.startsWith("Gait.Idle")) break;
  }
  await page.keyboard.press("}");
  await page.keyboard.press("}");
  await chosen(page, "83 – 134");
  return studio;
}

it("a held key that moves an edge makes one undo step", async () => {
  const { page, library } = await openSelected();
  const before = await library.files();
  const since = performance.now();
  await holdUntil(page, "R", ({ stop }) => stop >= 146);
  // While the key is down, the skeleton shows the pose at the edge, and nothing is written.
  const { start, stop, frame } = await edges(page);
  const most = 1 + (performance.now() - since) / (1000 / 30);
  expect([start, frame]).toEqual([83, stop - 1]);
  expect(stop - 134).toBeLessThanOrEqual(most);
  expect(await library.files()).toEqual(before);
  await letGo(page, "R");
  const { stop: last } = await edges(page);
  await page.locator(".notice").getByText(`Gait.Idle 83 – 134 → 83 – ${last}`).waitFor();
  await saved(page);
  expect(await library.ranges(CLIP, "Gait.Idle")).toEqual(IDLE.with(1, `[83,${last})`));

  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
  await page.keyboard.press("Control+z");
  await page.getByText("Nothing to be undone").waitFor();
});

it("moves an edge by one frame for each tap", async () => {
  const { page } = await openSelected();
  for (const [key, text] of [
    ["Shift+R", "83 – 135"],
    ["Shift+R", "83 – 136"],
    ["Shift+W", "84 – 136"],
  ] as const) {
    await page.keyboard.press(key);
    await chosen(page, text);
  }
});

it("saves the edit of a held key before it runs another command", async () => {
  const { page, library } = await openSelected();
  const before = await library.files();
  // Press another key while the first key is down.
  await holdUntil(page, ">", ({ start }) => start >= 88);
  await page.keyboard.press("PageDown");
  await clipGrid(page).locator("[aria-selected=true]").waitFor();
  await letGo(page, ">");
  await saved(page);
  const [, moved = ""] = await library.ranges(CLIP, "Gait.Idle");
  const [start = 0, stop = 0] = moved.match(/\d+/g)?.map(Number) ?? [];
  expect(start).toBeGreaterThanOrEqual(88);
  expect(stop - start).toBe(134 - 83);
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
});

it("stops at the end of the clip, and Esc restores labels that a held key moved", async () => {
  const { page, library } = await openSelected();
  const before = await library.files();
  await page.keyboard.press("}");
  await page.keyboard.press("}");
  await chosen(page, "327 – 340");
  await holdUntil(page, "Q", ({ start }) => start <= 323);
  await page.keyboard.press("Escape");
  await chosen(page, "327 – 340");
  // The key stays down for several of its steps.
  await page.waitForTimeout(200);
  await letGo(page, "Q");
  await chosen(page, "327 – 340");
  await holdUntil(page, "R", ({ stop }) => stop === 340);
  await letGo(page, "R");
  await page.getByText("Nothing can move that way").waitFor();
  await saved(page);
  expect(await library.files()).toEqual(before);
});
