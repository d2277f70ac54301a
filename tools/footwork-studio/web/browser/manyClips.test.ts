import { expect, it } from "vitest";
import { openStudio } from "./harness";
import { Library } from "./library";
import { clipGrid, openPanel, querySummary, typeQuery } from "./parts";

const CLIPS = 10_000;

it("lists ten thousand clips, scrolls to the last one and opens it", {
  timeout: 300_000,
}, async () => {
  const library = await Library.ofMany({ clips: CLIPS });
  const { page } = await openStudio({ library });
  const grid = clipGrid(page);
  await page.getByText("10,000 clips").waitFor();
  // Rows out of sight are not rendered.
  expect(await grid.getByRole("row").count()).toBeLessThan(100);
  await grid.focus();
  await page.keyboard.press("End");
  const last = grid.locator(`[aria-rowindex="${CLIPS + 1}"]`);
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
  await panel.getByRole("button", { name: /^apply/i }).click();
  await page
    .getByRole("status")
    .getByText(/^Saving 10,000 files/)
    .waitFor();
  await panel.getByText("Tagging 10,000 clips").waitFor();
  await typeQuery(page, "Gait.T00");
  await querySummary(page)
    .getByText(/5,000 clips/)
    .waitFor();
  await page.getByText(/Review\.All: applied to 10,000 clips/).waitFor({ timeout: 120_000 });
  expect(await library.ranges("take_00/walk_00000.bvh", "Review.All")).toEqual(["[0,90)"]);
});
