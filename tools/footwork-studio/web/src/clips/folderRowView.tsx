import { Show } from "solid-js";
import { countText, numberText } from "../ui/counts";
import { Icon } from "../ui/icon";
import { COLUMNS } from "./clipHead";
import { rowId } from "./clipRowView";
import type { ListItem } from "./tree";

/** A folder in the list, with the numbers of its finished clips and of all its clips. */
export function FolderRowView(props: {
  item: Extract<ListItem, { kind: "folder" }>;
  index: number;
  top: number;
  height: number;
  isAtCursor: boolean;
  fold(): void;
}) {
  return (
    <div
      role="row"
      id={rowId(props.index)}
      class="clip-row folder-row"
      classList={{ cursor: props.isAtCursor }}
      aria-rowindex={props.index + 2}
      style={{
        transform: `translateY(${props.top}px)`,
        height: `${props.height}px`,
        "--depth": props.item.depth,
      }}
      onClick={() => props.fold()}
    >
      <div
        role="gridcell"
        class="cell-folder"
        aria-colspan={COLUMNS.length}
        title={props.item.folder}
      >
        <button
          type="button"
          class="folder-button"
          tabindex="-1"
          aria-expanded={!props.item.isFolded}
        >
          <Icon name={props.item.isFolded ? "right" : "down"} />
          <span class="folder-title">{props.item.title}</span>
        </button>
        <span class="quiet numbers folder-count">
          {props.item.finished > 0 &&
            `${numberText(props.item.finished)} of ${numberText(props.item.clips)} done`}
          {props.item.finished === 0 && countText(props.item.clips, "clip")}
        </span>
        <Show when={props.item.finished > 0}>
          <span class="folder-progress" aria-hidden="true">
            <i style={{ width: `${(100 * props.item.finished) / props.item.clips}%` }} />
          </span>
        </Show>
      </div>
    </div>
  );
}
