import { violations as violationsOf } from "footwork-page/browser/axe";
import { expect, it } from "vitest";
import { openStudio } from "./harness";
import { arm, leaveFields, openClip, openPanel, querySummary, typeQuery } from "./parts";

it("has no axe-core violations, light and dark", async () => {
  const { page } = await openStudio({ reducedMotion: "reduce" });
  const violations = async () => {
    const found = [];
    // The colour schemes differ only in colours, so the second needs only the rules about contrast.
    for (const [colorScheme, rules] of [
      ["dark", undefined],
      ["light", ["color-contrast"]],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const violations = await violationsOf(page, rules && [...rules]);
      found.push(...violations.map((violation) => ({ colorScheme, violation })));
    }
    return found;
  };
  await openClip(page, "deepmimic/backflip.txt");
  await typeQuery(page, "Phase.Airborne");
  await querySummary(page)
    .getByText(/9 clips/)
    .waitFor();
  expect(await violations()).toEqual([]);
  for (const panel of ["Labels", "Encoding", "Recording", "Proposals"]) {
    await openPanel(page, panel);
    expect(await violations(), panel).toEqual([]);
  }
  for (const panel of ["Clip", "Review"]) {
    const opened = await openPanel(page, panel);
    await opened.getByRole("button").first().waitFor();
    expect(await violations(), panel).toEqual([]);
  }
  const labels = await openPanel(page, "Labels");
  await labels.getByRole("button", { name: "+ Span" }).click();
  await page.keyboard.type("gait");
  await labels.getByRole("listbox", { name: "Tags" }).waitFor();
  expect(await violations(), "adding a span").toEqual([]);
  await leaveFields(page);
  await arm(page);
  expect(await violations(), "armed").toEqual([]);
  await page.keyboard.press("}");
  await page.keyboard.press("F4");
  await page.getByRole("dialog", { name: "Change the label" }).waitFor();
  expect(await violations(), "changing a label").toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+ArrowDown");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  expect(await violations(), "renaming a tag").toEqual([]);
  await page.keyboard.press("Escape");
  await arm(page);
  await page.keyboard.press("Shift+W");
  await page.locator(".notice").getByRole("button", { name: "Undo" }).waitFor();
  expect(await violations(), "the notice of an edit").toEqual([]);
  await leaveFields(page);
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  expect(await violations(), "the list of keys").toEqual([]);
});
