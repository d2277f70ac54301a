import { expect, it } from "vitest";
import { violations } from "./axe";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { leaveFields, opened, openPanel, saved } from "./parts";

const RUN = "deepmimic/run.txt";

it("compares with a second labeller side by side, and adjudicates", async () => {
  const [library, compare] = [await Library.ofSamples(), await Library.ofSamples()];
  // Of 25 frames: both 10, only ours 15 of Gait.Run; a tag of theirs alone.
  await compare.replace(
    `${RUN}.tags`,
    "tag Gait.Run 0 25",
    "tag Gait.Run 0 10\ntag Gait.Walk 12 20",
  );
  await compare.replace(`${RUN}.tags`, "tag Loop 0 25", "tag Loop 3 25");
  const { page } = await openStudio({ library, compare, clip: RUN });
  const before = await library.files();
  const theirs = await compare.files();
  const panel = await openPanel(page, "Review");
  await panel.getByRole("button", { name: /^Compare/ }).click();
  const list = panel.getByRole("list", { name: "Differences" });
  await list.getByText("Gait.Run").waitFor();
  // The tags that they agree on least come first.
  const rows = panel.getByRole("table").getByRole("row");
  expect(await rows.nth(1).innerText()).toMatch(/Gait\.Run\s+40 %\s+0\.\d\d/);
  // Both lanes of a tag.
  const time = page.getByRole("region", { name: "Timeline" });
  await time.locator(".lane-second").first().waitFor();
  expect(await violations(page)).toEqual([]);

  // Theirs: by button.
  await list.getByRole("button", { name: /^Take theirs: Loop/ }).click();
  await saved(page);
  expect(await library.ranges(RUN, "Loop")).toEqual(["[3,25)"]);
  await eventually(async () => expect(await list.getByText("Loop").count()).toBe(0));
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
  await list.getByText("Loop").waitFor();

  // By keys: to the next difference, and ours is kept.
  await leaveFields(page);
  await page.keyboard.press("Home");
  await page.keyboard.press("F7");
  await eventually(async () => expect(await list.getByRole("listitem").count()).toBe(3));
  await page.keyboard.press("F6");
  await eventually(async () => expect(new URL(page.url()).searchParams.get("frame")).toBe("12"));
  // Gait.Walk excludes Gait.Run: taking theirs gives it the frames.
  await page.keyboard.press("F8");
  await saved(page);
  expect(await library.ranges(RUN, "Gait.Walk")).toEqual(["[12,20)"]);
  expect(await library.ranges(RUN, "Gait.Run")).toEqual(["[0,12)", "[20,25)"]);
  await opened(page, RUN);
  expect(await compare.files()).toEqual(theirs);
});
