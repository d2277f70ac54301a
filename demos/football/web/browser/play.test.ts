import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually, frameOf, happened, openMatch, playedTo, runOf } from "./harness";

/** Returns the footballer that player 1 controls. */
const controlled = (page: Page) =>
  page.evaluate(() => window.footwork?.match.playout.newest()?.controlled[0] ?? -1);

it("waits for a key under a card that shows the keys", async () => {
  const { page } = await openMatch({ waits: true });
  const card = page.getByRole("region", { name: "Before the kick-off" });
  await card.getByText("You play the Reds").waitFor();
  expect(await card.textContent()).toMatch(/W A S D.*Run.*Space.*Pass.*F.*Shoot/);
  // Keys that belong to the page do not start the match.
  await page.keyboard.press("4");
  await page.keyboard.press("h");
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  expect(await frameOf(page)).toBe(0);
  await page.keyboard.press("d");
  await card.waitFor({ state: "detached" });
  await playedTo(page, 10);
  expect((await runOf(page)).isPaused).toBe(false);
  // A new match with human players also waits, even if keys are held, and Enter starts it. A match without humans
  // starts by itself.
  await page.keyboard.down("w");
  await page.getByRole("button", { name: "Match" }).click();
  await page.getByRole("button", { name: "2 players" }).click();
  // A single click does not end a running match.
  await page.getByRole("button", { name: "New match" }).click();
  await page.getByText("This match ends at").waitFor();
  await page.getByRole("button", { name: "End it" }).focus();
  await page.keyboard.down("Enter");
  await card.getByText("Player 2 plays the Blues").waitFor();
  // Repeated `down` calls simulate key repeat.
  for (const key of ["Enter", "w"]) await page.keyboard.down(key);
  await page.waitForTimeout(300);
  expect(await frameOf(page)).toBe(0);
  for (const key of ["Enter", "w"]) await page.keyboard.up(key);
  await page.waitForTimeout(300);
  expect(await frameOf(page)).toBe(0);
  await page.keyboard.press("Enter");
  await playedTo(page, 10);
  await page.getByRole("button", { name: "Match" }).click();
  await page.getByRole("button", { name: "Watch" }).click();
  await page.getByRole("button", { name: "New match" }).click();
  await page.getByRole("button", { name: "End it" }).click();
  await page.getByText("Both teams play by themselves.").waitFor();
  await playedTo(page, 10);
});

it("says whose restart it is", async () => {
  const { page } = await openMatch({ options: ["paused"] });
  const badge = page.locator(".phase");
  expect(await badge.textContent()).toBe("Kick-off · Reds");
  const colourOf = (part: string) =>
    page.locator(part).evaluate((it) => getComputedStyle(it).backgroundColor);
  expect(await colourOf(".phase")).toBe(await colourOf(".scoreboard .side.team-0"));
});

it("says how far the ball is from a footballer that shoots while it is out of reach", async () => {
  const { page } = await openMatch();
  const far = /too far to shoot: the ball was \d+\.\d m away/;
  const said = page.getByRole("status").filter({ hasText: far });
  const label = page.locator(".label-idle", { hasText: far });
  // Sooner or later another footballer has the ball. A slow picture may miss the text of one tap.
  for (let tap = 0; tap < 60 && !(await label.isVisible()); tap += 1) {
    await page.keyboard.press("f", { delay: 60 });
    await page.waitForTimeout(500);
  }
  await label.waitFor();
  await said.waitFor();
  // The text disappears again.
  await said.waitFor({ state: "hidden" });
});

