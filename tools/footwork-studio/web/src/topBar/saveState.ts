import type { SaveState } from "../state/editQueue";

/** The facts that the save indicator depends on. */
export interface SaveFacts {
  state: SaveState;
  /** Edits of this page that are not confirmed to be on disk. */
  pending: number;
  /** Edits that the server keeps because it could not save them, and those of an earlier session. */
  unsaved: number;
  /** Whether nothing can be saved from this page any more. */
  isOver: boolean;
  isConnected: boolean;
}

/** The state of the edits in a few words; `saved` only if every one is on disk. */
export interface SaveWord {
  kind: "saved" | "saving" | "failed";
  text: string;
}

export function saveWord({ state, pending, unsaved, isOver, isConnected }: SaveFacts): SaveWord {
  const waiting = pending + unsaved;
  if (isOver && waiting > 0) return { kind: "failed", text: `Not saved: ${waiting}` };
  if (state === "waiting" || (pending > 0 && !isConnected))
    return { kind: "failed", text: `Not saved: ${waiting}, retrying` };
  if (unsaved > 0) return { kind: "failed", text: `Not saved: ${waiting}` };
  if (pending > 0 || state === "saving")
    return { kind: "saving", text: pending > 1 ? `Saving ${pending}…` : "Saving…" };
  return { kind: "saved", text: "Saved" };
}
