import { expect, it } from "vitest";
import { eventually, openMatch } from "./harness";

it("underlines an invalid expression, and keeps the old wind", async () => {
  const { page } = await openMatch();
  const wind = () => page.evaluate(() => window.footwork?.match.scene()?.texts.wind[0]);
  const before = await wind();
  await page.keyboard.press("t");
  const field = page.getByRole("textbox", { name: "Wind along x" });
  await field.click();
  await page.keyboard.press("Control+a");
  // Insert the text in one step: typed key by key, the 2 alone would already be a valid wind.
  await page.keyboard.insertText("2 * bananas + y");
  const underlined = page.locator(".cm-lintRange-error");
  await underlined.waitFor();
  expect(await underlined.textContent()).toBe("bananas");
  await page.getByText(`Still in force: ${before}`).waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await wind()).toBe(before);

  await page.keyboard.press("Control+a");
  await page.keyboard.type("0.5 * y");
  await underlined.waitFor({ state: "detached" });
  await page.evaluate(() => window.footwork?.match.select(1));
  await eventually(async () => expect(await wind()).toBe("0.5 * y"));
});

it("changes a footballer's query in the pose panel", async () => {
  const { page } = await openMatch();
  await page.keyboard.press("6");
  const panel = page.getByRole("region", { name: "Pose" });
  await panel.getByText("Clip", { exact: true }).waitFor();
  const field = panel.getByRole("textbox", { name: /Query of number/ });
  await field.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Gait.Wak");
  await panel.locator(".cm-lintRange-error").waitFor();
  await panel.getByText(/^Still in force: ./).waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Gait.Walk");
  await panel.locator(".cm-lintRange-error").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("pitch");
  await eventually(async () =>
    expect(await panel.locator(".tag").allTextContents()).toContain("Gait.Walk"),
  );
});

it("resets an edited text to the shipped one", async () => {
  const { page } = await openMatch();
  const wind = () => page.evaluate(() => window.footwork?.match.scene()?.texts.wind[1]);
  await page.keyboard.press("t");
  const panel = page.getByRole("region", { name: "Wind and speed" });
  const field = panel.getByRole("textbox", { name: "Wind along y" });
  await field.click();
  expect(await panel.getByRole("button").count()).toBe(0);
  const shipped = await wind();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("0.25 * y");
  await eventually(async () => expect(await wind()).toBe("0.25 * y"));
  // The button also resets a text with a mistake.
  await page.keyboard.type(" + ");
  await panel.locator(".cm-lintRange-error").waitFor();
  const reset = panel.getByRole("button", { name: "Reset Wind along y" });
  await reset.click();
  await reset.waitFor({ state: "detached" });
  expect(await field.textContent()).toBe(shipped);
  await panel.locator(".cm-lintRange-error").waitFor({ state: "detached" });
  await eventually(async () => expect(await wind()).toBe(shipped));
});
