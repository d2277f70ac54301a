import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually, happened, openMatch } from "./harness";

/** Whom player 1 controls. */
const controlled = (page: Page) =>
  page.evaluate(() => window.footwork?.match.playout.newest()?.controlled[0] ?? -1);

it("passes at a key, and a teammate receives", async () => {
  const { page } = await openMatch({ options: ["--seed", "3"] });
  let kick: { who: number; after: number } | undefined;
  // Runs at the ball and passes as soon as it is there: several times, since an opponent may be faster.
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

it("says whom you control and why, and marks it and the next", async () => {
  const { page } = await openMatch();
  const reasons = page.getByRole("region", { name: "Whom you control" });
  await reasons.getByText(/You are number \d+/).waitFor();
  await page.locator(".label-human", { hasText: "You" }).waitFor();
  await page.locator(".label-next").first().waitFor();
  await page.keyboard.press("4");
  const log = page.getByRole("region", { name: "Decisions", exact: true });
  await eventually(async () => expect(await log.locator("li").count()).toBeGreaterThan(0));
  await page.keyboard.press("r");
  await log
    .getByText(/you switched to this one/)
    .first()
    .waitFor();
});

it("gives two people a set of keys each", async () => {
  const { page } = await openMatch({ options: ["--humans", "2"] });
  await page.getByText("Player 1 is").waitFor();
  await page.getByText("Player 2 is").waitFor();
  const sticks = await page.evaluate(async () => {
    const sent: unknown[] = [];
    const real = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
      sent.push(JSON.parse(`${data}`));
      real.call(this, data);
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
