import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { clipGrid, openPanel, querySummary, typeQuery } from "./parts";

const CLIPS = 10_000;

/** Starts to record every text that the page shows. On a fast disk, progress ends before a test could wait for it. */
async function recordTexts(page: Page): Promise<() => Promise<string[]>> {
  const texts = await page.evaluateHandle(() => {
    const texts = new Set<string>();
    new MutationObserver((changes) => {
      for (const { target } of changes) texts.add(target.textContent ?? "");
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  return () => texts.evaluate((texts) => [...texts]);
}

it("lists ten thousand clips, scrolls to the last one and opens it", {
  timeout: 300_000,
}, async () => {
  const library = await Library.ofMany({ clips: CLIPS });
  const { page } = await openStudio({ library });
  const grid = clipGrid(page);
  await page.getByText("10,000 clips").waitFor();
  // Rows outside the view are not rendered.
  expect(await grid.getByRole("row").count()).toBeLessThan(100);
  await grid.focus();
  await page.keyboard.press("End");
  // Folders have rows too, so the number of rows is larger than that of clips.
  const last = grid.locator(`[aria-rowindex="${await grid.getAttribute("aria-rowcount")}"]`);
  await last.and(page.locator("[aria-selected=true]")).waitFor();
  await typeQuery(page, '!clip("nothing")');
  await querySummary(page)
    .getByText(/10,000 clips/)
    .waitFor();
});

it("shows the progress of an edit of ten thousand clips, and answers queries meanwhile", {
  timeout: 300_000,
}, async () => {
  const library = await Library.ofMany({ clips: CLIPS });
  const { page } = await openStudio({ library });
  await typeQuery(page, '!clip("nothing")');
  const panel = await openPanel(page, "Query");
  await panel.getByRole("combobox", { name: /tag/i }).fill("Review.All");
  const shown = await recordTexts(page);
  await panel.getByRole("button", { name: /^apply/i }).click();
  await typeQuery(page, "Gait.T00");
  await querySummary(page)
    .getByText(/5,000 clips/)
    .waitFor();
  await page.getByText(/Review\.All: applied to 10,000 clips/).waitFor({ timeout: 120_000 });
  await eventually(async () => {
    const texts = await shown();
    expect(texts.some((text) => text.includes("Tagging 10,000 clips"))).toBe(true);
    expect(texts.some((text) => text.includes("Saving 10,000 files"))).toBe(true);
  });
  expect(await library.ranges("take_00/walk_00000.bvh", "Review.All")).toEqual(["[0,90)"]);
});
