import { For, Show } from "solid-js";
import type { ClipColumn } from "../state/preferences";
import { Icon } from "../ui/icon";

export const COLUMNS: { id: ClipColumn; title: string; short: string }[] = [
  { id: "state", title: "State", short: "" },
  { id: "name", title: "Name", short: "Name" },
  { id: "length", title: "Length", short: "Length" },
  { id: "tags", title: "Tags", short: "Tags" },
  { id: "events", title: "Events", short: "Events" },
  { id: "matches", title: "Frames that match the query", short: "Match" },
  { id: "warnings", title: "Errors and warnings", short: "!" },
];

/** The titles of the columns. A click sorts by a column, and another click on it reverses the order. */
export function ClipHead(props: {
  column: ClipColumn;
  isDescending: boolean;
  sortBy(column: ClipColumn): void;
}) {
  return (
    <div class="clip-head" role="row" aria-rowindex={1}>
      <For each={COLUMNS}>
        {(column) => (
          <div
            role="columnheader"
            class={`cell-${column.id}`}
            classList={{ sorted: props.column === column.id }}
            aria-sort={
              props.column !== column.id ? "none" : props.isDescending ? "descending" : "ascending"
            }
          >
            <button
              type="button"
              title={`Sort by: ${column.title}`}
              onClick={() => props.sortBy(column.id)}
            >
              <span aria-hidden="true">{column.short}</span>
              <span class="unseen">{column.title}</span>
              <Show when={props.column === column.id}>
                <Icon name={props.isDescending ? "down" : "up"} />
              </Show>
            </button>
          </div>
        )}
      </For>
    </div>
  );
}
