import { createEffect, on, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { isSelected } from "./edits";
import { type LabelTableModel, ROW_HEIGHT } from "./labelTableModel";
import { NumberCell } from "./numberCell";
import type { TableRow } from "./tableRows";

/** A span or an event in the table. */
export function LabelRow(props: { model: LabelTableModel; row: TableRow; place: number }) {
  const studio = useStudio();
  const { model } = props;
  let element: HTMLDivElement | undefined;
  const tabIndex = (column: number) => {
    const { row, column: at } = model.current();
    return row === props.place && at === column ? 0 : -1;
  };
  const focused = (column: number) => () => model.setCell({ row: props.place, column });
  // If the element is reused for another row, the focus must not stay in it.
  createEffect(
    on(
      () => props.place,
      () => {
        const { activeElement } = document;
        if (element?.contains(activeElement) && model.current().row !== props.place)
          element.closest<HTMLElement>("[role=grid]")?.focus();
      },
      { defer: true },
    ),
  );
  return (
    <div
      role="row"
      class="label-row"
      ref={element}
      aria-rowindex={props.place + 2}
      aria-selected={isSelected(studio.selection(), props.row.one)}
      style={{ top: `${props.place * ROW_HEIGHT}px` }}
      onClick={(event) => {
        if (!model.typing())
          model.select(props.row, event.shiftKey || event.ctrlKey || event.metaKey);
      }}
    >
      <div
        role="gridcell"
        class="label-name"
        aria-colindex={1}
        tabindex={tabIndex(0)}
        title={props.row.name}
        onFocus={focused(0)}
      >
        <i
          classList={{ "label-event": props.row.one.kind === "event" }}
          style={{ "--swatch": studio.colour(props.row.name) }}
        />
        <span class="label-space">{props.row.name.slice(0, lastPart(props.row.name))}</span>
        <span class="label-last">{props.row.name.slice(lastPart(props.row.name))}</span>
      </div>
      <NumberCell
        model={model}
        row={props.row}
        column="start"
        tabIndex={tabIndex(1)}
        onFocus={focused(1)}
      />
      <NumberCell
        model={model}
        row={props.row}
        column="stop"
        tabIndex={tabIndex(2)}
        onFocus={focused(2)}
      />
      <div
        role="gridcell"
        class="label-rule"
        aria-colindex={4}
        tabindex={tabIndex(3)}
        onFocus={focused(3)}
      >
        <Show when={props.row.byRule}>
          <span title="Made by a rule">rule</span>
        </Show>
      </div>
      <div
        role="gridcell"
        class="label-remove"
        aria-colindex={5}
        tabindex={tabIndex(4)}
        onFocus={focused(4)}
      >
        <button
          type="button"
          tabindex="-1"
          disabled={!model.canEdit()}
          aria-label={`Remove ${props.row.name} at ${props.row.start}`}
          onClick={(event) => {
            event.stopPropagation();
            model.drop(props.row);
          }}
        >
          ×
        </button>
      </div>
    </div>
  );
}

/** The index at which the last part of a name starts. That part distinguishes labels, so it is truncated last. */
const lastPart = (name: string) => name.lastIndexOf(".") + 1;
