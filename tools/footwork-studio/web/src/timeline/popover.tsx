import { createSignal, type JSX, onCleanup, Show } from "solid-js";
import "./popover.css";

/**
 * A button that opens a small panel. Escape, or a press outside the panel, closes it. When its task is done, the focus
 * goes to the surrounding part of the page, so that the next keys go to the studio.
 */
export function Popover(props: {
  title: string;
  label: string;
  children: (done: () => void) => JSX.Element;
}) {
  const [isOpen, setIsOpen] = createSignal(false);
  let root: HTMLDivElement | undefined;
  /** The surrounding part of the page. It remains even if the task removes the button. */
  let around: HTMLElement | null | undefined;
  let button: HTMLButtonElement | undefined;
  const close = () => {
    setIsOpen(false);
    button?.focus();
  };
  const done = () => {
    setIsOpen(false);
    around?.focus();
  };
  const outside = (event: PointerEvent) => {
    if (event.target instanceof Node && !root?.contains(event.target)) setIsOpen(false);
  };
  document.addEventListener("pointerdown", outside, true);
  onCleanup(() => document.removeEventListener("pointerdown", outside, true));
  return (
    <div
      class="popover"
      ref={root}
      on:keydown={(event: KeyboardEvent) => {
        if (event.key !== "Escape" || !isOpen()) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <button
        type="button"
        ref={button}
        aria-expanded={isOpen()}
        aria-haspopup="dialog"
        onClick={() => {
          around = root?.closest<HTMLElement>("section[tabindex]");
          setIsOpen(!isOpen());
        }}
      >
        {props.title}
      </button>
      <Show when={isOpen()}>
        <div class="popover-panel" role="dialog" aria-label={props.label}>
          {props.children(done)}
        </div>
      </Show>
    </div>
  );
}
