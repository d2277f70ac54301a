import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { clipRow, opened } from "./parts";

const CLIP = "deepmimic/walk.txt";

it("reopens a clip on the same frame when its file comes back", async () => {
  const { page, library } = await openStudio({ clip: CLIP, mayComplain: /404/ });
  const frame = () => page.getByRole("textbox", { name: "Frame", exact: true }).inputValue();
  for (let step = 0; step < 7; step += 1) await page.keyboard.press("ArrowRight");
  await eventually(async () => expect(await frame()).toBe("7"));
  const path = join(library.root, CLIP);
  await rename(path, `${path}.away`);
  await clipRow(page, CLIP).waitFor({ state: "detached" });
  await rename(`${path}.away`, path);
  await opened(page, CLIP);
  await eventually(async () => expect(await frame()).toBe("7"));
});
