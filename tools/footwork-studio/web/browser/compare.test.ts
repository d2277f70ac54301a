import { violations } from "footwork-page/browser/axe";
import { expect, it, onTestFinished } from "vitest";
import { eventually, openStudio, settled } from "./harness";
import { Library } from "./library";
import { leaveFields, opened, openPanel, saved } from "./parts";

const RUN = "deepmimic/run.txt";

it("compares with a second labeller side by side, and adjudicates", async () => {
  const [library, compare] = [await Library.ofSamples(), await Library.ofSamples()];
  // Gait.Run covers 25 frames of ours and 10 of theirs. One tag is only theirs.
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
  // Tags with the worst agreement come first.
  const rows = panel.getByRole("table").getByRole("row");
  expect(await rows.nth(1).innerText()).toMatch(/Gait\.Run\s+40 %\s+0\.\d\d/);
  // The timeline has two lanes for a compared tag, ours and theirs.
  const time = page.getByRole("region", { name: "Timeline" });
  await time.locator(".lane-second").first().waitFor();
  expect(await violations(page)).toEqual([]);

  // Choose theirs with the button.
  await list.getByRole("button", { name: /^Take theirs: Loop/ }).click();
  await saved(page);
  expect(await library.ranges(RUN, "Loop")).toEqual(["[3,25)"]);
  await eventually(async () => expect(await list.getByText("Loop").count()).toBe(0));
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
  await list.getByText("Loop").waitFor();

  // Keep ours by a key. The decision is stored as text in the library, and can be undone like other edits.
  await leaveFields(page);
  await page.keyboard.press("Home");
  await page.keyboard.press("F7");
  const line = "kept Gait.Run ours 0 25 theirs 0 10\n";
  await eventually(async () => expect(await library.text(`${RUN}.tags`)).toContain(line));
  await eventually(async () => expect(await list.getByRole("listitem").count()).toBe(3));
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
  await eventually(async () => expect(await list.getByRole("listitem").count()).toBe(4));
  await page.keyboard.press("F7");
  await saved(page);
  await eventually(async () => expect(await list.getByRole("listitem").count()).toBe(3));
  await page.keyboard.press("F6");
  await eventually(async () => expect(new URL(page.url()).searchParams.get("frame")).toBe("12"));
  // Gait.Walk excludes Gait.Run, so taking theirs gives it the frames.
  await page.keyboard.press("F8");
  await eventually(async () => expect(await library.ranges(RUN, "Gait.Walk")).toEqual(["[12,20)"]));
  expect(await library.ranges(RUN, "Gait.Run")).toEqual(["[0,12)", "[20,25)"]);
  await opened(page, RUN);
  expect(await compare.files()).toEqual(theirs);
});

it("does not ask again about a kept difference, even after a merge or in another browser", async () => {
  const [library, compare] = [await Library.ofSamples(), await Library.ofSamples()];
  await compare.replace(`${RUN}.tags`, "tag Gait.Run 0 25", "tag Gait.Run 0 10");
  await compare.replace(`${RUN}.tags`, "tag Phase.Airborne 6 11", "tag Phase.Airborne 5 11");
  await compare.replace(`${RUN}.tags`, "tag Loop 0 25", "tag Loop 3 25");
  // On her branch, Ann keeps ours in two differences. We decide one of them in the same way, and the other not at all.
  await library.tracked();
  await library.git("checkout", "-q", "-b", "ann");
  const text = await library.text(`${RUN}.tags`);
  const hers = "kept Loop ours 0 25 theirs 3 25\nkept Phase.Airborne ours 6 11 theirs 5 11\n";
  await library.write(`${RUN}.tags`, `${text}${hers}`);
  await library.git("commit", "-q", "-a", "-m", "kept by Ann");
  await library.git("checkout", "-q", "-");

  const { page, server } = await openStudio({ library, compare, clip: RUN });
  await openPanel(page, "Review");
  await page.getByRole("button", { name: /^Compare/ }).click();
  const list = page.getByRole("list", { name: "Differences" });
  // The list shows the clip, and its three differences.
  const rows = (count: number) =>
    eventually(async () => expect(await list.getByRole("listitem").count()).toBe(count));
  await rows(4);
  for (const [label, left] of [
    ["Gait.Run, 0 – 25", 3],
    ["Loop, 0 – 25", 2],
  ] as const) {
    await list.getByRole("button", { name: `Keep ours: ${label}` }).click();
    await saved(page);
    await rows(left);
  }
  await library.git("commit", "-q", "-a", "-m", "kept by us");
  await library.git("merge", "-q", "--no-edit", "ann");
  expect(await library.text(`${RUN}.tags`)).toBe(
    `${text}kept Gait.Run ours 0 25 theirs 0 10\n${hers}`,
  );
  await page.getByText("No difference is left to decide.").waitFor();

  const other = await page.context().browser()?.newContext();
  if (!other) throw new Error("there is no browser");
  onTestFinished(() => other.close());
  const fresh = await other.newPage();
  await fresh.goto(server.url);
  await settled(fresh);
  await openPanel(fresh, "Review");
  await fresh.getByRole("button", { name: /^Compare/ }).click();
  await fresh.getByText("No difference is left to decide.").waitFor();
});
