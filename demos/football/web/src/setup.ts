import type { Setup } from "./worker/messages";

/** The setup of the first match of a page. */
export interface StartSetup extends Setup {
  halfSecs?: number;
  leaves?: number;
  /** When the match begins: `when-asked` waits until a player presses a key. */
  start: "at-once" | "when-asked" | "paused";
}

/** The numbers that an address may have after its `?`, such as `?humans=2&seed=3`, and their places in the setup. */
const NUMBERS = {
  "a-side": "aSide",
  humans: "humans",
  half: "halfSecs",
  leaves: "leaves",
} as const;
const OTHERS = ["seed", "paused", "show", "tour", "paint"];

/** Reads the options in an address. Throws an `Error` that names the wrong one; the match itself checks ranges. */
export function setupOf(search: string): StartSetup {
  const given = new URLSearchParams(search);
  const setup: StartSetup = { aSide: 5, humans: 1, seed: "7", start: "when-asked" };
  for (const [name, value] of given) {
    if (OTHERS.includes(name)) continue;
    const place = NUMBERS[name as keyof typeof NUMBERS];
    if (place === undefined)
      throw new Error(
        `There is no option “${name}”: try ${[...Object.keys(NUMBERS), ...OTHERS].join(", ")}.`,
      );
    if (!/^\d{1,9}$/.test(value))
      throw new Error(`“${name}” must be a whole number, not “${value}”.`);
    setup[place] = Number(value);
  }
  if (given.has("seed")) setup.seed = given.get("seed") ?? "";
  if (given.has("paused")) setup.start = "paused";
  if (given.has("show")) Object.assign(setup, { humans: 0, start: "at-once" });
  return setup;
}
