import { violations } from "footwork-page/browser/axe";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import type { Library } from "./library";
import { clipGrid, clipRow, leaveFields, opened, saved } from "./parts";

const RUN = "deepmimic/run.txt";
const states = async (library: Library) =>
  [...(await library.files())]
    .filter(([, bytes]) => /^state /m.test(Buffer.from(bytes, "base64").toString()))
    .map(([name]) => name);

it("shows foldable folders, shortened names, and the places of tags", async () => {
  const { page } = await openStudio({ clip: RUN });
  const grid = clipGrid(page);
  const folder = (name: string) => grid.locator(".folder-row").filter({ hasText: name });
  await grid.focus();
  await page.keyboard.press("Home");
  await clipRow(page, "cmu/playground_climb_down_01.bvh")
    .getByText("…climb_down_01", { exact: false })
    .first()
    .waitFor({ state: "attached" });
  await clipRow(page, "cmu/playground_climb_up_01.bvh")
    .locator(".tag-strip path")
    .first()
    .waitFor({ state: "attached" });
  // Fold a folder by keys. Opening one of its clips in another way unfolds it.
  await page.keyboard.press("ArrowLeft");
  await eventually(async () => expect(await grid.getAttribute("aria-rowcount")).toBe("17"));
  await folder("cmu").getByRole("button", { expanded: false }).waitFor();
  await page.keyboard.press("ArrowRight");
  await eventually(async () => expect(await grid.getAttribute("aria-rowcount")).toBe("25"));
  await folder("cmu").click();
  await leaveFields(page);
  for (let up = 0; up < 10; up += 1) await page.keyboard.press("PageUp");
  await opened(page, "cmu/playground_turn_right_jump_01.bvh");
  // The list has no folders if it is sorted by another column.
  await grid.getByRole("columnheader", { name: "Length" }).getByRole("button").click();
  await eventually(async () => expect(await grid.getAttribute("aria-rowcount")).toBe("23"));
  await page.getByRole("button", { name: "Folders" }).click();
  await eventually(async () => expect(await grid.getAttribute("aria-rowcount")).toBe("25"));
});

it("edits all selected clips, and each edit is one undo step", async () => {
  const { page, library } = await openStudio({ clip: RUN });
  const before = await library.files();
  await clipRow(page, "deepmimic/walk.txt").click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Selected clips" });
  await bar.getByText("5 clips selected").waitFor();
  await clipRow(page, "deepmimic/turn_left.txt").click({ modifiers: ["Control"] });
  await bar.getByText("4 clips selected").waitFor();
  expect(await violations(page)).toEqual([]);
  await bar.getByLabel("State of the selected clips").selectOption("Done");
  await saved(page);
  await eventually(async () =>
    expect(await states(library)).toEqual([
      "deepmimic/run.txt.tags",
      "deepmimic/spinkick.txt.tags",
      "deepmimic/turn_right.txt.tags",
      "deepmimic/walk.txt.tags",
    ]),
  );
  await bar.getByLabel("Tag for the selected clips").fill("Mood.Happy");
  await bar.getByRole("button", { name: "Add", exact: true }).click();
  await saved(page);
  expect(await library.ranges(RUN, "Mood.Happy")).toEqual(["[0,25)"]);
  expect(await library.ranges("deepmimic/walk.txt", "Mood.Happy")).toEqual(["[0,39)"]);
  const remove = bar.getByRole("button", { name: "Remove", exact: true });
  await eventually(async () => expect(await remove.isEnabled()).toBe(true));
  await remove.click();
  await eventually(async () => expect(await library.ranges(RUN, "Mood.Happy")).toEqual([]));
  await leaveFields(page);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
  // Select by keys: first the clips above, then no clip.
  await clipGrid(page).focus();
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "hidden" });
  await page.keyboard.press("Shift+ArrowUp");
  await bar.getByText("2 clips selected").waitFor();
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "hidden" });
});
