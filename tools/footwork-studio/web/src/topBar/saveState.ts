import type { SaveState } from "../state/editQueue";

/** What the save indicator depends on. */
export interface SaveFacts {
  state: SaveState;
  /** The number of edits of this page that are not confirmed to be on disk. */
  pending: number;
  /** The number of unsaved edits that the server keeps, plus the edits of closed pages that this browser keeps. */
  unsaved: number;
  /** Whether this page can no longer save anything. */
  isOver: boolean;
  isConnected: boolean;
}

/** The save indicator: its kind and its text. `saved` only if every edit is on disk and the server answers. */
export interface SaveWord {
  kind: "saved" | "saving" | "failed" | "away";
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
  if (isOver || !isConnected) return { kind: "away", text: "Not connected" };
  return { kind: "saved", text: "Saved" };
}
