import { violations } from "footwork-page/browser/axe";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { arm, leaveFields } from "./parts";

const CLIP = "deepmimic/walk.txt";
const LABELS = "tag Gait.Walk 10 20\ntag Loop 0 39\nevent Foot.Left 12\n";

it("moves the labels that can move, shifts all labels, and goes to the middle between labels", async () => {
  const library = await Library.ofSamples();
  await library.replace(`${CLIP}.tags`, /^(tag|event) .*\n/gm, "");
  await library.replace(`${CLIP}.tags`, /$/, LABELS);
  const { page } = await openStudio({ library, clip: CLIP });
  const all = async () => ({
    walk: await library.ranges(CLIP, "Gait.Walk"),
    loop: await library.ranges(CLIP, "Loop"),
    foot: await library.moments(CLIP, "Foot.Left"),
  });
  // The span over the whole clip cannot move; the other labels can.
  await arm(page);
  await page.keyboard.press("Control+a");
  await page.keyboard.press(">");
  const moved = { walk: ["[11,21)"], loop: ["[0,39)"], foot: [13] };
  await eventually(async () => expect(await all()).toEqual(moved));

  await page.keyboard.press("Alt+m");
  const dialog = page.getByRole("dialog", { name: "Shift all labels" });
  await dialog.getByRole("textbox").fill("-5");
  await dialog.getByText("1 label stays").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  const shifted = { walk: ["[6,16)"], loop: ["[0,39)"], foot: [8] };
  await eventually(async () => expect(await all()).toEqual(shifted));
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await all()).toEqual(moved));

  // Edges are at 0, 11, 13, 21 and 39. Without a selection, Shift+Home goes to the middle between the last two.
  await leaveFields(page);
  await page.keyboard.press("Shift+d");
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  const frame = page.getByRole("textbox", { name: "Frame", exact: true });
  await eventually(async () => expect(await frame.inputValue()).toBe("30"));
});
