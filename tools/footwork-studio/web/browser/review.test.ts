import { violations } from "footwork-page/browser/axe";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { leaveFields, opened, openPanel, saved } from "./parts";

const RUN = "deepmimic/run.txt";
const WALK = "deepmimic/walk.txt";

it("lists faults, goes to their frames, and fixes them in one undo step", async () => {
  const library = await Library.ofSamples();
  await library.replace(`${WALK}.tags`, "tag Source", "tag Odd.One 0 9\ntag Source");
  // A gap of one frame, a tag outside the vocabulary, and two tags that exclude each other.
  await library.replace(`${RUN}.tags`, "tag Loop 0 25", "tag Loop 0 12\ntag Loop 13 25");
  await library.replace(`${WALK}.tags`, /^tag Loop .*$/m, "tag Loop 0 12\ntag Loop 13 39");
  const { page } = await openStudio({ library });
  const before = await library.files();
  await page.getByRole("button", { name: /findings?$/ }).click();
  const panel = page.getByRole("tabpanel", { name: "Review" });
  const list = panel.getByRole("list", { name: "Findings" });
  const gap = list.getByRole("listitem").filter({ hasText: "Loop has a gap of only 1 frame" });
  await eventually(async () => expect(await gap.count()).toBe(2));
  expect(await violations(page)).toEqual([]);
  await gap.first().getByRole("button").first().click();
  await opened(page, RUN);
  await eventually(async () => expect(new URL(page.url()).searchParams.get("frame")).toBe("12"));

  await gap
    .first()
    .getByRole("button", { name: /^Fill the gap/ })
    .click();
  await saved(page);
  expect(await library.ranges(RUN, "Loop")).toEqual(["[0,25)"]);
  await eventually(async () => expect(await gap.count()).toBe(1));
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));

  await eventually(async () => expect(await gap.count()).toBe(2));
  await panel.getByRole("button", { name: "Declare Odd.One" }).click();
  await eventually(async () =>
    expect(await library.text("footwork.toml")).toContain('[tags."Odd.One"]'),
  );
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
  await panel.getByRole("button", { name: "Fix all 2" }).click();
  await eventually(async () => expect(await library.ranges(WALK, "Loop")).toEqual(["[0,39)"]));
  expect(await library.ranges(RUN, "Loop")).toEqual(["[0,25)"]);
  await eventually(async () => expect(await gap.count()).toBe(0));
  await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
  await eventually(async () => expect(await library.files()).toEqual(before));
});

it("shows the changes that rules would make, and accepts them clip by clip", async () => {
  const { page, library } = await openStudio();
  const before = await library.files();
  const panel = await openPanel(page, "Review");
  await panel.getByRole("button", { name: /^Rules/ }).click();
  const list = panel.getByRole("list", { name: "What the rules would change" });
  const clip = "cmu/playground_climb_down_01.bvh";
  const accept = list.getByRole("button", { name: `Accept in ${clip}` });
  await accept.waitFor();
  await list.getByText("Auto.Idle").first().waitFor();
  expect(await violations(page)).toEqual([]);
  await accept.click();
  await saved(page);
  const tagged = () => library.ranges(clip, "Auto.Idle");
  await eventually(async () => expect(await tagged()).not.toEqual([]));
  expect(await library.text(`${clip}.tags`)).toMatch(/^tag Auto\.Idle \d+ \d+ rule$/m);
  const changed = [...(await library.files())].filter(
    ([name, bytes]) => before.get(name) !== bytes,
  );
  expect(changed.map(([name]) => name)).toEqual([`${clip}.tags`]);
  // The other changes are still proposed.
  await eventually(async () => expect(await accept.count()).toBe(0));
  await panel.getByRole("button", { name: /^Accept in all/ }).click();
  await panel.getByText(/nothing to change/).waitFor();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
});

it("offers to keep either of two tags that exclude each other", async () => {
  const library = await Library.ofSamples();
  await library.replace(`${WALK}.tags`, /^tag Gait\.Walk .*$/m, "tag Gait.Run 10 30\n$&");
  const { page } = await openStudio({ library });
  const before = await library.files();
  const panel = await openPanel(page, "Review");
  const list = panel.getByRole("list", { name: "Findings" });
  const one = list.getByRole("listitem").filter({ hasText: "exclude each other" });
  await one.getByRole("button", { name: /^Keep Gait\.Run: / }).click();
  await saved(page);
  await eventually(async () =>
    expect(await library.ranges(WALK, "Gait.Walk")).toEqual(["[0,10)", "[30,39)"]),
  );
  await leaveFields(page);
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
  await one.getByRole("button", { name: /^Keep Gait\.Walk: / }).click();
  await eventually(async () => expect(await library.ranges(WALK, "Gait.Run")).toEqual([]));
  expect(await library.ranges(WALK, "Gait.Walk")).toEqual(["[0,39)"]);
});
