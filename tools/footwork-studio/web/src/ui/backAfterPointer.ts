/**
 * Props for a `select`. After a choice with the mouse, the focus returns to the studio; after a choice with keys, it
 * stays in the list.
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
