import { expect, it } from "vitest";
import { eventually, openStudio, settled } from "./harness";
import { openClip, opened, querySummary, typeQuery } from "./parts";

const CLIP = "cmu/playground_jump_turn_left_01.bvh";
const OTHER = "deepmimic/backflip.txt";

it("opens the clip, the frame and the query of a link", async () => {
  const { page } = await openStudio({
    place: { clip: CLIP, frame: "42", query: "Phase.Airborne" },
  });
  await opened(page, CLIP);
  await eventually(async () =>
    expect(await page.getByRole("textbox", { name: "Frame", exact: true }).inputValue()).toBe("42"),
  );
  await querySummary(page)
    .getByText(/9 clips/)
    .waitFor();
});

it("keeps the place when the page is loaded again, and goes back and forward", async () => {
  const { page } = await openStudio({ clip: CLIP });
  const frame = () => page.getByRole("textbox", { name: "Frame", exact: true }).inputValue();
  const steps = async (key: string, count: number) => {
    for (let step = 0; step < count; step += 1) await page.keyboard.press(key);
  };
  await steps(".", 5);
  await typeQuery(page, "Phase.Airborne");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await eventually(() => expect(page.url()).toMatch(/clip=cmu\/.*&frame=5&query=Phase\.Airborne$/));
  // The token is not in the address, so a picture of it gives nothing away.
  expect(page.url()).not.toContain("#");
  await page.reload();
  await settled(page);
  await opened(page, CLIP);
  await eventually(async () => expect(await frame()).toBe("5"));
  await querySummary(page)
    .getByText(/9 clips/)
    .waitFor();

  await openClip(page, OTHER);
  await page.goBack();
  await opened(page, CLIP);
  await eventually(async () => expect(await frame()).toBe("5"));
  await page.goForward();
  await opened(page, OTHER);
});
