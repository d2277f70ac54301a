import { createEffect, createMemo, createSignal, Index, on, Show } from "solid-js";
import { framesIn, splitName } from "../clips/arrange";
import { useStudio } from "../state/studio";
import { countText } from "../ui/counts";
import { stripPath } from "../ui/strip";
import { createVirtualRows } from "../ui/virtualRows";
import { goToMatch } from "./queryCommands";

const ROW_PX = 40;
const STRIP_COLUMNS = 200;

/** The clips with matches. A click opens a clip at its first match, or at the clicked place of its strip. */
export function MatchList() {
  const studio = useStudio();
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const [cursor, setCursor] = createSignal(0);
  const clips = studio.matching;
  const virtual = createVirtualRows({
    count: () => clips().length,
    height: () => ROW_PX,
    element: scroller,
  });
  // When keys step to a match in another clip, the list scrolls to that clip.
  const here = createMemo(() => clips().findIndex(({ name }) => name === studio.clip()));
  createEffect(
    on(here, (place) => {
      if (place < 0) return;
      setCursor(place);
      virtual.show(place);
    }),
  );
  const go = (at: number) => {
    const place = Math.min(Math.max(at, 0), clips().length - 1);
    const found = clips()[place];
    const first = found?.ranges[0];
    if (!found || !first) return;
    setCursor(place);
    virtual.show(place);
    goToMatch(studio, { name: found.name, start: first[0], stop: first[1], place: 0 });
  };
  const moved = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: cursor() + 1,
      ArrowUp: cursor() - 1,
      PageDown: cursor() + virtual.page(),
      PageUp: cursor() - virtual.page(),
      Home: 0,
      End: clips().length - 1,
      Enter: cursor(),
    };
    const to = moves[event.key];
    if (to === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    go(to);
  };

  return (
    <div
      class="match-list"
      role="listbox"
      tabindex="0"
      aria-label="Clips with a match"
      aria-activedescendant={clips().length > 0 ? `match-${cursor()}` : undefined}
      style={{ "--rows": clips().length }}
      onKeyDown={moved}
      ref={setScroller}
    >
      <div class="match-rows" role="presentation" style={{ height: `${virtual.total()}px` }}>
        <Index each={virtual.slots()}>
          {(index) => (
            <Show when={clips()[index()]}>
              {(found) => (
                <MatchRow
                  id={`match-${index()}`}
                  name={found().name}
                  ranges={found().ranges}
                  top={index() * ROW_PX}
                  isAtCursor={index() === cursor()}
                  onGo={() => {
                    go(index());
                    scroller()?.blur();
                  }}
                />
              )}
            </Show>
          )}
        </Index>
      </div>
    </div>
  );
}

function MatchRow(props: {
  id: string;
  name: string;
  ranges: readonly (readonly [number, number])[];
  top: number;
  isAtCursor: boolean;
  onGo(): void;
}) {
  const studio = useStudio();
  const name = createMemo(() => splitName(props.name));
  const isOpen = () => studio.clip() === props.name;
  const frames = () => studio.rowOf(props.name)?.frames ?? 1;
  const now = () => (studio.clock.time() / frames()) * STRIP_COLUMNS;
  return (
    <div
      id={props.id}
      role="option"
      class="match-row"
      classList={{ open: isOpen(), cursor: props.isAtCursor }}
      aria-selected={isOpen()}
      title={props.name}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={() => props.onGo()}
    >
      <span class="match-name">
        <span class="match-folder">{name().folder}</span>
        <span class="match-head">{name().head}</span>
        <span class="match-tail">{name().tail}</span>
      </span>
      <span class="match-count numbers quiet">
        {props.ranges.length} × · {countText(framesIn(props.ranges), "frame")}
      </span>
      <svg
        class="range-strip"
        viewBox={`0 0 ${STRIP_COLUMNS} 1`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={stripPath(props.ranges, frames(), STRIP_COLUMNS)} />
        <Show when={isOpen()}>
          <rect class="match-now" x={now()} y={0} width={1} height={1} />
        </Show>
      </svg>
    </div>
  );
}
