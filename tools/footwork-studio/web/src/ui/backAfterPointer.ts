/**
 * Props for a `select`: a choice made with the mouse returns the keys to the studio, one made by keys
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
