import type { Studio } from "../state/studio";
import type { Change } from "./edits";

/** What making a change needs of the studio. */
type Host = Pick<Studio, "clip" | "labels" | "editClips" | "select">;

/**
 * Makes a change in the clip that it was worked out for, also where another one is open by now, and
 * selects what came of it where it is the open one.
 */
export function commitChange(studio: Host, { label, operations, selection }: Change, clip: string) {
  const isOpen = studio.clip() === clip;
  const isReadOnly = isOpen && Boolean(studio.labels()?.readOnly);
  studio.editClips(label, [{ clip, operations }]);
  if (isOpen && !isReadOnly) studio.select(selection);
}
