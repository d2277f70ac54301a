import { createEffect, createMemo, createSignal, on } from "solid-js";
import type { Selected, Studio } from "../state/studio";
import { createVirtualRows } from "../ui/virtualRows";
import { commitChange } from "./commitChange";
import { type Change, isSelected, remove } from "./edits";
import { type TableRow, tableRows } from "./tableRows";
import { changeTyped, type TypedNumber } from "./typedNumber";

/** The height of a row in pixels. labelTable.css has the same height. */
export const ROW_HEIGHT = 27;

export const COLUMNS = ["name", "start", "stop", "rule", "remove"] as const;
export type Column = (typeof COLUMNS)[number];

/** The shared state of the label table: its rows, the focus, and the edited cell. */
export function createLabelTableModel(studio: Studio) {
  const [filter, setFilter] = createSignal("");
  const [cell, setCell] = createSignal({ row: 0, column: 0 });
  const [typing, setTyping] = createSignal<TypedNumber | undefined>(undefined);
  const [problem, setProblem] = createSignal<string | undefined>(undefined);
  const [scroller, setScroller] = createSignal<HTMLDivElement>();

  const rows = createMemo(() => tableRows(studio.labels(), filter()));
  const virtual = createVirtualRows({
    count: () => rows().length,
    height: () => ROW_HEIGHT,
    element: scroller,
  });
  const current = () => ({
    row: Math.min(cell().row, Math.max(rows().length - 1, 0)),
    column: cell().column,
  });
  const canEdit = () => !studio.labels()?.readOnly;
  const placeOf = (one: TypedNumber["one"] | undefined) =>
    one ? rows().findIndex((row) => isSelected([one], row.one)) : -1;

  const focusCell = () =>
    requestAnimationFrame(() =>
      scroller()?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus(),
    );
  const go = (row: number, column: number) => {
    const to = {
      row: Math.min(Math.max(row, 0), rows().length - 1),
      column: Math.min(Math.max(column, 0), COLUMNS.length - 1),
    };
    setCell(to);
    virtual.show(to.row);
    focusCell();
  };
  const select = (row: TableRow, isAdding: boolean) => {
    const old = studio.selection();
    const has = isSelected(old, row.one);
    if (!isAdding) {
      studio.select([row.one]);
      studio.clock.pause();
      studio.clock.seek(Math.floor(row.start));
    } else if (has) studio.select(old.filter((one) => !isSelected([row.one], one)));
    else studio.select([...old, row.one]);
  };
  const commit = (change: Change) => {
    const clip = studio.labels()?.clip;
    if (clip !== undefined) commitChange(studio, change, clip);
  };
  const dropAll = (some: readonly Selected[]) => {
    if (!canEdit()) return;
    commit(remove(some));
    // The focus must not move to the remove button of the next row, which the next key would press.
    go(current().row, COLUMNS.indexOf("name"));
  };
  const dropSelected = () => {
    if (studio.selection().length > 0) return dropAll(studio.selection());
    studio.notices.say({ kind: "news", text: "Nothing is selected: Space selects a row" });
  };

  const stopTyping = () => {
    setTyping(undefined);
    setProblem(undefined);
  };
  const startTyping = (row: TableRow, column: Column, text?: string) => {
    if (!canEdit() || (column !== "start" && column !== "stop")) return;
    if (row[column] === undefined) return;
    setProblem(undefined);
    setTyping({ one: row.one, column, text: text ?? String(row[column]) });
  };
  /** Commits the typed text and returns `true`. If the text is invalid, keeps the cell open and returns `false`. */
  const save = (): boolean => {
    const now = typing();
    const labels = studio.labels();
    const change = now && labels && changeTyped(labels, now);
    if (change && "problem" in change) {
      setProblem(change.problem);
      return false;
    }
    stopTyping();
    if (!now || !change || change.operations.length === 0) return true;
    commit(change);
    // If the row has moved, its cell keeps the focus.
    const place = placeOf(change.selection[0]);
    if (place >= 0) setCell({ row: place, column: COLUMNS.indexOf(now.column) });
    return true;
  };
  // Close the cell when its label is gone, because a key erased the label or the file changed on disk.
  createEffect(() => {
    const now = typing();
    if (now && placeOf(now.one) < 0) stopTyping();
  });
  createEffect(on(studio.clip, stopTyping, { defer: true }));

  // Scroll to the label selected in the lanes.
  createEffect(() => {
    const place = placeOf(studio.selection()[0]);
    if (place < 0 || scroller()?.contains(document.activeElement)) return;
    setCell((old) => ({ ...old, row: place }));
    virtual.show(place);
  });

  return {
    filter,
    setFilter,
    rows,
    virtual,
    setScroller,
    current,
    setCell,
    canEdit,
    problem,
    typing,
    setTyping,
    isTyping: (row: TableRow, column: Column) => {
      const now = typing();
      return now?.column === column && isSelected([now.one], row.one);
    },
    stopTyping,
    save,
    focusCell,
    select,
    drop(row: TableRow) {
      setCell({ row: placeOf(row.one), column: COLUMNS.indexOf("name") });
      dropAll([row.one]);
    },
    dropSelected,
    startTyping,
    go,
  };
}

export type LabelTableModel = ReturnType<typeof createLabelTableModel>;
