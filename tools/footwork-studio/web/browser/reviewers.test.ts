import { violations } from "footwork-page/browser/axe";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { clipRow, leaveFields, opened, openPanel, saved } from "./parts";

const WALK = "deepmimic/walk.txt";
const RUN = "deepmimic/run.txt";

it("ignores small differences at edges, and goes to the next difference from any panel", async () => {
  const [library, theirs] = [await Library.ofSamples(), await Library.ofSamples()];
  for (const one of [library, theirs])
    for (const clip of [WALK, RUN]) await one.replace(`${clip}.tags`, /^(tag|event) .*\n/gm, "");
  await library.replace(`${WALK}.tags`, /$/, "tag Gait.Walk 10 30\n");
  await theirs.replace(`${WALK}.tags`, /$/, "tag Gait.Walk 12 30\n");
  await library.replace(`${RUN}.tags`, /$/, "tag Gait.Run 5 20\n");
  await theirs.replace(`${RUN}.tags`, /$/, "tag Gait.Run 5 12\n");
  const { page } = await openStudio({ library, compare: theirs, clip: WALK });
  const at = (clip: string, frame: string) =>
    eventually(() => {
      const { searchParams } = new URL(page.url());
      expect([searchParams.get("clip"), searchParams.get("frame")]).toEqual([clip, frame]);
    });
  await page.keyboard.press("Alt+2");
  await page.keyboard.press("F6");
  await at(WALK, "10");
  const panel = await openPanel(page, "Review");
  await panel.getByRole("button", { name: /^Compare/ }).click();
  const list = panel.getByRole("list", { name: "Differences" });
  const count = () => list.getByRole("button", { name: /^Keep ours/ }).count();
  await eventually(async () => expect(await count()).toBe(2));
  await panel.getByRole("spinbutton", { name: /Ignore edges up to/ }).fill("2");
  await eventually(async () => expect(await count()).toBe(1));
  await leaveFields(page);
  await page.keyboard.press("F6");
  await at(RUN, "5");
  expect(await violations(page)).toEqual([]);
});

it("queues done clips for their reviewers, and opens the next clip after each review", async () => {
  const { page, library } = await openStudio({
    clip: RUN,
    before: async (page) => {
      await page.addInitScript(() =>
        localStorage.setItem("footwork.preferences", JSON.stringify({ name: "Ben" })),
      );
    },
  });
  // Assign two done clips to Ben.
  await clipRow(page, WALK).click({ modifiers: ["Control"] });
  const bar = page.getByRole("region", { name: "Selected clips" });
  await bar.getByLabel("State of the selected clips").selectOption("Done");
  await saved(page);
  await bar.getByLabel("Person to assign the selected clips to").fill("Ben");
  await bar.getByRole("button", { name: "Assign" }).click();
  await eventually(async () =>
    expect(await library.text(`${WALK}.tags`)).toMatch(/^state done by "Ben" on .* for "Ben"$/m),
  );
  const panel = await openPanel(page, "Review");
  await panel.getByRole("button", { name: /^Queue/ }).click();
  await panel.getByRole("button", { name: "For me" }).click();
  const queue = panel.getByRole("list", { name: "Clips to review" });
  await eventually(async () => expect(await queue.getByRole("listitem").count()).toBe(2));
  expect(await violations(page)).toEqual([]);
  await queue.getByRole("button").filter({ hasText: "run.txt" }).click();
  await opened(page, RUN);
  await panel.getByRole("button", { name: "Reviewed, next" }).click();
  await opened(page, WALK);
  await saved(page);
  expect(await library.text(`${RUN}.tags`)).toMatch(/^state reviewed by "Ben" on \S+$/m);
  await eventually(async () => expect(await queue.getByRole("listitem").count()).toBe(1));
});
