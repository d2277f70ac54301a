import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { leaveFields } from "./parts";

it("shows a second clip next to the open one, aligned at an event, using only keys", async () => {
  const { page } = await openStudio({ clip: "deepmimic/walk.txt", reducedMotion: "reduce" });
  const canvas = page.getByRole("main").locator("canvas").first();
  await page.keyboard.press("Shift+F8");
  const bar = page.getByRole("group", { name: "Second clip" });
  const field = bar.getByRole("combobox", { name: "Name of the second clip" });
  await eventually(() =>
    expect(field.evaluate((e) => e === document.activeElement)).resolves.toBe(true),
  );
  await page.keyboard.type("deepmimic/run.txt");
  await page.keyboard.press("Enter");
  await bar.getByText(/^0 \/ \d+$/).waitFor();
  await eventually(async () =>
    expect(await canvas.getAttribute("aria-label")).toMatch(/walk\.txt beside deepmimic\/run\.txt/),
  );
  // The name of each clip is above that clip's half of the picture.
  const titles = page.locator(".beside-titles span");
  await titles.nth(1).waitFor();
  expect(await titles.allTextContents()).toEqual(["walk.txt", "run.txt"]);
  const [first, second] = [await titles.nth(0).boundingBox(), await titles.nth(1).boundingBox()];
  if (!first || !second) throw new Error("a name is missing");
  expect(Math.abs(first.x - second.x)).toBeGreaterThan(20);

  const both = await bar
    .getByRole("combobox", { name: "Align" })
    .locator("option")
    .allTextContents();
  expect(both.length).toBeGreaterThan(1);
  const event = both[1] ?? "";
  await bar.getByRole("combobox", { name: "Align" }).selectOption(event);
  const offset = bar.getByRole("textbox", { name: /Offset/ });
  await eventually(async () => expect(await offset.inputValue()).not.toBe("0.000"));
  // When the open clip is at the event, the second clip is at the same event.
  const times = (clip: string) =>
    page.evaluate(
      async ([clip, event]) => {
        const headers = { "x-footwork-token": localStorage.getItem("footwork.token") ?? "" };
        const labels = await (await fetch(`/api/labels?clip=${clip}`, { headers })).json();
        const all = labels.events as { event: string; time: number }[];
        return all.filter((one) => one.event === event).map(({ time }) => time);
      },
      [clip, event],
    );
  const [mine, other] = [await times("deepmimic/walk.txt"), await times("deepmimic/run.txt")];
  const to = Math.round(mine[0] ?? 0);
  await leaveFields(page);
  await page.keyboard.press("Home");
  for (let at = 0; at < to; at += 1) await page.keyboard.press("ArrowRight");
  const now = Math.round(other[0] ?? 0);
  await eventually(async () => {
    const told = await bar.locator(".beside-frame").textContent();
    expect(Math.abs(Number.parseInt(told ?? "", 10) - now)).toBeLessThanOrEqual(1);
  });

  await page.keyboard.press("Shift+F8");
  await bar.waitFor({ state: "detached" });
  await eventually(async () =>
    expect(await canvas.getAttribute("aria-label")).not.toMatch(/beside/),
  );
});
