import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually, openStudio, settled } from "./harness";
import { arm, openClip, opened, saved } from "./parts";

const CLIP = "cmu/playground_jump_turn_left_01.bvh";
const OTHER = "deepmimic/backflip.txt";

/** The full names of the lanes, from top to bottom. */
const lanes = (page: Page) =>
  page
    .locator(".lane-label")
    .evaluateAll((all) => all.map((it) => it.getAttribute("title")?.split(":")[0] ?? ""));
const keys = (page: Page) =>
  page.locator(".tagging-key span").evaluateAll((all) => all.map((it) => it.textContent));

it("keeps lanes and keys in the order of the vocabulary: while tagging, in the next clip, after a reload", async () => {
  const { page, library } = await openStudio({ clip: CLIP });
  const settings = (await library.text("footwork.toml")) ?? "";
  const order = [...settings.matchAll(/^\[(?:tags|events)\."?([^"\]]+)"?\]/gm)].map(
    ([, name = ""]) => name,
  );
  const inOrder = (names: readonly string[]) =>
    [...names].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const before = await lanes(page);
  const strip = await keys(page);
  expect(before).toEqual(inOrder(before));
  expect(before.slice(0, 2)).toEqual(["Gait.Idle", "Action.Jump"]);

  // Tags that the clip does not have yet get lanes in the order of the vocabulary.
  await arm(page);
  await page.keyboard.press("w", { delay: 400 });
  await page.keyboard.press("h", { delay: 400 });
  await saved(page);
  const after = await lanes(page);
  expect(after).toEqual(inOrder([...before, "Gait.Walk", "Contact.Hands"]));
  expect(await keys(page)).toEqual(strip);

  // The labels are undone, but their lanes stay.
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.ranges(CLIP, "Gait.Walk")).toEqual([]));
  expect(await lanes(page)).toEqual(after);
  await page.reload();
  await settled(page);
  await opened(page, CLIP);
  expect(await lanes(page)).toEqual(after);
  expect(await keys(page)).toEqual(strip);
  await openClip(page, OTHER);
  await eventually(async () => {
    const others = await lanes(page);
    expect(others).toEqual(inOrder(others));
    expect(others).toEqual(expect.arrayContaining(["Gait.Walk", "Contact.Hands"]));
  });
  expect(await keys(page)).toEqual(strip);
});
