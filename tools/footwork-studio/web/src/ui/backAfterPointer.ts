/**
 * Props for a `select`: a choice with the mouse returns the focus to the studio, and a choice with keys keeps it in the
 * list.
 */
export function backAfterPointer() {
  let isByPointer = false;
  return {
    "on:pointerdown": () => {
      isByPointer = true;
    },
    "on:keydown": () => {
      isByPointer = false;
    },
    "on:change": ({ currentTarget }: Event) => {
      if (isByPointer && currentTarget instanceof HTMLElement) currentTarget.blur();
    },
  };
}
