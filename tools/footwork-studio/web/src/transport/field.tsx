import { createEffect } from "solid-js";

/** A field that shows the current value, and goes to the typed value on Enter. */
export function Field(props: {
  label: string;
  value: string;
  width: number;
  /** Accepts the typed text; returns `false` if it is invalid. */
  take(text: string): boolean;
}) {
  let input: HTMLInputElement | undefined;
  // The field keeps its text during typing.
  createEffect(() => {
    const { value } = props;
    if (input && document.activeElement !== input) input.value = value;
  });
  const take = () => {
    if (!input) return;
    const isTaken = props.take(input.value);
    input.setAttribute("aria-invalid", String(!isTaken));
    // Return keys to the studio, and show the value as clamped to the clip.
    if (isTaken) input.blur();
    else input.select();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      take();
    } else if (event.key === "Escape") {
      event.preventDefault();
      input?.blur();
    }
  };
  return (
    <input
      class="field"
      ref={input}
      aria-label={props.label}
      title={props.label}
      inputmode="decimal"
      autocomplete="off"
      style={{ width: `${props.width}ch` }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => {
        if (!input) return;
        input.setAttribute("aria-invalid", "false");
        input.value = props.value;
      }}
      on:keydown={key}
    />
  );
}
