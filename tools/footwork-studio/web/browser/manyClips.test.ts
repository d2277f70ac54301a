import { expect, it } from "vitest";
import { openStudio } from "./harness";
import { Library } from "./library";
import { clipGrid, querySummary, typeQuery } from "./parts";

const CLIPS = 10_000;

it("lists ten thousand clips, scrolls to the last one and opens it", {
  timeout: 300_000,
}, async () => {
  const library = await Library.ofMany({ clips: CLIPS });
  const { page } = await openStudio({ library });
  const grid = clipGrid(page);
  await page.getByText("10,000 clips").waitFor();
  // Rows that are not in sight are not made.
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
