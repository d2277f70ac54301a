/**
 * What a list to choose from needs so that a choice with the mouse gives the keys back to the studio:
 * whoever chose by keys stays in the list.
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
