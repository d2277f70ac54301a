import { violations } from "footwork-page/browser/axe";
import { openTab } from "footwork-page/browser/tabs";
import { expect, it } from "vitest";
import { addressOf } from "./address";
import { eventually, openMatch, runOf } from "./harness";

for (const colorScheme of ["light", "dark"] as const)
  it(`has nothing that axe finds wrong, ${colorScheme}`, async () => {
    const { page } = await openMatch({ colorScheme, waits: true });
    await page.getByRole("region", { name: "Before the kick-off" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("d");
    for (const key of ["1", "2", "4", "5", "6", "t"]) await page.keyboard.press(key);
    await page.getByRole("region", { name: "Pose" }).getByText("Clip", { exact: true }).waitFor();
    await page.keyboard.press("p");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Match" }).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("h");
    await page.getByRole("dialog").waitFor();
    expect(await violations(page)).toEqual([]);
  });

it("gives the focus back to the pitch", async () => {
  const { page } = await openMatch({ options: ["paused"] });
  const focus = () => page.evaluate(() => document.activeElement?.id);
  // After a click the button loses the focus, so that the space bar does not press it.
  await page.getByRole("button", { name: "Slow" }).click();
  expect(await focus()).toBe("pitch");
  // Open the menu with the mouse and close it with a key.
  const menu = page.getByRole("button", { name: "Match" });
  await menu.click();
  await page.getByRole("region", { name: "Match" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Match" }).waitFor({ state: "hidden" });
  expect(await focus()).toBe("pitch");
  // Do the same with the focus in a field of the menu.
  await menu.click();
  await page.getByLabel("Seed").focus();
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Match" }).waitFor({ state: "hidden" });
  expect(await focus()).toBe("pitch");
  await page.getByRole("button", { name: "Go on" }).focus();
  await page.keyboard.press("Escape");
  expect(await focus()).toBe("pitch");
});

it("works without a mouse", async () => {
  const { page } = await openMatch();
  // The pitch has the focus, so the keys of the players work immediately.
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("pitch");
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("pitch");

  // Tab reaches every control, and each shows that it has the focus.
  const stops: string[] = [];
  for (let at = 0; at < 40; at += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const active = document.activeElement;
      if (!active || active === document.body) return "";
      const { outlineStyle, boxShadow } = getComputedStyle(active);
      const isSeen = outlineStyle !== "none" || boxShadow !== "none";
      return isSeen ? (active.getAttribute("aria-label") ?? active.textContent ?? "") : "unseen";
    });
    if (stop === "") break;
    stops.push(stop);
  }
  expect(stops).not.toContain("unseen");
  for (const name of [/Pause/, /−10 s/, /Path/, /Wind/, /Sound/, /Match/])
    expect(
      stops.some((stop) => name.test(stop)),
      `${name}`,
    ).toBe(true);

  // Start a new match from the menu.
  await page.getByRole("button", { name: "Match" }).focus();
  await page.keyboard.press("Enter");
  for (const name of ["2 players", "New match", "End it"]) {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  }
  await page.getByText("Player 2 plays").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Player 2 is").waitFor();

  // Edit the wind and return to the pitch.
  await page.keyboard.press("t");
  await page.getByRole("textbox", { name: "Wind along y" }).focus();
  await page.keyboard.type("1");
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  await eventually(async () => expect((await runOf(page)).isPaused).toBe(true));
});

it("says which option of its address is wrong", async () => {
  const page = await openTab(undefined, {});
  for (const [options, said] of [
    ["humans=9", "humans is 9; it must be from 0 to 2"],
    ["half=-3", "must be a whole number"],
    ["human=1", "There is no option"],
    ["seed=x", "the seed must be a whole number"],
  ] as const) {
    await page.goto(addressOf(options));
    await page.getByRole("alert").getByText(said).waitFor();
  }
});
