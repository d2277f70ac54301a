import { violations } from "footwork-page/browser/axe";
import { expect, it } from "vitest";
import { eventually, openStudio, settled } from "./harness";
import { arm, leaveFields, opened, openPanel } from "./parts";

const CLIP = "cmu/playground_jump_turn_left_01.bvh";

it("closes panels and lanes, shows notices as short toasts at the bottom, and keeps the speed", async () => {
  const { page } = await openStudio({ clip: CLIP });
  const side = page.getByRole("complementary", { name: "Details" });
  const width = async () => (await side.boundingBox())?.width ?? 0;
  expect(await width()).toBeGreaterThan(250);
  await openPanel(page, "Review");
  await page.getByRole("button", { name: "Close the panels" }).click();
  await eventually(async () => expect(await width()).toBeLessThan(40));
  expect(await violations(page)).toEqual([]);
  // The key reopens the last panel; another panel opens by its own key.
  await page.keyboard.press("Control+b");
  await page.getByRole("tabpanel", { name: "Review" }).waitFor();
  await page.keyboard.press("Control+b");
  await eventually(async () => expect(await width()).toBeLessThan(40));
  await page.keyboard.press("Alt+2");
  await page.getByRole("tabpanel", { name: "Labels" }).waitFor();

  // The lanes of a namespace collapse into one lane, and stay collapsed.
  const lanes = () => page.locator(".lane-label").count();
  const before = await lanes();
  const group = page.getByRole("button", { name: "Phase", exact: true });
  await group.click();
  await eventually(async () => expect(await lanes()).toBeLessThan(before));
  const collapsed = await lanes();

  // Press the key for more speed twice.
  await leaveFields(page);
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Shift+ArrowUp");
  const speed = page.getByRole("combobox", { name: "Speed" });
  await eventually(async () => expect(await speed.inputValue()).toBe("2"));
  await page.reload();
  await settled(page);
  await opened(page, CLIP);
  expect(await speed.inputValue()).toBe("2");
  expect(await lanes()).toBe(collapsed);

  await arm(page);
  await page.keyboard.press("End");
  await page.keyboard.press("'");
  const notice = page.locator(".notice").last();
  await notice.getByRole("button", { name: "Undo" }).waitFor();
  const box = await notice.boundingBox();
  const transport = await page.locator(".transport").boundingBox();
  const stage = await page.getByRole("main").boundingBox();
  if (!box || !transport || !stage) throw new Error("nothing to measure");
  expect(box.height).toBeLessThanOrEqual(40);
  // The notice is just above the playback controls, in the middle of the stage.
  expect(transport.y - (box.y + box.height)).toBeGreaterThanOrEqual(0);
  expect(transport.y - (box.y + box.height)).toBeLessThan(24);
  expect(Math.abs(box.x + box.width / 2 - (stage.x + stage.width / 2))).toBeLessThan(4);
});
