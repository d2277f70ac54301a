import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStudio } from "./harness";
import { Library } from "./library";
import { arm, labelTable, openPanel, saved, saveState } from "./parts";
import { stateOf } from "./server";

const CLIP = "deepmimic/dance.txt";
const TAG = "Style.Combat";
const KEY = "2";
/** Long enough to tag while paused. */
const HELD = { delay: 300 };
const EVENT = "Hand.Right";
const EVENT_KEY = "'";

it("shows changes that git makes to sidecars while the studio is open", async () => {
  const library = await Library.ofSamples();
  await library.git("init", "--quiet");
  await library.git("add", ".");
  await library.git("commit", "--quiet", "--message", "Samples");
  const { page } = await openStudio({ library, clip: CLIP });
  await arm(page);
  await page.keyboard.press(KEY, HELD);
  await saved(page);
  expect(await library.git("status", "--short")).toContain(`${CLIP}.tags`);
  await openPanel(page, "Labels");
  const row = labelTable(page).getByRole("row").filter({ hasText: TAG });
  await row.waitFor();

  await library.git("checkout", "--", ".");
  await page.getByText("Changed on disk").waitFor();
  await row.waitFor({ state: "detached" });
  expect(await library.git("status", "--short")).toBe("");
});

it("keeps edits while the folder is missing, and saves them when it is back", async () => {
  const { page, library } = await openStudio({ mayComplain: /409|503/, clip: CLIP });
  await arm(page);
  const elsewhere = `${library.root}-elsewhere`;
  await rename(library.root, elsewhere);
  await page.getByText("The library cannot be used now.").waitFor();
  await page.keyboard.press(EVENT_KEY);
  await saveState(page).getByText("Not saved: 1").waitFor();
  expect(await library.text(`${CLIP}.tags`)).toBeUndefined();

  await rename(elsewhere, library.root);
  await page.getByText("The library cannot be used now.").waitFor({ state: "detached" });
  await saved(page);
  expect(await library.moments(CLIP, EVENT)).toEqual([0]);
});

it("keeps an edit that the disk rejects, and saves it once the disk accepts it", async () => {
  const library = await Library.ofSamples();
  // With a file in place of the state folder, no user can write a journal, not even root.
  await writeFile(stateOf(library.root), "");
  const { page } = await openStudio({ library, mayComplain: /503/, clip: CLIP });
  await arm(page);
  await page.keyboard.press(EVENT_KEY);
  await page.getByText("1 edit is not on disk").waitFor();
  await page.keyboard.press("Control+z");
  await page.getByText("Undo: not done").waitFor();

  await rm(stateOf(library.root));
  await saved(page);
  expect(await library.moments(CLIP, EVENT)).toEqual([0]);
  await page.getByText("not on disk").waitFor({ state: "detached" });
});
