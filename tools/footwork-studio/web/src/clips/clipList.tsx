import {
  createEffect,
  createMemo,
  createSignal,
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
import { extended, NO_CHOICE, toggled } from "./choice";
import { ChosenBar } from "./chosenBar";
import { addClipCommands } from "./clipCommands";
import { ClipHead, COLUMNS } from "./clipHead";
import { ClipRowView, rowId } from "./clipRowView";
import { FolderRowView } from "./folderRowView";
import { LibraryProgress } from "./libraryProgress";
import { NoClips } from "./noClips";
import { createStrips } from "./strips";
import { flat, folderOf, placesOf, tree } from "./tree";
import "../ui/ui.css";
import "./clips.css";

/** The width of the list from which on all columns have room, in pixels. */
const WIDE_PX = 480;
const ROW_PX = 24;
/**
 * How long the cursor must stay on a clip before the clip opens, in milliseconds. While a key repeats, no clip opens.
 */
const REST_MS = 120;

/** The columns that are first sorted in ascending order: names from A on, and states from untouched on. */
const ASCENDING: readonly ClipColumn[] = ["name", "state"];

/** The list of clips, filtered and sorted by a column. */
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
  const hasFolders = createMemo(() => studio.names().some((name) => name.includes("/")));
  const places = createMemo(() => placesOf(studio.names()));
  /** Folders are shown only if the list is sorted by name. Other orders separate the clips of a folder. */
  const isTree = () => chosen().tree && chosen().column === "name" && hasFolders();
  const folded = createMemo(
    () => new Set(studio.preferences().foldedClips[studio.library()?.root ?? ""] ?? []),
  );
  const items = createMemo(() =>
    // While a filter is active, all folders are unfolded, so that the matching clips are visible.
    isTree()
      ? tree(rows(), filter().trim() === "" ? folded() : new Set(), places())
      : flat(rows(), places()),
  );
  const fold = (folder: string, isFolded = !folded().has(folder)) => {
    const root = studio.library()?.root;
    if (root === undefined || folded().has(folder) === isFolded) return;
    const all = isFolded ? [...folded(), folder] : [...folded()].filter((one) => one !== folder);
    studio.prefer({ foldedClips: { ...studio.preferences().foldedClips, [root]: all } });
  };
  const placeOf = (key: string | undefined) => items().findIndex((item) => item.key === key);
  const [choice, setChoice] = createSignal(NO_CHOICE);
  /** The selected clips that are in the list. */
  const picked = createMemo(() => rows().filter(({ name }) => choice().names.has(name)));
  createEffect(() => studio.setPicked(picked()));
  const isWide = () => width() >= WIDE_PX;
  const height = () => ROW_PX;
  const virtual = createVirtualRows({
    count: () => items().length,
    height,
    head: 26,
    element: scroller,
  });
  const at = createMemo(() => placeOf(cursor()));
  const stripOf = createStrips(studio.client, () =>
    virtual.slots().flatMap((place) => {
      const item = items()[place];
      return item?.kind === "clip" ? [item.row] : [];
    }),
  );

  // The cursor follows the open clip. Arrow keys move the cursor at once, and the clip at the cursor opens after a
  // delay.
  createEffect(
    on(studio.clip, (name) => {
      clearTimeout(timer);
      setCursor(name);
      if (name !== undefined) for (const above of foldersOf(name)) fold(above, false);
      virtual.show(placeOf(name));
    }),
  );
  const foldersOf = (name: string) => [...folded()].filter((folder) => name.startsWith(folder));

  // When the filter is cleared, the open clip may be far from the visible rows, so scroll to it.
  createEffect(on(filter, (text) => text === "" && virtual.show(at()), { defer: true }));

  const go = (place: number, isRepeated: boolean) => {
    const item = items()[Math.min(Math.max(place, 0), items().length - 1)];
    if (!item) return;
    setCursor(item.key);
    virtual.show(placeOf(item.key));
    clearTimeout(timer);
    if (item.kind === "folder") return;
    const open = () => {
      if (studio.clip() !== item.row.name) void studio.open(item.row.name);
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
    End: () => items().length - 1,
  };
  /**
   * Handles the left and right arrow keys, which fold and unfold folders or go to the folder above, and Enter, which
   * toggles a folder. Returns whether the key was handled.
   */
  const turned = (event: KeyboardEvent): boolean => {
    const item = items()[at()];
    if (!item || !isTree()) return false;
    if (item.kind === "folder") {
      if (event.key === "Enter") fold(item.folder);
      else if (event.key === "ArrowRight") fold(item.folder, false);
      else if (event.key === "ArrowLeft") fold(item.folder, true);
      else return false;
      return true;
    }
    if (event.key !== "ArrowLeft") return false;
    const above = placeOf(folderOf(item.row.name));
    if (above < 0) return false;
    go(above, false);
    return true;
  };
  const moved = (event: KeyboardEvent) => {
    if (event.metaKey || event.altKey) return;
    if (event.ctrlKey) {
      if (event.key !== "a" || event.target !== scroller()) return;
      event.preventDefault();
      event.stopPropagation();
      setChoice({ names: new Set(rows().map(({ name }) => name)), anchor: studio.clip() });
      return;
    }
    if (event.key === "Escape" && picked().length > 1) {
      event.preventDefault();
      event.stopPropagation();
      setChoice(NO_CHOICE);
      return;
    }
    if (event.key === "Enter" && event.target !== scroller()) return;
    if (!event.shiftKey && turned(event)) {
      event.preventDefault();
      return;
    }
    const move = moves[event.key];
    if (!move) return;
    // Keys pressed in the list have no effect elsewhere: Enter must not edit numbers in the timeline.
    event.preventDefault();
    const open = studio.clip();
    const to = items()[Math.min(Math.max(move(), 0), items().length - 1)];
    go(move(), event.repeat);
    if (to?.kind !== "clip") return;
    setChoice((now) => (event.shiftKey ? extended(now, items(), open, to.row.name) : NO_CHOICE));
  };
  const clicked = (event: MouseEvent, place: number, name: string) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      setChoice((now) =>
        event.shiftKey
          ? extended(now, items(), studio.clip(), name)
          : toggled(now, name, studio.clip()),
      );
      return;
    }
    setChoice(NO_CHOICE);
    go(place, false);
    // After a click, keys go to the timeline: arrow keys step through frames.
    scroller()?.blur();
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

  const clipAt = (place: number) => {
    const item = items()[place];
    return item?.kind === "clip" ? item : undefined;
  };
  const folderAt = (place: number) => {
    const item = items()[place];
    return item?.kind === "folder" ? item : undefined;
  };

  const sortBy = (column: ClipColumn) => {
    const isSame = chosen().column === column;
    // Columns of numbers are first sorted in descending order, because large values are the most interesting.
    choose({
      column,
      isDescending: isSame ? !chosen().isDescending : !ASCENDING.includes(column),
    });
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
    <div class="clip-list" classList={{ wide: isWide(), "with-query": hasQuery() }}>
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
        <Show when={hasFolders()}>
          <IconButton
            icon="tree"
            label="Folders"
            title="Show clips below their folders, in the order of their names"
            aria-pressed={isTree()}
            onClick={() =>
              choose(
                isTree() ? { tree: false } : { tree: true, column: "name", isDescending: false },
              )
            }
          />
        </Show>
      </div>
      <div class="clip-body">
        <div
          class="clip-grid"
          role="grid"
          tabindex="0"
          aria-label="Clips"
          aria-multiselectable="true"
          aria-rowcount={items().length + 1}
          aria-colcount={COLUMNS.length}
          aria-activedescendant={at() >= 0 ? rowId(at()) : undefined}
          onKeyDown={moved}
          ref={setScroller}
        >
          <ClipHead column={chosen().column} isDescending={chosen().isDescending} sortBy={sortBy} />
          <div class="clip-rows" role="rowgroup" style={{ height: `${virtual.total()}px` }}>
            <Index each={virtual.slots()}>
              {(index) => (
                <>
                  <Show when={clipAt(index())}>
                    {(item) => (
                      <ClipRowView
                        row={item().row}
                        index={index()}
                        top={index() * height()}
                        height={height()}
                        depth={item().depth}
                        short={item().short}
                        strip={stripOf(item().row)}
                        isOpen={studio.clip() === item().row.name}
                        isChosen={choice().names.has(item().row.name)}
                        isAtCursor={cursor() === item().key}
                        hasQuery={hasQuery()}
                        unit={chosen().unit}
                        onClick={(event) => clicked(event, index(), item().row.name)}
                      />
                    )}
                  </Show>
                  <Show when={folderAt(index())}>
                    {(item) => (
                      <FolderRowView
                        item={item()}
                        index={index()}
                        top={index() * height()}
                        height={height()}
                        isAtCursor={cursor() === item().key}
                        fold={() => {
                          setCursor(item().key);
                          fold(item().folder);
                        }}
                      />
                    )}
                  </Show>
                </>
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
      <Show when={picked().length > 1}>
        <ChosenBar rows={picked()} clear={() => setChoice(NO_CHOICE)} />
      </Show>
      <div class="clip-foot numbers">
        <span>
          {rows().length === studio.clips().length
            ? countText(rows().length, "clip")
            : `${numberText(rows().length)} of ${countText(studio.clips().length, "clip")}`}
        </span>
        <LibraryProgress />
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
