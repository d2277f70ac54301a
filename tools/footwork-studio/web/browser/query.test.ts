import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { clipGrid, openPanel, queryBox, querySummary, saved, typeQuery } from "./parts";

it("shows the matches of a query while it is typed", async () => {
  const { page } = await openStudio();
  await typeQuery(page, "then(Phase.Takeoff, Phase.Land, 0.4s)");
  // `footwork query samples` gives the same counts.
  await querySummary(page)
    .getByText(/5 clips/)
    .waitFor();
  await querySummary(page)
    .getByText(/9 ranges/)
    .waitFor();
  await page.getByRole("button", { name: "Matches" }).click();
  // The rows also include the column names and the folders, which do not count.
  const clips = clipGrid(page).locator(".clip-row:not(.folder-row)");
  await eventually(async () => expect(await clips.count()).toBe(5));
});

it("underlines a mistake, and suggests a fix", async () => {
  const { page } = await openStudio();
  await typeQuery(page, "Gait.Walk & Gait.Rnu | Phase");
  const underlined = page.locator(".cm-lintRange-error");
  // While the user types, incomplete names also count as mistakes.
  await eventually(async () =>
    expect(await underlined.evaluateAll((all) => all.map((it) => it.textContent))).toEqual([
      "Gait.Rnu",
    ]),
  );
  await page.getByRole("search").getByRole("button", { name: "Write Gait.Run Alt" }).click();
  expect(await queryBox(page).textContent()).toBe("Gait.Walk & Gait.Run | Phase");
  await underlined.waitFor({ state: "detached" });
});

it("applies a tag to all matches of a query, and undoes it in one step", async () => {
  const { page, library } = await openStudio();
  const before = await library.files();
  await typeQuery(page, "Phase.Airborne");
  const panel = await openPanel(page, "Query");
  await panel
    .getByRole("textbox", { name: /tag/i })
    .or(panel.getByRole("combobox", { name: /tag/i }))
    .fill("Review.Air");
  await panel.getByRole("button", { name: "Apply to 9 clips" }).click();
  await page.getByText(/Review\.Air: applied to 9 clips/).waitFor();
  expect(await library.ranges("deepmimic/jump.txt", "Review.Air")).toEqual(
    await library.ranges("deepmimic/jump.txt", "Phase.Airborne"),
  );
  expect(await library.files()).not.toEqual(before);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^undo/i }).first().click();
  await eventually(async () => expect(await library.files()).toEqual(before));
  await saved(page);
});

it("applies a tag only to matches in listed clips, and says how many clips change", async () => {
  const { page, library } = await openStudio();
  const before = await library.files();
  await typeQuery(page, "Phase.Airborne");
  await page.keyboard.press("Escape");
  const panel = await openPanel(page, "Query");
  const field = panel.getByRole("combobox", { name: /tag/i });
  await field.fill("Review.Air");
  await panel.getByRole("button", { name: "Apply to 9 clips" }).waitFor();
  const filter = page.getByRole("textbox", { name: "Filter clips by name" });
  await filter.fill("cmu jump");
  await panel.getByText("5 more hidden by the list's filter").waitFor();
  const shown = await clipGrid(page)
    .locator(".clip-rows [role=row] [title]")
    .evaluateAll((all) => all.map((it) => it.getAttribute("title")));
  await panel.getByRole("button", { name: "Apply to 4 clips" }).click();
  await page.getByText(/Review\.Air: applied to 4 clips/).waitFor();
  const changed = [...(await library.files())].flatMap(([name, bytes]) =>
    before.get(name) === bytes ? [] : [name.replace(/\.tags$/, "")],
  );
  expect(changed).toHaveLength(4);
  expect(shown).toEqual(expect.arrayContaining(changed));

  // Clips in which all matches already have the tag do not count.
  await filter.fill("");
  await field.fill("Review.Air");
  await panel.getByRole("button", { name: "Apply to 5 clips" }).waitFor();
  await filter.fill("cmu jump");
  await panel.getByRole("button", { name: "Nothing to change" }).waitFor();
  await page.keyboard.press("Control+z");
});
