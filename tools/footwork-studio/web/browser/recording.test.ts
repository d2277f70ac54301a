import { readFile } from "node:fs/promises";
import { violations } from "footwork-page/browser/axe";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { openPanel } from "./parts";

const WALKS = "Gait.Walk & Source.DeepMimic";

const seek = (page: Page, frame: number) =>
  page.getByRole("slider", { name: "Frame of the recording" }).fill(`${frame}`);

/** Takes a screenshot of the character. */
const picture = (page: Page) => page.locator(".view-picture canvas").screenshot();

it("says why a recorded character jumped, and goes to the frame in its clip", async () => {
  const library = await Library.ofSamples();
  const recording = await library.recorded(WALKS, 10);
  const { page } = await openStudio({ library, recording });
  const panel = await openPanel(page, "Recording");
  await panel.getByText("played.fwrec").waitFor();
  // The clips have not changed since the recording, so there is no notice.
  expect(await panel.getByRole("status").count()).toBe(0);
  await panel.getByRole("button", { name: "Next jump" }).click();
  await panel.getByText(/^(Jumped to a better pose|Had to jump)$/).waitFor();
  const costs = panel.getByRole("list", { name: "Poses by cost" });
  await costs.getByText("Jumped to").waitFor();
  await costs.getByText("Runner-up").waitFor();
  const bars = costs.getByRole("img", { name: /^Cost .*: left foot position / });
  expect(await bars.count()).toBeGreaterThan(2);
  await panel.getByText(WALKS, { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);

  // The view shows the recorded character and marks a candidate.
  const view = page.getByRole("img", { name: /^Recorded character, frame \d+, playing deepmimic/ });
  await view.waitFor();
  const plain = await picture(page);
  await costs.getByText("Runner-up").hover();
  await eventually(async () => expect(plain.equals(await picture(page))).toBe(false));

  // The clip opens at the frame, with its tags in the timeline.
  const go = costs.getByRole("button", { name: /^Go to frame \d+ of/ }).nth(1);
  const [, frame, clip] =
    (await go.getAttribute("aria-label"))?.match(/frame (\d+) of (.*)$/) ?? [];
  await go.click();
  await page.getByRole("img", { name: `Skeleton of ${clip}, frame ${frame} of` }).waitFor();
  // Moving the slider shows the recording again.
  await seek(page, 100);
  await view.waitFor();
});

it("opens a chosen or sent recording, and refuses other files", async () => {
  const library = await Library.ofSamples();
  const bytes = await readFile(await library.recorded(WALKS, 4));
  const { page, server } = await openStudio({ library });
  const panel = await openPanel(page, "Recording");
  await panel.getByText(/Drop a/).waitFor();
  expect(await violations(page)).toEqual([]);
  const choose = (name: string, buffer: Buffer) =>
    panel
      .getByLabel("Recording file")
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await choose("bad.fwrec", Buffer.from("BVH"));
  await panel.getByRole("alert").getByText("bad.fwrec: not a recording of a character").waitFor();
  await choose("mine.fwrec", bytes);
  await panel.getByText("mine.fwrec").waitFor();
  expect(await panel.getByRole("alert").count()).toBe(0);

  // A running game sends its own recording to the open page.
  const url = new URL(server.url);
  const answer = await fetch(`${url.origin}/api/recording?name=game`, {
    method: "POST",
    headers: {
      "x-footwork-token": url.hash.slice(1),
      "content-type": "application/octet-stream",
    },
    body: bytes,
  });
  expect(answer.status).toBe(200);
  await panel.getByText("game", { exact: true }).waitFor();
});
