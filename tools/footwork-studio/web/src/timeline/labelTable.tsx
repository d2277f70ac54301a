import { createSignal, Index, onCleanup, Show } from "solid-js";
import { commandsOf } from "../state/keymap";
import { useStudio } from "../state/studio";
import { countText } from "../ui/counts";
import { Prose } from "../ui/prose";
import { AddSpan } from "./addSpan";
import { LabelRow } from "./labelRow";
import { COLUMNS, createLabelTableModel, type LabelTableModel } from "./labelTableModel";
import { pressed } from "./tableKeys";
import "./labelTable.css";

/**
 * All spans and events of the open clip as numbers: the content of the lanes as a table. Arrow keys go from cell to
 * cell, Enter edits a number, Space selects a row, and Delete removes the selected labels.
 */
export function LabelTable() {
  const studio = useStudio();
  const model = createLabelTableModel(studio);
  const [isAdding, setIsAdding] = createSignal(false);
  let add: HTMLButtonElement | undefined;
  onCleanup(
    studio.addCommands([
      commandsOf("Editing labels")("labels.add", "Add a span by its numbers", ["Insert"], () =>
        setIsAdding(true),
      ),
    ]),
  );
  return (
    <div class="label-table">
      <div class="label-filter">
        <input
          type="search"
          aria-label="Filter labels by name"
          placeholder="Filter"
          onInput={(event) => model.setFilter(event.currentTarget.value)}
        />
        <span>
          <Show when={studio.labels()}>{countText(model.rows().length, "label")}</Show>
        </span>
        <button
          type="button"
          ref={add}
          aria-expanded={isAdding()}
          disabled={!studio.labels() || !model.canEdit()}
          title="Add a span by its numbers"
          onClick={() => setIsAdding(!isAdding())}
        >
          + Span
        </button>
      </div>
      <Show when={isAdding() && model.canEdit()}>
        <AddSpan
          close={() => {
            setIsAdding(false);
            add?.focus();
          }}
        />
      </Show>
      <Grid model={model} />
      <Show when={model.problem()}>
        <p class="label-problem" role="alert">
          <Prose text={model.problem() ?? ""} />
        </p>
      </Show>
    </div>
  );
}

function Grid(props: { model: LabelTableModel }) {
  const studio = useStudio();
  const { model } = props;
  return (
    <div
      role="grid"
      class="label-grid"
      classList={{ "label-rules": model.rows().some(({ byRule }) => byRule) }}
      tabindex="-1"
      aria-label="Labels of this clip"
      aria-rowcount={model.rows().length + 1}
      aria-colcount={COLUMNS.length}
      aria-multiselectable="true"
      on:keydown={(event: KeyboardEvent) => {
        if (!pressed(studio, model, event)) return;
        // Keys that the table handles must not also reach the studio.
        event.preventDefault();
        event.stopPropagation();
      }}
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
      <div role="rowgroup" class="label-rows" ref={model.setScroller}>
        <div role="presentation" style={{ height: `${model.virtual.total()}px` }}>
          <Index each={model.virtual.slots()}>
            {(place) => (
              <Show when={model.rows()[place()]}>
                {(row) => <LabelRow model={model} row={row()} place={place()} />}
              </Show>
            )}
          </Index>
        </div>
        <Show when={model.rows().length === 0}>
          <p class="label-none">
            {studio.clip() === undefined
              ? "No clip is open."
              : studio.labels() === undefined
                ? "The labels of this clip are not loaded yet."
                : model.filter() === ""
                  ? "This clip has no labels."
                  : "No label matches."}
          </p>
        </Show>
      </div>
    </div>
  );
}
