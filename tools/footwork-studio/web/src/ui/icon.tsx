import { type JSX, splitProps } from "solid-js";

/** The icons of buttons, as paths in a square of 16 by 16. */
const PATHS = {
  undo: "M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6",
  redo: "m10 3 3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10",
  check: "m3.5 8.5 3 3 6-7",
  warning: "M8 2.5 14.5 13.5h-13ZM8 6.5v3M8 11.4v.2",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5l3.5 3.5",
  close: "m4 4 8 8M12 4l-8 8",
  beside: "M3 4.5h6M3 7.5h6M7 10.5h6M7 13.5h6",
  closePanel: "M2.5 3h11v10h-11ZM9.5 3v10M5 6l2 2-2 2",
  openPanel: "M2.5 3h11v10h-11ZM9.5 3v10M7 6 5 8l2 2",
  up: "m4 10 4-4 4 4",
  down: "m4 6 4 4 4-4",
  right: "m6 4 4 4-4 4",
  dark: "M13 9.8A5.5 5.5 0 0 1 6.2 3 5.5 5.5 0 1 0 13 9.8Z",
  light:
    "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9",
  system: "M2 3h12v8H2ZM6 13.5h4M8 11v2.5",
  keyboard: "M1.5 4h13v8.5h-13ZM4 6.7h.1M6.7 6.7h.1M9.3 6.7h.1M12 6.7h.1M5 9.9h6",
  loop: "M4 5h6.5a2.5 2.5 0 0 1 0 6h-5a2.5 2.5 0 0 1-2-4M6 3 4 5l2 2",
  play: "M5 3.5v9l7.5-4.5Z",
  tag: "M2.5 2.5h5l6 6-5 5-6-6ZM5.4 5.4h.1",
  tree: "M3 3h4M5 3v10h3M5 8h3M10 8h3M10 13h3",
  pen: "M3 13l.8-3.2L10.6 3 13 5.4 6.2 12.2ZM9.2 4.4l2.4 2.4",
  save: "M8 2.5v7M5 7l3 3 3-3M3 13.5h10",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon next to a text, or in place of a text with the same meaning. */
export function Icon(props: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[props.name]} />
    </svg>
  );
}

/** A button with an icon and an accessible label. */
export function IconButton(
  props: { icon: IconName; label: string } & JSX.ButtonHTMLAttributes<HTMLButtonElement>,
) {
  const [own, others] = splitProps(props, ["icon", "label"]);
  return (
    <button type="button" class="icon-button" aria-label={own.label} {...others}>
      <Icon name={own.icon} />
    </button>
  );
}
