import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { clipGrid, clipRow, querySummary, saved, typeQuery } from "./parts";

const CLIP = "cmu/playground_climb_up_01.bvh";

/** Returns the visible columns whose heading and cells neither start nor end at the same place. */
const shifted = (page: Page) =>
  clipGrid(page).evaluate((grid) => {
    const boxes = (row: Element | null) =>
      [...(row?.children ?? [])].flatMap((cell) => {
        const { left, right, width } = cell.getBoundingClientRect();
        return width > 0 ? [{ name: cell.className.split(" ")[0] ?? "", left, right }] : [];
      });
    const row = grid.querySelector(".clip-row:not(.folder-row)");
    const heads = boxes(grid.querySelector(".clip-head"));
    const cells = boxes(row);
    if (heads.length < 5 || heads.length !== cells.length) return ["other columns"];
    return cells.flatMap(({ name, left, right }, at) => {
      const head = heads[at];
      const isBelow =
        head?.name === name && Math.abs(head.left - left) < 1 && Math.abs(head.right - right) < 1;
      return isBelow ? [] : [name];
    });
  });

it("shows twelve clips of one line each, aligned with the headings, in a window 1280 pixels wide", async () => {
  const { page } = await openStudio({ clip: CLIP });
  const grid = clipGrid(page);
  await grid.focus();
  await page.keyboard.press("Home");
  const seen = () =>
    grid.evaluate((grid) => {
      const { top, bottom } = grid.getBoundingClientRect();
      const head = grid.querySelector(".clip-head")?.getBoundingClientRect().bottom ?? top;
      const rows = [...grid.querySelectorAll(".clip-row:not(.folder-row)")];
      const boxes = rows.map((row) => row.getBoundingClientRect());
      return {
        whole: boxes.filter((box) => box.top >= head - 1 && box.bottom <= bottom + 1).length,
        height: Math.max(...boxes.map(({ height }) => height)),
      };
    });
  await eventually(async () => expect((await seen()).whole).toBeGreaterThanOrEqual(12));
  expect((await seen()).height).toBeLessThan(28);
  expect(await shifted(page)).toEqual([]);
  // While a query has matches, the column of matches replaces that of tags.
  await typeQuery(page, "Phase.Airborne");
  await querySummary(page)
    .getByText(/9 clips/)
    .waitFor();
  await clipGrid(page).locator(".clip-match").first().waitFor();
  expect(await shifted(page)).toEqual([]);
  // A wide list has room for all columns.
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.evaluate(() =>
    document.querySelector<HTMLElement>(".app")?.style.setProperty("--clips", "560px"),
  );
  await clipGrid(page).getByRole("columnheader", { name: "Events" }).waitFor();
  expect(await shifted(page)).toEqual([]);
});

it("cuts the parts that all names share, and fills the bar only with finished clips", async () => {
  const { page } = await openStudio({ clip: CLIP });
  const base = clipRow(page, CLIP).locator(".clip-base");
  await eventually(async () => expect(await base.textContent()).toMatch(/^…climb_up_01/));
  await clipGrid(page).getByRole("columnheader", { name: "Length" }).getByRole("button").click();
  await eventually(async () => expect(await base.textContent()).toMatch(/^…climb_up_01/));
  expect(await clipRow(page, CLIP).locator(".clip-folder").textContent()).toBe("cmu/");

  const filled = () =>
    page
      .locator(".progress-bar > i")
      .evaluateAll((all) => all.reduce((sum, it) => sum + it.getBoundingClientRect().width, 0));
  await page.locator(".library-progress").getByText("0 / 22 done").waitFor();
  expect(await filled()).toBe(0);
  await page.keyboard.press("Control+Enter");
  await saved(page);
  await page.locator(".library-progress").getByText("1 / 22 done").waitFor();
  expect(await filled()).toBeGreaterThan(0);
});
