import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { openPanel, saved, typeQuery } from "./parts";

it("renames and removes a saved query, and undoes both", async () => {
  const { page, library } = await openStudio();
  const before = (await library.text("footwork.toml")) ?? "";
  const file = () => library.text("footwork.toml");
  const name = "run-straight";
  const panel = await openPanel(page, "Query");
  await panel.getByRole("button", { name: `Rename ${name}`, exact: true }).click();
  await page.keyboard.type('an <img src="x"> other');
  await page.keyboard.press("Enter");
  const remove = panel.getByRole("button", { name: 'Remove an <img src="x"> other', exact: true });
  await remove.waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await eventually(async () => expect(await focused()).toContain('an <img src="x"> other'));
  expect(await file()).toContain("'an <img src=\"x\"> other' = ");
  // Without the mouse, by keys.
  await page.keyboard.press("F2");
  await page.keyboard.press("Escape");
  // A held key removes only one query, even though the next query then has the focus.
  await page.keyboard.down("Delete");
  await eventually(async () => expect(await file()).not.toContain("<img"));
  await eventually(async () => expect(await focused()).toContain("hands-no-flight"));
  await page.keyboard.down("Delete");
  await page.keyboard.up("Delete");
  expect(await file()).not.toContain(`${name} = `);
  await page.keyboard.press("Control+z");
  await remove.waitFor();
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await file()).toBe(before));
});

it("replaces a saved query with the one in the box", async () => {
  const { page, library } = await openStudio();
  await typeQuery(page, "Gait.Walk");
  await page.keyboard.press("Escape");
  const panel = await openPanel(page, "Query");
  await panel.getByLabel("Save the query").fill("run-straight");
  await panel.getByRole("button", { name: "Replace", exact: true }).click();
  await eventually(async () =>
    expect(await library.text("footwork.toml")).toContain('\nrun-straight = "Gait.Walk"\n'),
  );
});

it("adds a new tag to the vocabulary, with a colour and a key", async () => {
  const { page, library } = await openStudio();
  await page.getByRole("button", { name: "+ Lane" }).click();
  await page.keyboard.type("Mood.Happy");
  await page.getByRole("option", { name: /new tag/ }).click();
  await page.getByRole("button", { name: "+ Vocabulary" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Mood.Happy to the vocabulary" });
  await dialog.getByLabel("Colour").fill("#00aa55");
  await dialog.getByLabel("Key").fill("w");
  await dialog.getByText("W is already used by Gait.Walk.").waitFor();
  await dialog.getByLabel("Key").fill("F2");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  // After the dialog closes, keys go to the studio, and Tab continues from the timeline.
  const timeline = page.getByRole("region", { name: "Timeline" });
  await eventually(async () =>
    expect(await timeline.evaluate((it) => it.matches(":focus"))).toBe(true),
  );
  await saved(page);
  const entry = '\n[tags."Mood.Happy"]\ncolour = "#00aa55"\nkey = "F2"\n';
  expect(await library.text("footwork.toml")).toContain(entry);
  await eventually(async () =>
    expect(await page.getByRole("button", { name: "+ Vocabulary" }).count()).toBe(0),
  );
});

it("renames a tag in the whole library, as one undo step", async () => {
  const { page, library } = await openStudio({ clip: "deepmimic/run.txt" });
  const before = await library.files();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await timeline.getByTitle("Gait.Run").click();
  await timeline.getByRole("button", { name: "Rename" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename Gait.Run in the whole library" });
  await dialog.getByLabel("Name").fill("Gait.Sprint");
  await page.keyboard.press("Enter");
  const notice = page.locator(".notice").filter({ hasText: "Gait.Run is now Gait.Sprint in" });
  // A saved query that uses the label stays unchanged, and the notice lists it.
  await notice.getByText(/Not renamed in: the query run-straight/).waitFor();
  await timeline.getByTitle("Gait.Sprint").waitFor();
  expect(await library.ranges("deepmimic/run.txt", "Gait.Run")).toEqual([]);
  expect(await library.ranges("deepmimic/run.txt", "Gait.Sprint")).toHaveLength(1);
  expect(await library.text("footwork.toml")).toContain('[tags."Gait.Sprint"]');
  await notice.getByRole("button", { name: "Undo" }).click();
  await eventually(async () => expect(await library.files()).toEqual(before));
});
