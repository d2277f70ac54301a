import { cp, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { openStudio } from "./harness";
import { Library } from "./library";
import { openPanel } from "./parts";

/** Parts of the Proposals panel. */

export const queue = (page: Page) => page.getByRole("listbox", { name: "Proposals" });
export const rows = (page: Page) => queue(page).getByRole("option");
export const card = (page: Page) => page.getByRole("region", { name: "Current proposal" });

/** Returns the number of proposals that are still to be decided. */
export const toDecide = async (page: Page) =>
  Number(
    /(\d+) to decide/.exec((await page.locator(".proposal-status").textContent()) ?? "")?.[1] ?? 0,
  );

const SAMPLES = resolve("../../../samples");
const LABELLED = ["walk", "turn_left", "turn_right", "kick", "punch"];
/** The unlabelled clips, each with a part of the name of a sample that has its motion. */
const UNLABELLED = { run: "run", jump: "jump", stroll: "walk", round: "turn_left" };

/**
 * Makes a library of a few samples, some of them without labels. Walks are labelled in pieces, so that there are more
 * than ten labelled spans.
 */
export async function halfLabelled(): Promise<Library> {
  const library = await Library.ofUntagged();
  for (const name of (await library.files()).keys()) await rm(join(library.root, name));
  const from = (name: string) => join(SAMPLES, "deepmimic", name);
  const to = (name: string) => join(library.root, name);
  for (const clip of LABELLED) {
    await cp(from(`${clip}.txt`), to(`${clip}.txt`));
    const text = await readFile(from(`${clip}.txt.tags`), "utf8");
    const walks = [0, 9, 18, 27].map((start) => `tag Gait.Walk ${start} ${start + 9}\n`).join("");
    await library.write(`${clip}.txt.tags`, text.replace(/^tag Gait\.Walk .*\n/m, walks));
  }
  for (const [clip, motion] of Object.entries(UNLABELLED))
    await cp(from(`${motion}.txt`), to(`${clip}.txt`));
  await cp(join(SAMPLES, "footwork.toml"), to("footwork.toml"));
  await library.replace("footwork.toml", /^\[rules\]\n(?:[^[\n].*(?:\n|$)|\n)*/m, "");
  return library;
}

const sidecars = async (library: Library) =>
  [...(await library.files()).keys()].filter((name) => name.endsWith(".tags"));

/** Opens the panel and waits for the first proposals. */
export async function proposing(library: Library, before?: (page: Page) => Promise<void>) {
  const studio = await openStudio({ library, ...(before && { before }) });
  await openPanel(studio.page, "Proposals");
  await rows(studio.page).first().waitFor({ timeout: 150_000 });
  return studio;
}
/** Returns the labels of all clips, as text. */
export async function labels(library: Library): Promise<string> {
  const texts = await Promise.all((await sidecars(library)).map((name) => library.text(name)));
  return texts.join("\n");
}

/** Returns the number of tagged spans in the text of sidecars. */
export const tagLines = (text: string) => text.match(/^tag .*$/gm)?.length ?? 0;
