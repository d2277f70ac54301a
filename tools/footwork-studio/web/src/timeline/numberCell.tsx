import { Show } from "solid-js";
import { COLUMNS, type LabelTableModel } from "./labelTableModel";
import type { TableRow } from "./tableRows";

/** A cell of the label table with a number that can be edited. */
export function NumberCell(props: {
  model: LabelTableModel;
  row: TableRow;
  column: "start" | "stop";
  tabIndex: 0 | -1;
  onFocus(): void;
}) {
  const { model } = props;
  const value = () => props.row[props.column];
  const isOpen = () => model.isTyping(props.row, props.column);
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === "Tab") {
      if (model.save()) model.focusCell();
    } else if (event.key === "Escape") {
      model.stopTyping();
      model.focusCell();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      role="gridcell"
      class="label-number"
      aria-colindex={COLUMNS.indexOf(props.column) + 1}
      aria-readonly={!model.canEdit() || value() === undefined}
      tabindex={isOpen() ? -1 : props.tabIndex}
      onFocus={props.onFocus}
      onDblClick={() => model.startTyping(props.row, props.column)}
    >
      <Show when={isOpen()} fallback={value() ?? <span aria-label="no stop">–</span>}>
        <input
          inputmode="decimal"
          autocomplete="off"
          aria-label={`${props.column} of ${props.row.name}`}
          aria-invalid={model.problem() !== undefined}
          value={model.typing()?.text ?? ""}
          ref={(input) =>
            queueMicrotask(() => {
              input.focus();
              // Typing continues after the digit that opened the cell, but replaces the label's number.
              if (input.value === String(value())) input.select();
            })
          }
          onInput={(event) => {
            const text = event.currentTarget.value;
            model.setTyping((now) => now && { ...now, text });
          }}
          on:keydown={key}
          onBlur={() => {
            if (isOpen() && !model.save()) model.stopTyping();
          }}
        />
      </Show>
    </div>
  );
}
