import { readFileSync } from "node:fs";

/** Texts that a test types into the wrong part of the page, and the paces at which it types them. */
interface Recorded {
  msPerKey: number[];
  /** The pauses between words, in milliseconds. */
  pauseMs: number[];
  /** How long each key is down, as a fraction of the time until the next key goes down. Above 1, keys overlap. */
  heldShare: number[];
  clips: string[];
  streams: { name: string; text: string }[];
}

export const RECORDED = JSON.parse(
  readFileSync(
    new URL("../../../../testdata/studio/typed-into-the-page.json", import.meta.url),
    "utf8",
  ),
) as Recorded;

/** A pace of typing. */
export interface Pace {
  msPerKey: number;
  pauseMs: number;
  heldShare: number;
}

/** All recorded paces. */
export const PACES: readonly Pace[] = RECORDED.msPerKey.flatMap((msPerKey) =>
  RECORDED.pauseMs.flatMap((pauseMs) =>
    RECORDED.heldShare.map((heldShare) => ({ msPerKey, pauseMs, heldShare })),
  ),
);

/** A key press or a key release, with its time in milliseconds since the first press. */
export interface Stroke {
  at: number;
  /** The name of the key, as in `KeyboardEvent.key`. */
  key: string;
  isDown: boolean;
}

/** Returns the keys of a text. Keys with names are written in braces, such as `{Enter}`. */
export const keysOf = (text: string): string[] => text.match(/\{[A-Z]\w+\}|./gsu)?.map(keyOf) ?? [];

const keyOf = (part: string) => (part.length > 2 ? part.slice(1, -1) : part);

/** Returns the key presses and releases that a keyboard sends while a text is typed. */
export function strokesOf(keys: readonly string[], pace: Pace): Stroke[] {
  let at = 0;
  const strokes = keys.flatMap((key): Stroke[] => {
    const down = at;
    at += pace.msPerKey + (key === " " ? pace.pauseMs : 0);
    return [
      { at: down, key, isDown: true },
      { at: down + pace.msPerKey * pace.heldShare, key, isDown: false },
    ];
  });
  return strokes.sort((a, b) => a.at - b.at);
}
