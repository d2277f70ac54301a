import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { leaveFields, openClip } from "./parts";
import { compare } from "./pixels";

it("draws the skeleton, another pose on another frame", async () => {
  const { page } = await openStudio({ reducedMotion: "reduce" });
  await openClip(page, "deepmimic/backflip.txt");
  await leaveFields(page);
  const canvas = page.getByRole("main").locator("canvas").first();
  const first = await canvas.screenshot();
  await eventually(async () => {
    const look = await compare(page, await canvas.screenshot(), first);
    // A floor, its grid, bones and their edges; an empty view has a handful.
    expect(look.colours).toBeGreaterThan(64);
  });
  const early = await canvas.screenshot();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press("ArrowRight");
  await eventually(async () => {
    const look = await compare(page, early, await canvas.screenshot());
    expect(look.differing).toBeGreaterThan(0.002);
  });
});
