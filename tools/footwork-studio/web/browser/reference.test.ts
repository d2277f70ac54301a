import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { violations } from "footwork-page/browser/axe";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { leaveFields, openClip, openPanel, saved } from "./parts";

const RATE = 8000;

/** Returns a silent sound file that is too large for a single response of the server. */
function wav(secs: number): Buffer {
  const bytes = Buffer.alloc(44 + secs * RATE * 2);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  return bytes;
}

const CLIP = "cmu/playground_jump_turn_left_01.bvh";

it("plays a sound of the library along with a clip, with offset and rate from the sidecar", async () => {
  const library = await Library.ofSamples();
  await mkdir(join(library.root, "takes"));
  await writeFile(join(library.root, "takes/first take.wav"), wav(200));
  const { page } = await openStudio({ library, clip: CLIP });
  const panel = await openPanel(page, "Clip");
  await panel
    .getByRole("combobox", { name: "Video or sound" })
    .selectOption("takes/first take.wav");
  await saved(page);
  // The response to the edit of the offset arrives while the rate is being typed, and must not change the typed text.
  let answers = 0;
  let letGo = () => {};
  const isTyped = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route("**/api/edit", async (route) => {
    await isTyped;
    await route.continue();
    answers += 1;
  });
  await panel.getByRole("spinbutton", { name: "Offset, s" }).fill("150");
  await panel.getByRole("spinbutton", { name: "Offset, s" }).press("Tab");
  await panel.getByRole("spinbutton", { name: "Rate" }).fill("0.5");
  expect(answers).toBe(0);
  letGo();
  await saved(page);
  expect(answers).toBe(1);
  await panel.getByRole("spinbutton", { name: "Rate" }).press("Tab");
  await saved(page);
  await page.unroute("**/api/edit");
  await eventually(async () =>
    expect(await library.text(`${CLIP}.tags`)).toContain(
      'reference "takes/first take.wav" offset 150 rate 0.5\n',
    ),
  );
  const player = page.getByRole("figure", { name: "Reference: takes/first take.wav" });
  const media = player.locator("video");
  const secs = () => media.evaluate((it: HTMLVideoElement) => it.currentTime);
  // The clip has 60 frames per second.
  await leaveFields(page);
  await page.keyboard.press("Home");
  await eventually(async () => expect(await secs()).toBeCloseTo(150, 1));
  await page.keyboard.press("End");
  const frame = () => Number(new URL(page.url()).searchParams.get("frame"));
  await eventually(() => expect(frame()).toBeGreaterThan(100));
  await eventually(async () => expect(await secs()).toBeCloseTo(150 + (0.5 * frame()) / 60, 2));
  expect(await violations(page)).toEqual([]);

  // The sound starts and stops together with the clip.
  await page.keyboard.press("Home");
  const isPaused = () => media.evaluate((it: HTMLVideoElement) => it.paused);
  await page.keyboard.press("Space");
  await eventually(async () => expect(await isPaused()).toBe(false));
  await eventually(async () => expect(await secs()).toBeGreaterThan(150.1));
  expect(await media.evaluate((it: HTMLVideoElement) => it.playbackRate)).toBe(0.5);
  await page.keyboard.press("Space");
  await eventually(async () => expect(await isPaused()).toBe(true));

  // Another clip has no reference, and undo removes the reference of this clip.
  await openClip(page, "deepmimic/run.txt");
  await player.waitFor({ state: "detached" });
  await openClip(page, CLIP);
  await player.waitFor();
  await leaveFields(page);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z");
  await player.waitFor({ state: "detached" });
  await eventually(async () =>
    expect(await library.text(`${CLIP}.tags`)).not.toContain("reference"),
  );
});

it("says that not all videos and sounds are listed", async () => {
  const library = await Library.ofSamples();
  const { page } = await openStudio({ library, clip: CLIP });
  const panel = await openPanel(page, "Clip");
  await panel.getByText("A video or sound in the library").waitFor();
  const note = panel.getByText("more files than are searched");
  expect(await note.count()).toBe(0);
  await mkdir(join(library.root, "in/".repeat(20)), { recursive: true });
  await page.reload();
  await note.waitFor();
});
