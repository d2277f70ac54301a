import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { arm, clipGrid, saved } from "./parts";
import { CLIP } from "./playing";

const IDLE = ["[0,19)", "[83,134)", "[200,257)", "[327,340)"];

const chosen = (page: Page, text: string) =>
  page.locator(".timeline-bar-chosen").getByText(text).waitFor();

/** Holds Shift and a key down until the key has been sent `presses` times. */
async function hold(page: Page, key: string, presses: number) {
  await page.keyboard.down("Shift");
  for (let press = 0; press < presses; press += 1) await page.keyboard.down(key);
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
  await hold(page, "R", 12);
  await chosen(page, "83 – 146");
  // While the key is down, the skeleton shows the pose at the edge, and nothing is written.
  expect(await page.getByRole("textbox", { name: "Frame", exact: true }).inputValue()).toBe("145");
  expect(await library.files()).toEqual(before);
  await letGo(page, "R");
  await page.locator(".notice").getByText("Gait.Idle 83 – 134 → 83 – 146").waitFor();
  await saved(page);
  expect(await library.ranges(CLIP, "Gait.Idle")).toEqual(IDLE.with(1, "[83,146)"));

  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
  await page.keyboard.press("Control+z");
  await page.getByText("Nothing to be undone").waitFor();
});

it("saves the edit of a held key before it runs another command", async () => {
  const { page, library } = await openSelected();
  const before = await library.files();
  // Press another key while the first key is down.
  await hold(page, ">", 5);
  await chosen(page, "88 – 139");
  await page.keyboard.press("PageDown");
  await clipGrid(page).locator("[aria-selected=true]").waitFor();
  await letGo(page, ">");
  await saved(page);
  expect(await library.ranges(CLIP, "Gait.Idle")).toEqual(IDLE.with(1, "[88,139)"));
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
});

it("stops at the end of the clip, and Esc restores labels that a held key moved", async () => {
  const { page, library } = await openSelected();
  const before = await library.files();
  await page.keyboard.press("}");
  await page.keyboard.press("}");
  await chosen(page, "327 – 340");
  await hold(page, "Q", 4);
  await chosen(page, "323 – 340");
  await page.keyboard.press("Escape");
  await chosen(page, "327 – 340");
  await letGo(page, "Q");
  await hold(page, "R", 3);
  await letGo(page, "R");
  await page.getByText("Nothing can move that way").waitFor();
  await saved(page);
  expect(await library.files()).toEqual(before);
});
