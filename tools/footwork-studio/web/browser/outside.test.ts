import { expect, it } from "vitest";
import { openStudio } from "./harness";
import { Library } from "./library";
import { labelTable, leaveFields, openClip, openPanel, saved } from "./parts";

const CLIP = "deepmimic/dance.txt";
const TAG = "Style.Combat";
const KEY = "2";

it("shows what git does to sidecars while the studio is open", async () => {
  const library = await Library.ofSamples();
  await library.git("init", "--quiet");
  await library.git("add", ".");
  await library.git("commit", "--quiet", "--message", "Samples");
  const { page } = await openStudio({ library });
  await openClip(page, CLIP);
  await leaveFields(page);
  await page.keyboard.press(KEY);
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
