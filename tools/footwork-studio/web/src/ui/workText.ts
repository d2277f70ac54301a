import type { Work } from "../state/changes";
import { countText, numberText } from "./counts";

/** The phases of an edit of many clips: all files are first written next to the old ones, and then replace them. */
const SAVING: Record<string, string> = {
  "writing files": "written",
  "replacing files": "in place",
};

/** Describes the work, with a text that stays constant until it ends, and its progress. */
export function workText({ what, done, of }: Work): { what: string; far: string } {
  const saving = SAVING[what];
  return saving === undefined
    ? { what, far: `${numberText(done)} of ${numberText(of)}` }
    : { what: `Saving ${countText(of, "file")}`, far: `${numberText(done)} ${saving}` };
}

/** The work of saving an edit, if there is any. */
export function savingOf(work: readonly Work[]): Work | undefined {
  return work.find(({ what }) => what in SAVING);
}