it("passes on a key press, and a teammate receives", async () => {
  const { page } = await openMatch({ options: ["seed=3"] });
  let kick: { who: number; after: number } | undefined;
  // Run to the ball and pass it. Try several times, because an opponent may get there first.
  for (let attempt = 0; attempt < 40 && !kick; attempt += 1) {
    const before = (await happened(page)).length;
    const who = await controlled(page);
    const [x, z] = await page.evaluate(() => {
      const frame = window.footwork?.match.playout.newest();
      const who = frame?.controlled[0] ?? 0;
      const [bx, , bz] = frame?.ball.position ?? [0, 0, 0];
      return [bx - (frame?.roots[who * 3] ?? 0), bz - (frame?.roots[who * 3 + 2] ?? 0)];
    });
    const keys = [x > 0.3 ? "d" : x < -0.3 ? "a" : "", z > 0.3 ? "s" : z < -0.3 ? "w" : ""];
    for (const key of keys) if (key) await page.keyboard.down(key);
    await page.keyboard.press("Space", { delay: 250 });
    for (const key of keys) if (key) await page.keyboard.up(key);
    const events = (await happened(page)).slice(before);
    const at = events.findIndex((event) => event.what === "kick" && event.who === who);
    if (at >= 0) kick = { who, after: before + at };
  }
  expect(kick, "nobody kicked").toBeDefined();
  await eventually(async () => {
    const { who, after } = kick ?? { who: -1, after: 0 };
    const later = (await happened(page)).slice(after + 1);
    const received = later.find((event) => "who" in event && event.who !== who);
    expect(received, "nobody received").toBeDefined();
  });
});

it("names the controlled footballer and the reason, and marks it and the next footballer", async () => {
  const { page } = await openMatch();
  const reasons = page.getByRole("region", { name: "Whom you control" });
  await reasons.getByText(/You are number \d+/).waitFor();
  await page.locator(".label-human", { hasText: "You" }).waitFor();
  await page.locator(".label-next").first().waitFor();
  await page.keyboard.press("4");
  const log = page.getByRole("region", { name: "Decisions", exact: true });
  await eventually(async () => expect(await log.locator("li").count()).toBeGreaterThan(0));
  const asked = log.getByText(/you switched to this one/);
  // The match ignores a press at the moment control changes by itself, because it referred to the previous footballer.
  await eventually(async () => {
    await page.keyboard.press("r");
    await page.waitForTimeout(400);
    expect(await asked.count()).toBeGreaterThan(0);
  });
});

it("gives two people a set of keys each", async () => {
  const { page } = await openMatch({ options: ["humans=2"] });
  await page.getByText("Player 1 is").waitFor();
  await page.getByText("Player 2 is").waitFor();
  const sticks = await page.evaluate(async () => {
    const sent: unknown[] = [];
    const real = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message: { command: unknown }) {
      sent.push(message.command);
      real.call(this, message, {});
    };
    const press = (code: string) => window.dispatchEvent(new KeyboardEvent("keydown", { code }));
    press("KeyD");
    press("ArrowLeft");
    return sent;
  });
  expect(sticks).toMatchObject([
    { do: "input", human: 0, input: { stick: [1, 0] } },
    { do: "input", human: 1, input: { stick: [-1, 0] } },
  ]);
});

it("leads through a tour of five captions, and ends with the keys", async () => {
  const { page } = await openMatch({ waits: true });
  await page.getByRole("button", { name: "One-minute tour" }).first().click();
  const tour = page.getByRole("region", { name: "Tour" });
  await tour.getByText("This query chose the legs of Red").waitFor();
  await tour.locator("code", { hasText: "Gait - clips(Kick)" }).waitFor();
  expect(await page.evaluate(() => window.footwork?.match.isOn("path"))).toBe(true);
  expect(await page.evaluate(() => window.footwork?.match.isOn("windows"))).toBe(true);
  // The next caption comes by itself, with a kick or without.
  await tour.getByRole("heading", { name: "Path" }).waitFor();
  for (const title of ["Reach", "Control", "Contacts", "Your turn"]) {
    await tour.getByRole("button", { name: "Next" }).click();
    await tour.getByRole("heading", { name: title }).waitFor();
  }
  await tour.getByText("Shoot").waitFor();
  await tour.getByRole("button", { name: "Play" }).click();
  await tour.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("pitch");
});
