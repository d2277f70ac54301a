import { createSignal, Index, type JSX, Show } from "solid-js";
import { createVirtualRows } from "../ui/virtualRows";

/** A long list of rows of equal height. Only the visible rows are rendered. */
export function Rows<T>(props: {
  label: string;
  rows: readonly T[];
  height: number;
  row(row: () => T): JSX.Element;
}) {
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const virtual = createVirtualRows({
    count: () => props.rows.length,
    height: () => props.height,
    element: scroller,
  });
  return (
    <div class="review-rows" role="list" aria-label={props.label} tabindex="0" ref={setScroller}>
      <div role="presentation" style={{ height: `${virtual.total()}px` }}>
        <Index each={virtual.slots()}>
          {(index) => (
            <Show when={props.rows[index()] !== undefined}>
              <div
                class="review-row"
                role="listitem"
                aria-setsize={props.rows.length}
                aria-posinset={index() + 1}
                style={{
                  transform: `translateY(${index() * props.height}px)`,
                  height: `${props.height}px`,
                }}
              >
                {props.row(() => props.rows[index()] as T)}
              </div>
            </Show>
          )}
        </Index>
      </div>
    </div>
  );
}
