/** Colours of the theme that the canvases need, as the browser resolves them now. */
export interface Palette {
  panel: string;
  surface: string;
  raised: string;
  line: string;
  text: string;
  quiet: string;
  accent: string;
  match: string;
  error: string;
  font: string;
}

const COLOURS = [
  "panel",
  "surface",
  "raised",
  "line",
  "text",
  "quiet",
  "accent",
  "match",
  "error",
] as const;

/** Reads the theme. Its variables say `light-dark(…)`; only a used colour says which of them holds. */
export function readPalette(parent: HTMLElement): Palette {
  const probe = document.createElement("span");
  probe.hidden = true;
  parent.append(probe);
  const colours = COLOURS.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  const font = getComputedStyle(parent).fontFamily;
  probe.remove();
  return { ...(Object.fromEntries(colours) as Record<(typeof COLOURS)[number], string>), font };
}
