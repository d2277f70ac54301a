import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openStudio } from "./harness";
import { openPanel, querySummary, typeQuery } from "./parts";

/**
 * Returns the visible elements with a colour near amber, except warnings, elements of the 3D view and colours of
 * labels.
 */
const amber = (page: Page) =>
  page.evaluate(() => {
    const isAmber = (text: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      if (!text.startsWith("rgb") || alpha < 0.5) return false;
      const most = Math.max(red, green, blue);
      const least = Math.min(red, green, blue);
      if (most - least < 90 || most !== red || least !== blue) return false;
      const hue = (60 * (green - blue)) / (most - least);
      return hue > 28 && hue < 52;
    };
    return [...document.querySelectorAll("body *")]
      .filter((it) => it.checkVisibility() && !it.closest("[style*='--swatch'], .tag-strip, .dot"))
      .filter((it) => {
        const { color, fill, stroke, backgroundColor } = getComputedStyle(it);
        const isShape = it instanceof SVGGeometryElement;
        const shown = isShape ? [fill, stroke] : [color, backgroundColor];
        return shown.some(isAmber);
      })
      .filter((it) => !it.closest(".clip-findings, .findings-button, .severity.warning, .notes"))
      .map((it) => `${it.tagName} ${it.getAttribute("class")}`);
  });

it("uses amber only for warnings", async () => {
  const { page, library } = await openStudio({
    clip: "deepmimic/walk.txt",
    colorScheme: "dark",
  });
  await library.replace("deepmimic/run.txt.tags", "tag Loop 0 25", "tag Loop 0 12\ntag Loop 13 25");
  await page.getByRole("button", { name: /findings?$/ }).waitFor();
  await typeQuery(page, "Phase.Airborne & { speed > 1.5 }");
  await querySummary(page).getByText(/clips/).first().waitFor();
  expect(await amber(page)).toEqual([]);
  const review = await openPanel(page, "Review");
  await review.locator(".severity.warning").first().waitFor();
  // The warnings, which the function leaves out, are amber.
  const colour = await review
    .locator(".severity.warning")
    .first()
    .evaluate((it) => getComputedStyle(it).color);
  expect(colour).toBe("rgb(245, 184, 61)");
  expect(await amber(page)).toEqual([]);
  for (const panel of ["Query", "Labels", "Clip"]) {
    await openPanel(page, panel);
    expect(await amber(page), panel).toEqual([]);
  }
});
