import { createEffect } from "solid-js";

/** A field that shows the current value. Enter sets the typed value. */
export function Field(props: {
  label: string;
  value: string;
  width: number;
  /** Sets the typed value. Returns `false` if the text is invalid. */
  take(text: string): boolean;
}) {
  let input: HTMLInputElement | undefined;
  // While the user types, the field keeps its text.
  createEffect(() => {
    const { value } = props;
    if (input && document.activeElement !== input) input.value = value;
  });
  const take = () => {
    if (!input) return;
    const isTaken = props.take(input.value);
    input.setAttribute("aria-invalid", String(!isTaken));
    // Return the keys to the studio, and show the value that was set, which may have been clamped to the clip.
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
