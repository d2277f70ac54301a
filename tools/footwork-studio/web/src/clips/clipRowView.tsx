import { createMemo, Show } from "solid-js";
import type { ClipRow, StripTag } from "../api/types";
import { useStudio } from "../state/studio";
import { stateTitle } from "../state/workState";
import { countText, numberText, secsText } from "../ui/counts";
import { Icon } from "../ui/icon";
import { StateIcon } from "../ui/stateIcon";
import { stripPath } from "../ui/strip";
import { framesIn, secsOf, splitName } from "./arrange";
import { TagStrip } from "./tagStrip";

const STRIP_COLUMNS = 48;

/** Returns the id of the row at an index. The list names its active row by this id. */
export const rowId = (index: number) => `clip-row-${index}`;

/** A clip in the list. */
export function ClipRowView(props: {
  row: ClipRow;
  index: number;
  top: number;
  height: number;
  /** The number of folders above the clip. */
  depth: number;
  /** The name below its folder; if empty, the row shows the whole name. */
  short: string;
  strip: readonly StripTag[];
  isOpen: boolean;
  /** Whether the clip is one of those selected for an edit of several clips. */
  isChosen: boolean;
  isAtCursor: boolean;
  hasQuery: boolean;
  unit: "frames" | "secs";
  onClick(event: MouseEvent): void;
}) {
  const studio = useStudio();
  const name = createMemo(() => splitName(props.short === "" ? props.row.name : props.short));
  const tags = createMemo(() => {
    const all = studio.library()?.tags ?? [];
    return props.row.tags.flatMap((place) => all[place]?.name ?? []);
  });
  const matches = createMemo(() => studio.matchesOf(props.row.name));
  const findings = () => props.row.warnings + (props.row.stale ? 1 : 0);
  const findingsText = () =>
    [
      props.row.warnings > 0 &&
        countText(props.row.warnings, "error or warning", "errors and warnings"),
      props.row.stale && "the clip changed since it was tagged",
    ]
      .filter(Boolean)
      .join("; ");

  return (
    <div
      role="row"
      id={rowId(props.index)}
      class="clip-row"
      classList={{ open: props.isOpen, chosen: props.isChosen, cursor: props.isAtCursor }}
      aria-rowindex={props.index + 2}
      aria-selected={props.isOpen || props.isChosen}
      style={{
        transform: `translateY(${props.top}px)`,
        height: `${props.height}px`,
        "--depth": props.depth,
      }}
      onClick={(event) => props.onClick(event)}
    >
      <div role="gridcell" class="cell-state" title={stateTitle(props.row.state)}>
        <StateIcon state={props.row.state} />
        <span class="unseen">{stateTitle(props.row.state)}</span>
      </div>
      <div role="gridcell" class="cell-name" title={props.row.name}>
        <span class="clip-base">
          <span class="clip-start">{name().head}</span>
          <span class="clip-end">{name().tail}</span>
          <Show when={props.row.notes > 0}>
            <span class="clip-note" title={countText(props.row.notes, "note")}>
              <Icon name="pen" />
              <span class="unseen">{countText(props.row.notes, "note")}</span>
            </span>
          </Show>
          <Show when={props.row.mirrorOf}>
            {(of) => (
              <span class="clip-mirror" title={`Mirrors ${of()}; it cannot be edited`}>
                mirror
              </span>
            )}
          </Show>
        </span>
        <span class="clip-folder">{name().folder}</span>
      </div>
      <div role="gridcell" class="cell-length numbers">
        {props.unit === "secs" ? secsText(secsOf(props.row)) : numberText(props.row.frames)}
      </div>
      <div role="gridcell" class="cell-tags" title={tags().join("\n")}>
        <TagStrip tags={props.strip} />
        <span class="numbers clip-count">
          {tags().length}
          <span class="unseen"> tags</span>
        </span>
      </div>
      <div role="gridcell" class="cell-events numbers" title={countText(props.row.events, "event")}>
        {numberText(props.row.events)}
        <span class="unseen"> events</span>
      </div>
      <div role="gridcell" class="cell-matches numbers">
        <Show when={props.hasQuery && matches().length > 0}>
          <span
            class="clip-match"
            title={`${countText(matches().length, "range")}, ${countText(framesIn(matches()), "frame")}`}
          >
            <svg
              viewBox={`0 0 ${STRIP_COLUMNS} 1`}
              preserveAspectRatio="none"
              class="range-strip"
              aria-hidden="true"
            >
              <path d={stripPath(matches(), props.row.frames, STRIP_COLUMNS)} />
            </svg>
            <span>{matches().length}</span>
            <span class="unseen"> matches</span>
          </span>
        </Show>
      </div>
      <div role="gridcell" class="cell-warnings">
        <Show when={findings() > 0}>
          <span class="clip-findings numbers" title={findingsText()}>
            <Icon name="warning" />
            <span>{findings()}</span>
            <span class="unseen"> errors and warnings</span>
          </span>
        </Show>
      </div>
    </div>
  );
}
