import type { ClipLabels } from "../api/types";
import { present } from "../state/selection";
import type { Selected } from "../state/studio";
import { type Change, setNumbers } from "./edits";
import { readNumber } from "./readNumber";

/**
 * An edited number of a label. It refers to the label instead of the table row, because rows can move during typing.
 */
export interface TypedNumber {
  one: Selected;
  column: "start" | "stop";
  text: string;
}

/** Returns the change for a typed number, or why the number is rejected; `undefined` if the label is gone. */
export function changeTyped(
  labels: ClipLabels,
  { one, column, text }: TypedNumber,
): Change | { problem: string } | undefined {
  if (present(labels, [one]).length === 0) return undefined;
  const value = readNumber(text);
  if (one.kind === "event") return setNumbers(labels, one, { start: value, stop: value });
  return setNumbers(labels, one, { start: one.start, stop: one.stop, [column]: value });
}
