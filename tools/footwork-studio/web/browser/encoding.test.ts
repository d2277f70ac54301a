import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { openClip, openPanel } from "./parts";
import { compare } from "./pixels";

it("draws an event as curves, and redraws them for another window", async () => {
  const { page } = await openStudio({ reducedMotion: "reduce" });
  await openClip(page, "deepmimic/run.txt");
  const panel = await openPanel(page, "Encoding");
  const event = panel.getByRole("combobox", { name: /event/i });
  await event.selectOption("Foot.Left");
  const canvas = panel.locator("canvas").first();
  await canvas.waitFor();
  const blank = await canvas.screenshot();
  await eventually(async () =>
    expect((await compare(page, await canvas.screenshot(), blank)).colours).toBeGreaterThan(8),
  );
  const before = await panel.screenshot();
  const window = panel.getByRole("slider", { name: /window|W/ }).first();
  await window.focus();
  for (let step = 0; step < 8; step += 1) await page.keyboard.press("ArrowRight");
  await eventually(async () =>
    expect((await compare(page, before, await panel.screenshot())).differing).toBeGreaterThan(
      0.001,
    ),
  );
});
