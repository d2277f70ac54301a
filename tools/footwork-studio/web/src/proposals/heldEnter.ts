/** Keeps Enter from clicking a button while it is held down. */
export function ignoreHeldEnter(event: Pick<KeyboardEvent, "key" | "repeat" | "preventDefault">) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}
