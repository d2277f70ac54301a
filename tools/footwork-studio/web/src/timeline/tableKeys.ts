import type { Studio } from "../state/studio";
import { isSelected } from "./edits";
import { COLUMNS, type LabelTableModel } from "./labelTableModel";

/** Returns the cell to which a navigation key leads from a cell of the table; `undefined` for any other key. */
export function goneTo(
  key: string,
  row: number,
  column: number,
  page: number,
): [row: number, column: number] | undefined {
  const moves: Record<string, [number, number]> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    PageUp: [row - page, column],
    PageDown: [row + page, column],
    Home: [row, 0],
    End: [row, COLUMNS.length - 1],
  };
  return moves[key];
}

/**
 * Handles a key in the table. Returns whether the key was handled. Ignores Backspace, because it also corrects typed
 * text.
 */
export function pressed(studio: Studio, model: LabelTableModel, event: KeyboardEvent): boolean {
  if (model.typing() || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { row, column } = model.current();
  const here = model.rows()[row];
  const name = COLUMNS[column];
  if (!here || !name) return false;
  const to = goneTo(event.key, row, column, model.virtual.page());
  if (to) model.go(...to);
  else if (event.key === "Enter" || event.key === "F2") {
    if (name === "remove") model.drop(here);
    else if (name === "name" || name === "rule") model.select(here, false);
    else model.startTyping(here, name);
  } else if (event.key === " ")
    model.select(here, event.shiftKey || isSelected(studio.selection(), here.one));
  else if (event.key === "Delete") model.dropSelected();
  else if (/^\d$/.test(event.key) && (name === "start" || name === "stop"))
    model.startTyping(here, name, event.key);
  else return false;
  return true;
}
