/** Red, green and blue from 0 to 1, as in CSS. */
export type Colour = [red: number, green: number, blue: number];

/** Parses a colour as `getComputedStyle` writes it: `rgb(1, 2, 3)`, `rgba(…)` or `color(srgb 0.1 0.2 0.3)`. */
export function parseColour(text: string): Colour {
  const numbers = (text.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number);
  const scale = text.startsWith("color(") ? 1 : 255;
  const [red = 0, green = 0, blue = 0] = numbers;
  return [red / scale, green / scale, blue / scale];
}

/** Returns the current values of CSS variables inside an element, with `light-dark()` and other functions resolved. */
export function readColours<Name extends string>(
  element: HTMLElement,
  names: readonly Name[],
): Record<Name, Colour> {
  const probe = document.createElement("span");
  probe.hidden = true;
  element.append(probe);
  const colours = {} as Record<Name, Colour>;
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    colours[name] = parseColour(getComputedStyle(probe).color);
  }
  probe.remove();
  return colours;
}

/**
 * Calls `changed` whenever the system or the user switches between dark and light colours. Returns a function that ends
 * this.
 */
export function onSchemeChange(changed: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = new MutationObserver(changed);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme", "class", "style"] });
  system.addEventListener("change", changed);
  return () => {
    chosen.disconnect();
    system.removeEventListener("change", changed);
  };
}
