import { violations } from "footwork-page/browser/axe";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { clipRow, leaveFields, opened, openPanel, saved } from "./parts";

const RUN = "deepmimic/run.txt";
const line = async (library: Library, clip: string) =>
  (await library.text(`${clip}.tags`))?.split("\n").find((line) => line.startsWith("state "));

it("shows who marked a clip as done, and opens the next unfinished clip", async () => {
  const { page, library } = await openStudio({ clip: RUN });
  const before = await library.files();
  const panel = await openPanel(page, "Clip");
  await panel.getByRole("radio", { name: "In progress", checked: true }).waitFor();
  await panel.getByLabel("Sign as").fill('Ann "x" <b>');
  // Without the mouse: the arrow keys choose the next state.
  await panel.getByRole("radio", { name: "In progress" }).focus();
  await page.keyboard.press("ArrowRight");
  await saved(page);
  const day = await page.evaluate(() => new Date().toLocaleDateString("sv"));
  expect(await line(library, RUN)).toBe(`state done by "Ann \\"x\\" <b>" on ${day}`);
  await panel.getByText('Done by Ann "x" <b> on').waitFor();
  await clipRow(page, RUN).getByRole("gridcell", { name: "Done" }).waitFor();
  await page.getByLabel(/1 of 22 clips finished/).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));

  // Mark the clip as done and open the next unfinished clip.
  await leaveFields(page);
  await page.keyboard.press("Control+Enter");
  await opened(page, "deepmimic/spinkick.txt");
  await page.keyboard.press("Alt+PageUp");
  await opened(page, "deepmimic/roll.txt");
  await page.keyboard.press("Alt+PageDown");
  await opened(page, "deepmimic/spinkick.txt");
  expect(await line(library, RUN)).toMatch(/^state done by/);
});

it("shows the notes of a clip, and edits them", async () => {
  const { page, library } = await openStudio({ clip: RUN });
  const before = await library.files();
  const panel = await openPanel(page, "Clip");
  const first = panel.getByLabel("Note 1", { exact: true });
  await eventually(async () => expect(await first.inputValue()).toMatch(/^The soles sink/));
  await first.fill("Soles <i>sink</i>");
  await page.keyboard.press("Control+Enter");
  await panel.getByLabel("New note").fill("Second");
  await first.focus();
  await panel.getByLabel("Note 2", { exact: true }).waitFor();
  await saved(page);
  const notes = async () =>
    (await library.text(`${RUN}.tags`))?.split("\n").filter((line) => line.startsWith("note "));
  expect(await notes()).toEqual(['note "Soles <i>sink</i>"', 'note "Second"']);
  await panel.getByRole("button", { name: "Remove note 1" }).click();
  await eventually(async () => expect(await notes()).toEqual(['note "Second"']));
  await leaveFields(page);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
  await eventually(async () => expect(await first.inputValue()).toMatch(/^The soles sink/));
});
