import { expect, it } from "vitest";
import { eventually, happened, openMatch } from "./harness";

it("shows something in every overlay", async () => {
  const { page } = await openMatch({ options: ["humans=1"] });
  const figures = () => page.evaluate(() => window.footwork?.stage?.figures());
  for (const key of ["1", "2", "4", "5", "6"]) await page.keyboard.press(key);
  await eventually(async () => expect((await figures())?.dots).toBeGreaterThan(5));
  await page.locator(".label-window").first().waitFor();
  await eventually(async () => expect((await figures())?.leaves).toBe(1));
  const pose = page.getByRole("region", { name: "Pose" });
  await eventually(async () => expect(await pose.textContent()).toMatch(/\.glb|\.txt|\.bvh/));
  await page.locator(".label-selected").waitFor();
  // At first the panel shows the controlled footballer: a red one, not the keeper.
  const selected = await page.evaluate(() => window.footwork?.match.selected());
  expect([1, 2, 3, 4]).toContain(selected);
  // Sooner or later two footballers touch.
  await eventually(async () =>
    expect(
      await page.evaluate(() => window.footwork?.match.overlay()?.slide?.length),
    ).toBeGreaterThan(0),
  );
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await eventually(async () => expect((await figures())?.dots).toBe(0));
  await page.locator(".label-window").first().waitFor({ state: "detached" });
});

it("draws a picture that is not blank", async () => {
  const { page } = await openMatch({ options: ["paused"], draws: true });
  const colours = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => {
          const canvas = document.querySelector<HTMLCanvasElement>(".pitch canvas");
          const copy = document.createElement("canvas");
          copy.width = 64;
          copy.height = 40;
          const pen = copy.getContext("2d");
          if (canvas) pen?.drawImage(canvas, 0, 0, 64, 40);
          const { data = new Uint8ClampedArray() } = pen?.getImageData(0, 0, 64, 40) ?? {};
          const seen = new Set<number>();
          for (let at = 0; at < data.length; at += 4)
            seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
          resolve(seen.size);
        }),
      ),
  );
  expect(colours).toBeGreaterThan(200);
});

it("plays the sounds of steps by surface once sound is on", async () => {
  const { page } = await openMatch();
  const heard = () => page.evaluate(() => ({ ...window.footwork?.heard }));
  await eventually(async () =>
    expect((await happened(page)).filter(({ what }) => what === "step").length).toBeGreaterThan(3),
  );
  expect(await heard()).toEqual({});
  await page.getByRole("button", { name: "Sound" }).click();
  await eventually(async () => expect((await heard())["step-grass"]).toBeGreaterThan(3));
});
