import type { Studio } from "../state/studio";
import type { Change } from "./edits";

/** The parts of the studio that committing a change uses. */
type Host = Pick<Studio, "clip" | "labels" | "editClips" | "select">;

/**
 * Commits a change to the clip for which it was computed, even if another clip has been opened since. Selects the
 * result if that clip is still open.
 */
export function commitChange(studio: Host, { label, operations, selection }: Change, clip: string) {
  const isOpen = studio.clip() === clip;
  const isReadOnly = isOpen && Boolean(studio.labels()?.readOnly);
  studio.editClips(label, [{ clip, operations }]);
  if (isOpen && !isReadOnly) studio.select(selection);
}
