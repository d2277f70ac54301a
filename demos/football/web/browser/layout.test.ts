import { expect, it } from "vitest";
import { eventually, openMatch } from "./harness";

const SIZES = [
  [1280, 800],
  [1600, 900],
  [1920, 1080],
] as const;

/** Elements over the pitch. None may cover another or be cut off. */
const PARTS = [
  ".scoreboard",
  ".time-bar",
  ".overlay-bar",
  ".match-bar",
  ".left",
  ".right",
  ".reasons",
  ".hints",
  ".minimap",
];

it("has room for every panel in windows of three sizes", async () => {
  const { page } = await openMatch({ options: ["humans=2", "paused"] });
  for (const key of ["4", "6", "t"]) await page.keyboard.press(key);
  await page.locator(".texts").waitFor();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const boxes = await page.evaluate((parts) => {
      const box = (part: string) => document.querySelector(part)?.getBoundingClientRect();
      return parts.map((part) => {
        const { left = -1, right = -1, top = -1, bottom = -1 } = box(part) ?? {};
        return { part, left, right, top, bottom };
      });
    }, PARTS);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("aside")].map((it) => it.scrollHeight - it.clientHeight),
    );
    expect(cut, `panels cut off at ${width}`).toEqual([0, 0]);
    for (const a of boxes) {
      expect(a.left, `${a.part} at ${width}`).toBeGreaterThanOrEqual(0);
      expect(a.top, `${a.part} at ${width}`).toBeGreaterThanOrEqual(0);
      expect(a.right, `${a.part} at ${width}`).toBeLessThanOrEqual(width);
      expect(a.bottom, `${a.part} at ${width}`).toBeLessThanOrEqual(height);
      for (const b of boxes) {
        const isApart =
          a.part === b.part ||
          a.right <= b.left ||
          b.right <= a.left ||
          a.bottom <= b.top ||
          b.bottom <= a.top;
        expect(isApart, `${a.part} and ${b.part} at ${width}`).toBe(true);
      }
    }
  }
});

it("shows one panel at a time on a phone, which covers no bar", async () => {
  const { page } = await openMatch({ viewport: { width: 390, height: 844 } });
  const panels = page.locator("aside > .panel");
  const bars = () =>
    page.evaluate(() => document.querySelector(".top")?.getBoundingClientRect().bottom ?? 0);
  for (const name of ["Decisions", "Wind, speed", "Pose"]) {
    await page.getByRole("button", { name }).click();
    await eventually(async () => expect(await panels.count()).toBe(1));
    const box = await panels.boundingBox();
    expect(box?.y, name).toBeGreaterThan(await bars());
    expect(box?.width, name).toBe(390);
  }
  // The button closes the panel that it opened.
  await page.getByRole("button", { name: "Pose" }).click();
  await eventually(async () => expect(await panels.count()).toBe(0));
});
