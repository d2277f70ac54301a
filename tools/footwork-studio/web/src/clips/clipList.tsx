import {
  createEffect,
  createMemo,
  createSignal,
  For,
  Index,
  on,
  onCleanup,
  onMount,
  Show,
} from "solid-js";
import type { ClipColumn } from "../state/preferences";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { Icon, IconButton } from "../ui/icon";
import { createVirtualRows } from "../ui/virtualRows";
import { arrange, framesIn } from "./arrange";
import { addClipCommands } from "./clipCommands";
import { ClipRowView, rowId } from "./clipRowView";
import { NoClips } from "./noClips";
import "../ui/ui.css";
import "./clips.css";

/** From this width on, a clip takes one line instead of two. */
const WIDE_PX = 520;
/** While a key repeats, only the clip where it rests is opened. */
const REST_MS = 120;

const COLUMNS: { id: ClipColumn; title: string; short: string }[] = [
  { id: "name", title: "Name", short: "Name" },
  { id: "length", title: "Length", short: "Length" },
  { id: "tags", title: "Tags", short: "Tags" },
  { id: "events", title: "Events", short: "Events" },
  { id: "matches", title: "Frames that match the query", short: "Match" },
  { id: "warnings", title: "Errors and warnings", short: "⚠" },
];

/** All clips, or those that the filter keeps, sorted by a column. */
export function ClipList() {
  const studio = useStudio();
  const [filter, setFilter] = createSignal("");
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const [width, setWidth] = createSignal(0);
  const [cursor, setCursor] = createSignal<string | undefined>(undefined);
  let field: HTMLInputElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const chosen = () => studio.preferences().clipList;
  const choose = (some: Partial<ReturnType<typeof chosen>>) =>
    studio.prefer({ clipList: { ...chosen(), ...some } });
  const hasQuery = () => studio.query.answer() !== undefined;
  const matched = (name: string) => framesIn(studio.matchesOf(name));
  const rows = createMemo(() =>
    arrange(studio.clips(), {
      filter: filter(),
      onlyMatches: chosen().onlyMatches && hasQuery(),
      column: chosen().column,
      isDescending: chosen().isDescending,
      matched,
    }),
  );
  createEffect(() => studio.setListed(rows()));
  const placeOf = (name: string | undefined) => rows().findIndex((row) => row.name === name);
  const isWide = () => width() >= WIDE_PX;
  const height = () => (isWide() ? 30 : 46);
  const virtual = createVirtualRows({
    count: () => rows().length,
    height,
    head: 26,
    element: scroller,
  });
  const at = createMemo(() => placeOf(cursor()));

  // The cursor is at the open clip; arrow keys move it ahead of the clip for a moment.
  createEffect(
    on(studio.clip, (name) => {
      clearTimeout(timer);
      setCursor(name);
      virtual.show(placeOf(name));
    }),
  );

  // Without the filter, the open clip can be anywhere in the list.
  createEffect(on(filter, (text) => text === "" && virtual.show(at()), { defer: true }));

  const go = (place: number, isRepeated: boolean) => {
    const row = rows()[Math.min(Math.max(place, 0), rows().length - 1)];
    if (!row) return;
    setCursor(row.name);
    virtual.show(placeOf(row.name));
    clearTimeout(timer);
    const open = () => {
      if (studio.clip() !== row.name) void studio.open(row.name);
    };
    if (isRepeated) timer = setTimeout(open, REST_MS);
    else open();
  };
  const moves: Record<string, () => number> = {
    ArrowDown: () => at() + 1,
    ArrowUp: () => at() - 1,
    PageDown: () => at() + virtual.page(),
    PageUp: () => at() - virtual.page(),
    Home: () => 0,
    Enter: () => Math.max(at(), 0),
    End: () => rows().length - 1,
  };
  const moved = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "Enter" && event.target !== scroller()) return;
    const move = moves[event.key];
    if (!move) return;
    // In the list the key belongs to the list alone: Enter edits no numbers beside it.
    event.preventDefault();
    go(move(), event.repeat);
  };
  const inField = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      if (filter() === "") scroller()?.focus();
      else setFilter("");
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      scroller()?.focus();
      if (at() < 0) go(0, false);
    }
  };

  const sortBy = (column: ClipColumn) => {
    const isSame = chosen().column === column;
    // Columns of numbers start in descending order: people look for the large ones.
    choose({ column, isDescending: isSame ? !chosen().isDescending : column !== "name" });
  };

  onMount(() => {
    const list = scroller();
    if (!list) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(list);
    onCleanup(() => observer.disconnect());
  });
  onCleanup(() => clearTimeout(timer));
  addClipCommands(studio, {
    focusFilter() {
      field?.focus();
      field?.select();
    },
    focusList: () => scroller()?.focus(),
    toggleMatches: () => choose({ onlyMatches: !chosen().onlyMatches }),
  });

  return (
    <div class="clip-list" classList={{ wide: isWide() }}>
      <div class="clip-tools">
        <label class="clip-filter">
          <span class="unseen">Filter clips by name</span>
          <Icon name="search" />
          <input
            ref={field}
            type="text"
            placeholder="Filter clips"
            value={filter()}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => setFilter(event.currentTarget.value)}
            onKeyDown={inField}
          />
          <Show when={filter() !== ""}>
            <IconButton
              icon="close"
              label="Clear the filter"
              onClick={() => {
                setFilter("");
                field?.focus();
              }}
            />
          </Show>
        </label>
        <button
          type="button"
          class="only-matches"
          aria-pressed={chosen().onlyMatches}
          title="Show only clips with a match"
          onClick={() => choose({ onlyMatches: !chosen().onlyMatches })}
        >
          Matches
        </button>
      </div>
      <div class="clip-body">
        <div
          class="clip-grid"
          role="grid"
          tabindex="0"
          aria-label="Clips"
          aria-rowcount={rows().length + 1}
          aria-colcount={COLUMNS.length}
          aria-activedescendant={at() >= 0 ? rowId(at()) : undefined}
          onKeyDown={moved}
          ref={setScroller}
        >
          <div class="clip-head" role="row" aria-rowindex={1}>
            <For each={COLUMNS}>
              {(column) => (
                <div
                  role="columnheader"
                  class={`cell-${column.id}`}
                  classList={{ sorted: chosen().column === column.id }}
                  aria-sort={
                    chosen().column !== column.id
                      ? "none"
                      : chosen().isDescending
                        ? "descending"
                        : "ascending"
                  }
                >
                  <button
                    type="button"
                    title={`Sort by: ${column.title}`}
                    onClick={() => sortBy(column.id)}
                  >
                    <span aria-hidden="true">{column.short}</span>
                    <span class="unseen">{column.title}</span>
                    <Show when={chosen().column === column.id}>
                      <Icon name={chosen().isDescending ? "down" : "up"} />
                    </Show>
                  </button>
                </div>
              )}
            </For>
          </div>
          <div class="clip-rows" role="rowgroup" style={{ height: `${virtual.total()}px` }}>
            <Index each={virtual.slots()}>
              {(index) => (
                <Show when={rows()[index()]}>
                  {(row) => (
                    <ClipRowView
                      row={row()}
                      index={index()}
                      top={index() * height()}
                      height={height()}
                      isOpen={studio.clip() === row().name}
                      isAtCursor={cursor() === row().name}
                      hasQuery={hasQuery()}
                      unit={chosen().unit}
                      onOpen={() => {
                        go(index(), false);
                        // After a click, keys go to the motion: arrow keys step through frames.
                        scroller()?.blur();
                      }}
                    />
                  )}
                </Show>
              )}
            </Index>
          </div>
        </div>
        <Show when={rows().length === 0}>
          <NoClips
            isFiltered={filter().trim() !== ""}
            isOfMatches={chosen().onlyMatches && hasQuery()}
            showAll={() => {
              setFilter("");
              choose({ onlyMatches: false });
            }}
          />
        </Show>
      </div>
      <div class="clip-foot numbers">
        <span>
          {rows().length === studio.clips().length
            ? countText(rows().length, "clip")
            : `${numberText(rows().length)} of ${countText(studio.clips().length, "clip")}`}
        </span>
        <button
          type="button"
          class="icon-button"
          title="Show lengths in seconds or in frames"
          onClick={() => choose({ unit: chosen().unit === "secs" ? "frames" : "secs" })}
        >
          {chosen().unit === "secs" ? "Seconds" : "Frames"}
        </button>
      </div>
    </div>
  );
}
