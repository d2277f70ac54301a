import { createEffect, createMemo, createSignal, For, onCleanup, onMount, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { type Change, isSelected, remove, setNumbers } from "./edits";
import { seenRows, type TableRow, tableRows } from "./tableRows";
import "./labelTable.css";

/** As labelTable.css says. */
const ROW_HEIGHT = 27;
const COLUMNS = ["name", "start", "stop", "rule", "remove"] as const;
/** Of a row that is about to go. */
const NONE: TableRow = {
  name: "",
  start: 0,
  stop: undefined,
  byRule: false,
  one: { kind: "event", event: "", time: -1 },
};
type Column = (typeof COLUMNS)[number];

/**
 * All spans and events of the open clip as numbers: what the lanes show, for who would rather read
 * and type. Arrows go from cell to cell, Enter edits a number, Space selects, Delete removes.
 */
export function LabelTable() {
  const studio = useStudio();
  const [filter, setFilter] = createSignal("");
  const [cell, setCell] = createSignal({ row: 0, column: 0 });
  const [typing, setTyping] = createSignal<{ row: number; column: Column; text: string }>();
  const [problem, setProblem] = createSignal<string | undefined>(undefined);
  const [view, setView] = createSignal({ top: 0, height: 400 });
  let body: HTMLDivElement | undefined;

  const rows = createMemo(() => tableRows(studio.labels(), filter()));
  const seen = createMemo(() => {
    const [first, behind] = seenRows(rows().length, view().top, view().height, ROW_HEIGHT);
    // By their places, so that an edit changes what a row says and leaves the focus where it is.
    return Array.from({ length: behind - first }, (_, at) => first + at);
  });
  const current = () => ({
    row: Math.min(cell().row, Math.max(rows().length - 1, 0)),
    column: cell().column,
  });
  const canEdit = () => !studio.labels()?.readOnly;

  const reveal = (row: number) => {
    if (!body) return;
    const top = row * ROW_HEIGHT;
    if (top < body.scrollTop) body.scrollTop = top;
    else if (top + ROW_HEIGHT > body.scrollTop + body.clientHeight)
      body.scrollTop = top + ROW_HEIGHT - body.clientHeight;
  };
  const focusCell = () =>
    requestAnimationFrame(() =>
      body?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus(),
    );
  const go = (row: number, column: number) => {
    const to = {
      row: Math.min(Math.max(row, 0), rows().length - 1),
      column: Math.min(Math.max(column, 0), COLUMNS.length - 1),
    };
    setCell(to);
    reveal(to.row);
    focusCell();
  };
  const commit = (change: Change) => {
    studio.edit(change.label, change.operations);
    if (canEdit()) studio.select(change.selection);
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
  const drop = (row: TableRow) => {
    if (!canEdit()) return;
    commit(remove([row.one]));
    focusCell();
  };
  const startTyping = (place: number, column: Column, text?: string) => {
    const row = rows()[place];
    if (!row || !canEdit() || (column !== "start" && column !== "stop")) return;
    if (column === "stop" && row.stop === undefined) return;
    setProblem(undefined);
    setTyping({ row: place, column, text: text ?? String(row[column] ?? "") });
  };
  /** Takes over what was typed; the cell stays open where it cannot be so. */
  const save = (text: string): boolean => {
    const now = typing();
    const row = now && rows()[now.row];
    const labels = studio.labels();
    if (!now || !row || !labels) return true;
    const value = Number(text.trim() === "" ? Number.NaN : text.replace(",", "."));
    const change = setNumbers(labels, row.one, {
      start: now.column === "start" ? value : row.start,
      stop: now.column === "stop" ? value : (row.stop ?? row.start),
    });
    if ("problem" in change) {
      setProblem(change.problem);
      return false;
    }
    setTyping(undefined);
    setProblem(undefined);
    if (change.operations.length === 0) return true;
    commit(change);
    // The row may have another place now: its cell keeps the focus.
    const [kept] = change.selection;
    const place = kept ? rows().findIndex(({ one }) => isSelected([kept], one)) : -1;
    if (place >= 0) setCell({ row: place, column: COLUMNS.indexOf(now.column) });
    return true;
  };
  const cancel = () => {
    setTyping(undefined);
    setProblem(undefined);
    focusCell();
  };

  const key = (event: KeyboardEvent) => {
    if (typing() || event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, column } = current();
    const here = rows()[row];
    const name = COLUMNS[column];
    if (!here || !name) return;
    const page = Math.max(Math.floor(view().height / ROW_HEIGHT) - 1, 1);
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
    const move = moves[event.key];
    if (move) go(...move);
    else if (event.key === "Enter" || event.key === "F2") {
      if (name === "remove") drop(here);
      else if (name === "name" || name === "rule") select(here, false);
      else startTyping(row, name);
    } else if (event.key === " ")
      select(here, event.shiftKey || isSelected(studio.selection(), here.one));
    else if (event.key === "Delete" || event.key === "Backspace") drop(here);
    else if (/^\d$/.test(event.key) && (name === "start" || name === "stop"))
      startTyping(row, name, event.key);
    else return;
    // What the table takes is not for the studio's keys as well.
    event.preventDefault();
    event.stopPropagation();
  };

  onMount(() => {
    if (!body) return;
    const watched = body;
    const watcher = new ResizeObserver(() =>
      setView({ top: watched.scrollTop, height: watched.clientHeight }),
    );
    watcher.observe(watched);
    onCleanup(() => watcher.disconnect());
  });
  // What is selected in the lanes comes into sight here.
  createEffect(() => {
    const [first] = studio.selection();
    if (!first || body?.contains(document.activeElement)) return;
    const place = rows().findIndex(({ one }) => isSelected([first], one));
    if (place < 0) return;
    setCell((old) => ({ ...old, row: place }));
    reveal(place);
  });
  createEffect(() => {
    studio.clip();
    setTyping(undefined);
  });

  const tab = (place: number, column: number) =>
    current().row === place && current().column === column ? 0 : -1;
  const focused = (place: number, column: number) => setCell({ row: place, column });

  const numberCell = (row: () => TableRow, place: number, column: "start" | "stop") => {
    const at = COLUMNS.indexOf(column);
    const isOpen = () => typing()?.row === place && typing()?.column === column;
    const value = () => (column === "start" ? row().start : row().stop);
    return (
      <div
        role="gridcell"
        class="label-number"
        aria-colindex={at + 1}
        aria-readonly={!canEdit() || value() === undefined}
        tabindex={isOpen() ? -1 : tab(place, at)}
        onFocus={() => focused(place, at)}
        onDblClick={() => startTyping(place, column)}
      >
        <Show when={isOpen()} fallback={value() ?? <span aria-label="no stop">–</span>}>
          <input
            inputmode="decimal"
            autocomplete="off"
            aria-label={`${column} of ${row().name}`}
            aria-invalid={problem() !== undefined}
            value={typing()?.text ?? ""}
            ref={(input) =>
              queueMicrotask(() => {
                input.focus();
                // A digit that was typed is gone on with, a number that was there is replaced.
                if (typing()?.text === String(value())) input.select();
              })
            }
            on:keydown={(event: KeyboardEvent) => {
              if (event.key === "Enter" || event.key === "Tab") {
                if (save((event.currentTarget as HTMLInputElement).value)) focusCell();
              } else if (event.key === "Escape") cancel();
              else return;
              event.preventDefault();
              event.stopPropagation();
            }}
            onBlur={(event) => {
              if (isOpen() && !save(event.currentTarget.value)) {
                setTyping(undefined);
                setProblem(undefined);
              }
            }}
          />
        </Show>
      </div>
    );
  };

  return (
    <div class="label-table">
      <div class="label-filter">
        <input
          type="search"
          aria-label="Filter labels by name"
          placeholder="Filter"
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        <span>
          {rows().length} {rows().length === 1 ? "label" : "labels"}
        </span>
      </div>
      <div
        role="grid"
        class="label-grid"
        aria-label="Labels of this clip"
        aria-rowcount={rows().length + 1}
        aria-colcount={COLUMNS.length}
        aria-multiselectable="true"
        on:keydown={key}
      >
        <div role="rowgroup">
          <div role="row" class="label-row label-heads" aria-rowindex={1}>
            <span role="columnheader">Label</span>
            <span role="columnheader">Start</span>
            <span role="columnheader">Stop</span>
            <span role="columnheader">
              <span class="unseen">By a rule</span>
            </span>
            <span role="columnheader">
              <span class="unseen">Remove</span>
            </span>
          </div>
        </div>
        <div
          role="rowgroup"
          class="label-rows"
          ref={body}
          onScroll={(event) =>
            setView({
              top: event.currentTarget.scrollTop,
              height: event.currentTarget.clientHeight,
            })
          }
        >
          <div role="presentation" style={{ height: `${rows().length * ROW_HEIGHT}px` }}>
            <For each={seen()}>
              {(place) => {
                const row = () => rows()[place] ?? NONE;
                return (
                  <div
                    role="row"
                    class="label-row"
                    aria-rowindex={place + 2}
                    aria-selected={isSelected(studio.selection(), row().one)}
                    style={{ top: `${place * ROW_HEIGHT}px` }}
                    onClick={(event) => {
                      if (!typing())
                        select(row(), event.shiftKey || event.ctrlKey || event.metaKey);
                    }}
                  >
                    <div
                      role="gridcell"
                      class="label-name"
                      aria-colindex={1}
                      tabindex={tab(place, 0)}
                      title={row().name}
                      onFocus={() => focused(place, 0)}
                    >
                      <i
                        classList={{ "label-event": row().one.kind === "event" }}
                        style={{ "--swatch": studio.colour(row().name) }}
                      />
                      <span>{row().name}</span>
                    </div>
                    {numberCell(row, place, "start")}
                    {numberCell(row, place, "stop")}
                    <div
                      role="gridcell"
                      class="label-rule"
                      aria-colindex={4}
                      tabindex={tab(place, 3)}
                      onFocus={() => focused(place, 3)}
                    >
                      <Show when={row().byRule}>
                        <span title="A rule made it">rule</span>
                      </Show>
                    </div>
                    <div
                      role="gridcell"
                      class="label-remove"
                      aria-colindex={5}
                      tabindex={tab(place, 4)}
                      onFocus={() => focused(place, 4)}
                    >
                      <button
                        type="button"
                        tabindex="-1"
                        disabled={!canEdit()}
                        aria-label={`Remove ${row().name} at ${row().start}`}
                        onClick={(event) => {
                          event.stopPropagation();
                          drop(row());
                        }}
                      >
                        ×
                      </button>
                    </div>
                  </div>
                );
              }}
            </For>
          </div>
          <Show when={rows().length === 0}>
            <p class="label-none">
              {filter() === "" ? "Nothing is labelled in this clip." : "No label is called so."}
            </p>
          </Show>
        </div>
      </div>
      <Show when={problem()}>
        <p class="label-problem" role="alert">
          {problem()}
        </p>
      </Show>
    </div>
  );
}
