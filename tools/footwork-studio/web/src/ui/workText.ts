import type { Work } from "../state/changes";
import { countText, numberText } from "./counts";

/** The phases of an edit of many clips. All files are first written next to the old files, and then replace them. */
const SAVING: Record<string, string> = {
  "writing files": "written",
  "replacing files": "in place",
};

/** Describes work: `what` stays the same until the work ends, and `far` is its progress. */
export function workText({ what, done, of }: Work): { what: string; far: string } {
  const saving = SAVING[what];
  return saving === undefined
    ? { what, far: `${numberText(done)} of ${numberText(of)}` }
    : { what: `Saving ${countText(of, "file")}`, far: `${numberText(done)} ${saving}` };
}

/** Returns the work of saving an edit; `undefined` if no edit is being saved. */
export function savingOf(work: readonly Work[]): Work | undefined {
  return work.find(({ what }) => what in SAVING);
}
