import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { labelTable, openClip, openPanel, saved } from "./parts";

const FROM = "cmu/playground_jump_turn_left_01.bvh";
const TO = "deepmimic/kick.txt";
const DATA = '{"surface": "grass", "by": "ö < \\"x\\""}';

it("pastes an event with its data, and undoes it", async () => {
  const library = await Library.ofSamples();
  const text = (await library.text(`${FROM}.tags`)) ?? "";
  const file = join(library.root, `${FROM}.tags`);
  await writeFile(file, text.replace("event Foot.Left 77\n", `event Foot.Left 7.5 data ${DATA}\n`));
  const { page } = await openStudio({ library });
  await openClip(page, FROM);
  await openPanel(page, "Labels");
  await labelTable(page).getByRole("row").filter({ hasText: "7.5" }).first().click();
  await page.keyboard.press("Control+c");
  await openClip(page, TO);
  const before = await library.text(`${TO}.tags`);
  await labelTable(page).getByRole("row").nth(1).click();
  await page.keyboard.press("Control+v");
  await eventually(async () =>
    expect(await library.text(`${TO}.tags`)).toContain(`\nevent Foot.Left 7.5 data ${DATA}\n`),
  );
  await saved(page);
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.text(`${TO}.tags`)).toBe(before));
});
