import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { eventually, frameOf, openMatch, playedTo, runOf } from "./harness";

it("rewinds ten seconds and replays to the same state", async () => {
  const { page } = await openMatch({ options: ["humans=0"] });
  await playedTo(page, 700);
  await page.keyboard.press("p");
  await eventually(async () => expect((await runOf(page)).hash).not.toBeNull());
  const before = await runOf(page);
  await page.keyboard.press("Backspace");
  await eventually(async () => expect((await runOf(page)).ahead).toBe(600));
  const back = await runOf(page);
  expect(back.frame).toBe(before.frame - 600);
  expect(back.hash).not.toBe(before.hash);
  await page.keyboard.press("End");
  await page.getByText("Replayed to the same state, bit for bit.").waitFor();
  await eventually(async () => expect(await runOf(page)).toEqual(before));
});

it("saves a recording that plays to the same state again, and refuses other files", async () => {
  const { page } = await openMatch();
  await playedTo(page, 60);
  await page.keyboard.press("d", { delay: 400 });
  await playedTo(page, 240);
  await page.keyboard.press("p");
  await eventually(async () => expect((await runOf(page)).hash).not.toBeNull());
  const before = await runOf(page);
  await page.getByRole("button", { name: "Match" }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save recording" }).click();
  const saved = await readFile(await (await coming).path());
  expect(saved.length).toBeGreaterThan(20);
  expect(saved.length).toBeLessThan(100_000);

  const file = (buffer: Buffer) => ({ name: "a", mimeType: "application/octet-stream", buffer });
  await page.getByLabel("A recording").setInputFiles(file(saved));
  await eventually(async () => expect((await runOf(page)).ahead).toBe(before.frame));
  await page.keyboard.press("End");
  await page.getByText("Replayed to the same state, bit for bit.").waitFor();
  await eventually(async () => expect((await runOf(page)).hash).toBe(before.hash));

  const broken = Buffer.from(saved);
  broken[0] = 0;
  await page.getByLabel("A recording").setInputFiles(file(broken));
  await page.locator(".word.error").waitFor();
  expect((await runOf(page)).hash).toBe(before.hash);
});

it("plays the golden match to the same state as the tests of the crate", async () => {
  const { page } = await openMatch({ options: ["paused"] });
  // The recording holds the hash with which the match ended there.
  await page.getByLabel("A recording").setInputFiles(resolve("../tests/golden.footwork-match"));
  await eventually(async () => expect((await runOf(page)).ahead).toBe(1200));
  await page.keyboard.press("End");
  await page.getByText("Replayed to the same state, bit for bit.").waitFor();
  const golden = await readFile(resolve("../tests/golden.txt"), "utf8");
  await eventually(async () => expect((await runOf(page)).hash).toBe(golden.trim()));
});

it("simulates sixty frames per second, and shows the time of one", async () => {
  const { page } = await openMatch({ options: ["humans=0"] });
  await page.locator(".times").waitFor();
  await eventually(async () => {
    const times = await page.evaluate(() => window.footwork?.match.times());
    expect(times?.frameMs).toBeLessThan(1000 / 60);
    expect(times?.perSec).toBeGreaterThan(40);
  });
});

it("pauses, steps a frame and plays slowly", async () => {
  const { page } = await openMatch();
  await page.keyboard.press("p");
  await eventually(async () => expect((await runOf(page)).isPaused).toBe(true));
  const { frame } = await runOf(page);
  await page.keyboard.press(".");
  await eventually(async () => expect((await runOf(page)).frame).toBe(frame + 1));
  await page.keyboard.press(",");
  await page.keyboard.press("p");
  await eventually(async () =>
    expect(await runOf(page)).toMatchObject({ isPaused: false, isSlow: true }),
  );
  const start = await frameOf(page);
  await page.waitForTimeout(1000);
  expect(await frameOf(page)).toBeGreaterThan(start);
});

it("exports the last seconds as GLB", async () => {
  const { page } = await openMatch();
  await playedTo(page, 90);
  await page.getByRole("button", { name: "Match" }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Replay as GLB" }).click();
  const glb = await readFile(await (await coming).path());
  expect(glb.toString("latin1", 0, 4)).toBe("glTF");
  const json = JSON.parse(glb.toString("utf8", 20, 20 + glb.readUInt32LE(12)));
  const names = json.nodes.map((node: { name?: string }) => node.name);
  expect(names).toContain("ball");
  expect(names.filter((name: string) => /^(red|blue)_\d+_/.test(name)).length).toBeGreaterThan(100);
  expect(json.animations).toHaveLength(1);
});

it("says that the teams change ends at half-time", async () => {
  const { page } = await openMatch({ options: ["half=2"] });
  const attack = page.locator(".scoreboard .team-0 .attack");
  expect(await attack.getAttribute("aria-label")).toBe("attack to the right");
  await page.getByText("Half-time. In the second half the Reds attack to the left.").waitFor();
  await eventually(async () =>
    expect(await attack.getAttribute("aria-label")).toBe("attack to the left"),
  );
  const goalOf = () => page.evaluate(() => window.footwork?.match.playout.newest()?.roots[0] ?? 0);
  // Their keeper is at the other end.
  await eventually(async () => expect(await goalOf()).toBeGreaterThan(10));
});
