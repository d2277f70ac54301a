import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { leaveFields, openClip } from "./parts";
import { compare, shareOf } from "./pixels";
import { SKIN_COLOUR } from "./skinnedFile";

it("plays the mesh of a file, or a body around the bones if the file has no mesh", async () => {
  const library = await Library.ofSkinned();
  const { page } = await openStudio({ library, reducedMotion: "reduce", clip: "walk.glb" });
  const canvas = page.getByRole("main").locator("canvas").first();
  const ofMesh = async () => shareOf(page, await canvas.screenshot(), SKIN_COLOUR);
  await eventually(async () => expect(await ofMesh()).toBeGreaterThan(0.02));

  // The mesh moves with its bones.
  const early = await canvas.screenshot();
  await page.keyboard.press("End");
  await eventually(async () => {
    const look = await compare(page, early, await canvas.screenshot());
    expect(look.differing).toBeGreaterThan(0.01);
  });
  expect(await ofMesh()).toBeGreaterThan(0.02);

  // The key hides everything except the bones.
  await page.keyboard.press("Shift+F7");
  await eventually(async () => expect(await ofMesh()).toBeLessThan(0.001));
  const body = page.getByRole("toolbar", { name: "3D view" }).getByRole("button", { name: "Body" });
  expect(await body.getAttribute("aria-pressed")).toBe("false");
  await openClip(page, "bare.glb");
  await leaveFields(page);
  await eventually(async () => expect(await canvas.getAttribute("aria-label")).toMatch(/bare/));
  const bones = await canvas.screenshot();
  await page.keyboard.press("Shift+F7");
  await eventually(async () => {
    const look = await compare(page, bones, await canvas.screenshot());
    expect(look.differing).toBeGreaterThan(0.01);
  });
  expect(await ofMesh()).toBeLessThan(0.001);
});

it("frames the character below the buttons, at every width", async () => {
  const { page } = await openStudio({ clip: "deepmimic/walk.txt", reducedMotion: "reduce" });
  const buttons = page.getByRole("toolbar", { name: "3D view" });
  await page.keyboard.press("Shift+F8");
  await page.keyboard.type("deepmimic/run.txt");
  await page.keyboard.press("Enter");
  const titles = page.locator(".beside-titles span:not([hidden])");
  await titles.nth(1).waitFor();
  for (const width of [1280, 1100, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await page.keyboard.press("Shift+c");
    // Joint names are drawn above the heads.
    await eventually(async () => {
      const bar = await buttons.boundingBox();
      for (const title of await titles.all()) {
        const box = await title.boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual((bar?.y ?? Infinity) + (bar?.height ?? 0) - 2);
      }
    });
  }
});
