import { createEffect, createMemo, createSignal, For, Index, onCleanup, Show } from "solid-js";
import type { MeasureRange } from "../api/types";
import { splitName } from "../clips/arrange";
import { MAX_RANGES_ALWAYS, MEASURE_SETS, type MeasureSet } from "../state/measures";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { createVirtualRows } from "../ui/virtualRows";
import {
  cellOf,
  cellText,
  cellTitle,
  fencesOf,
  type MeasureOrder,
  measureTitle,
  sorted,
} from "./measureTable";
import "./measures.css";

const ROW_PX = 27;
const HEAD_PX = 40;

/**
 * The measures of the query's ranges, or of whole clips, as a table. A click on a value goes to the frame of the value
 * and marks its joint. Arrow keys go from cell to cell, and Enter does the same as a click.
 */
export function MeasuresPart() {
  const studio = useStudio();
  const { measures } = studio;
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const [set, setSet] = createSignal<MeasureSet>("Overview");
  const [order, setOrder] = createSignal<MeasureOrder>({ by: "", isDescending: true });
  const [active, setActive] = createSignal({ row: 0, column: 0 });
  measures.setShown(true);
  onCleanup(() => {
    measures.setShown(false);
    studio.mark(undefined);
  });

  const columns = createMemo(() => {
    const known = new Map(measures.measures().map((measure) => [measure.name, measure]));
    return MEASURE_SETS[set()].map(
      (name) => known.get(name) ?? { name, unit: "", definition: "", isFault: false },
    );
  });
  const cell = (range: MeasureRange, name: string) =>
    cellOf(measures.valuesOf(range), measures.measures(), name);
  const rows = createMemo(() =>
    sorted(measures.ranges(), order(), (range) => cell(range, order().by)?.value ?? null),
  );
  const fences = createMemo(() => {
    const all = [...measures.known().values()];
    return new Map(
      columns().map(({ name, isFault }) => {
        const at = measures.measures().findIndex((measure) => measure.name === name);
        const values = all.flatMap((row) => row.values[at]?.value ?? []);
        return [name, fencesOf(values, isFault)] as const;
      }),
    );
  });
  const isFar = (name: string, value: number | null | undefined) => {
    const [low, high] = fences().get(name) ?? [];
    return (
      value != null && low !== undefined && high !== undefined && (value < low || value > high)
    );
  };

  const virtual = createVirtualRows({
    count: () => rows().length,
    height: () => ROW_PX,
    head: HEAD_PX,
    element: scroller,
  });
  createEffect(() => {
    const seen = virtual.slots().flatMap((at) => rows()[at] ?? []);
    measures.want(seen);
  });

  const go = (range: MeasureRange, name?: string) => {
    const value = name === undefined ? undefined : cell(range, name);
    const frame = value?.frame ?? range.start;
    studio.clock.pause();
    studio.mark(value?.joint ? { clip: range.clip, joint: value.joint } : undefined);
    if (studio.clip() !== range.clip) void studio.open(range.clip, frame);
    else studio.clock.seek(frame);
  };
  const sortBy = (by: string) => {
    const now = order();
    if (now.by !== by) setOrder({ by, isDescending: by !== "clip" });
    else setOrder({ by, isDescending: !now.isDescending });
    scroller()?.scrollTo({ top: 0 });
  };
  const moveTo = (row: number, column: number) => {
    const to = {
      row: Math.min(Math.max(row, 0), rows().length - 1),
      column: Math.min(Math.max(column, 0), columns().length),
    };
    setActive(to);
    virtual.show(to.row);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== scroller()) return;
    const { row, column } = active();
    const moves: Record<string, () => void> = {
      ArrowDown: () => moveTo(row + 1, column),
      ArrowUp: () => moveTo(row - 1, column),
      ArrowRight: () => moveTo(row, column + 1),
      ArrowLeft: () => moveTo(row, column - 1),
      PageDown: () => moveTo(row + virtual.page(), column),
      PageUp: () => moveTo(row - virtual.page(), column),
      Home: () => moveTo(0, column),
      End: () => moveTo(rows().length - 1, column),
      Enter: () => {
        const range = rows()[row];
        if (range) go(range, columns()[column - 1]?.name);
      },
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  const cellId = (row: number, column: number) => `measure-${row}-${column}`;
  const isOfQuery = () => studio.query.answer() !== undefined;
  const ariaSort = (by: string) =>
    order().by === by ? (order().isDescending ? "descending" : "ascending") : "none";
  const arrow = (by: string) => (order().by === by ? (order().isDescending ? " ↓" : " ↑") : "");
  const about = () => {
    const all = measures.ranges().length;
    const noun = isOfQuery() ? "range" : "clip";
    const done = measures.done();
    return done < all ? `${numberText(done)} of ${countText(all, noun)}` : countText(all, noun);
  };
  return (
    <div class="measures">
      <div class="measures-head">
        <label>
          <span class="unseen">Measures</span>
          <select
            value={set()}
            onChange={(event) => {
              setSet(event.currentTarget.value as MeasureSet);
              setActive({ row: active().row, column: 0 });
            }}
          >
            <For each={Object.keys(MEASURE_SETS)}>{(name) => <option>{name}</option>}</For>
          </select>
        </label>
        <span class="quiet numbers" role="status">
          {about()}
        </span>
        <Show
          when={
            measures.ranges().length > MAX_RANGES_ALWAYS &&
            measures.done() < measures.ranges().length
          }
        >
          <button type="button" onClick={() => measures.wantAll()}>
            Measure all
          </button>
        </Show>
      </div>
      <Show when={measures.problem()}>
        {(problem) => <p class="review-note error">{problem().message}</p>}
      </Show>
      <Show
        when={rows().length > 0}
        fallback={
          <div class="empty">
            <h2>Nothing to measure</h2>
            <p>
              {isOfQuery()
                ? "The query finds no frames."
                : "The list shows no clips. Clear its filter, or enter a query."}
            </p>
          </div>
        }
      >
        <div
          role="grid"
          class="measure-grid"
          aria-label={isOfQuery() ? "Measures of the query's ranges" : "Measures of clips"}
          aria-rowcount={rows().length + 1}
          aria-colcount={columns().length + 1}
          aria-activedescendant={cellId(active().row, active().column)}
          tabindex="0"
          ref={setScroller}
          on:keydown={pressed}
          style={{ "--columns": columns().length }}
        >
          <div role="row" class="measure-row measure-titles" aria-rowindex={1}>
            <span role="columnheader" class="measure-clip" aria-sort={ariaSort("clip")}>
              <button type="button" tabindex="-1" onClick={() => sortBy("clip")}>
                {`${isOfQuery() ? "Range" : "Clip"}${arrow("clip")}`}
              </button>
            </span>
            <For each={columns()}>
              {({ name, unit, definition }) => (
                <span role="columnheader" aria-sort={ariaSort(name)}>
                  <button type="button" title={definition} onClick={() => sortBy(name)}>
                    {measureTitle(name)}
                    <span class="quiet">{`${unit}${arrow(name)}`}</span>
                  </button>
                </span>
              )}
            </For>
          </div>
          <div role="rowgroup" class="measure-rows" style={{ height: `${virtual.total()}px` }}>
            <Index each={virtual.slots()}>
              {(place) => (
                <Show when={rows()[place()]}>
                  {(range) => (
                    <div
                      role="row"
                      class="measure-row"
                      classList={{ open: range().clip === studio.clip() }}
                      aria-rowindex={place() + 2}
                      style={{ transform: `translateY(${place() * ROW_PX}px)` }}
                    >
                      <span
                        role="gridcell"
                        id={cellId(place(), 0)}
                        class="measure-clip"
                        classList={{ active: isActive(active(), place(), 0) }}
                        title={measures.valuesOf(range())?.problem ?? range().clip}
                        onClick={() => {
                          setActive({ row: place(), column: 0 });
                          go(range());
                        }}
                      >
                        <RangeName range={range()} isRange={isOfQuery()} />
                      </span>
                      <For each={columns()}>
                        {({ name, unit }, at) => {
                          const row = () => measures.valuesOf(range());
                          const value = () => cell(range(), name);
                          return (
                            <span
                              role="gridcell"
                              id={cellId(place(), at() + 1)}
                              class="measure-value numbers"
                              classList={{
                                active: isActive(active(), place(), at() + 1),
                                far: isFar(name, value()?.value),
                              }}
                              title={cellTitle(row(), value(), unit, isFar(name, value()?.value))}
                              onClick={() => {
                                setActive({ row: place(), column: at() + 1 });
                                go(range(), name);
                              }}
                            >
                              {cellText(row(), value(), unit)}
                            </span>
                          );
                        }}
                      </For>
                    </div>
                  )}
                </Show>
              )}
            </Index>
          </div>
        </div>
      </Show>
    </div>
  );
}

function RangeName(props: { range: MeasureRange; isRange: boolean }) {
  const parts = createMemo(() => splitName(props.range.clip));
  return (
    <>
      <span class="measure-name">
        <span class="measure-start">{parts().head}</span>
        <span>{parts().tail}</span>
      </span>
      <Show when={props.isRange}>
        <span class="quiet numbers">{`${props.range.start} – ${props.range.stop}`}</span>
      </Show>
    </>
  );
}

const isActive = (active: { row: number; column: number }, row: number, column: number) =>
  active.row === row && active.column === column;
