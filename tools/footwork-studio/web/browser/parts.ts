import type { Locator, Page } from "playwright-core";

/** Parts of the page, found by their accessible names. */

export const clipGrid = (page: Page) => page.getByRole("grid", { name: "Clips" });

export const clipRow = (page: Page, clip: string) =>
  clipGrid(page)
    .getByRole("row")
    .filter({ has: page.getByTitle(clip, { exact: true }) });

export const queryBox = (page: Page) => page.getByRole("textbox", { name: "Query", exact: true });

/** Returns the status next to the query: `72 frames · 9 ranges · 5 clips · 3 ms`, or an error. */
export const querySummary = (page: Page) => page.getByRole("search").locator(".query-summary");

export const labelTable = (page: Page) => page.getByRole("grid", { name: /labels|tags/i });

export const saveState = (page: Page) => page.locator(".save-state");

/** Opens a clip by clicking its row. Filters the list by the clip's name first, so that the row is visible. */
export async function openClip(page: Page, clip: string): Promise<void> {
  const filter = page.getByRole("textbox", { name: "Filter clips by name" });
  await filter.fill(clip);
  await clipRow(page, clip).click();
  await opened(page, clip);
  await filter.fill("");
}

/** Waits until a clip is open and its labels are loaded. */
export async function opened(page: Page, clip: string): Promise<void> {
  await clipRow(page, clip).and(page.locator("[aria-selected=true]")).waitFor();
  await page.getByRole("region", { name: "Timeline" }).locator(".lane-name").first().waitFor();
}

/** Replaces the text in the query box. */
export async function typeQuery(page: Page, text: string): Promise<void> {
  await queryBox(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

/** Opens a panel on the right. */
export async function openPanel(page: Page, title: string): Promise<Locator> {
  await page.getByRole("tab", { name: title }).click();
  return page.getByRole("tabpanel", { name: title });
}

export const timelineOf = (page: Page) => page.getByRole("region", { name: "Timeline" });

/**
 * Arms tagging by a click on a part of the timeline where the click has no other effect. The click also ends a burst of
 * keys.
 */
export async function arm(page: Page): Promise<void> {
  await page.locator(".timeline-corner").click();
  await timelineOf(page).getByRole("button", { name: "Tagging", pressed: true }).waitFor();
}

/** Removes the focus from fields and buttons, so that keys go to the studio. */
export const leaveFields = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
  });

/** Returns the banner about edits that an earlier session could not save. */
export const earlierEdits = (page: Page) =>
  page.locator(".banner").filter({ hasText: "of an earlier session" });

/** Waits until the banner shows this count, and then saves the edits of the earlier session. */
export async function saveEarlier(page: Page, count: RegExp): Promise<void> {
  const banner = earlierEdits(page).filter({ hasText: count });
  await banner.getByRole("button", { name: "Save" }).click();
  await saved(page);
}

/** Waits until all edits are on disk. */
export const saved = (page: Page) =>
  saveState(page)
    .filter({ hasText: /^\s*Saved\s*$/ })
    .waitFor();
