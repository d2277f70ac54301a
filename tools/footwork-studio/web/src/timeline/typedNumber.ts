import type { ClipLabels } from "../api/types";
import { present } from "../state/selection";
import type { Selected } from "../state/studio";
import { type Change, setNumbers } from "./edits";
import { readNumber } from "./readNumber";

/** A number of a label that is being edited. It refers to its label, since rows come and go meanwhile. */
export interface TypedNumber {
  one: Selected;
  column: "start" | "stop";
  text: string;
}

/** The change that typing it makes, or why it is rejected; `undefined` if the label is gone. */
export function changeTyped(
  labels: ClipLabels,
  { one, column, text }: TypedNumber,
): Change | { problem: string } | undefined {
  if (present(labels, [one]).length === 0) return undefined;
  const value = readNumber(text);
  if (one.kind === "event") return setNumbers(labels, one, { start: value, stop: value });
  return setNumbers(labels, one, { start: one.start, stop: one.stop, [column]: value });
}
