import type { JSX } from "solid-js";

/** A small dialog over the timeline. Esc calls `close`; moving the focus out of the dialog calls `hide`. */
export function LabelDialog(props: {
  label: string;
  close: () => void;
  hide: () => void;
  children: JSX.Element;
}) {
  return (
    <div
      class="relabel-picker"
      role="dialog"
      aria-label={props.label}
      on:keydown={(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        props.close();
      }}
      onFocusOut={(event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) props.hide();
      }}
    >
      {props.children}
    </div>
  );
}
