import { inSight } from "./drawSpans";
import { namespaceOf, seenLanes } from "./lanes";
import { toPixel } from "./scale";
import type { Scene } from "./scene";

/** The space on each side of a name, in pixels. */
const MARGIN = 6;
/** The least room for a name, in pixels; a narrower span shows no name. */
const MIN_ROOM = 16;

/** The widths of texts, by font and text. Names repeat, and measuring them is slow. */
const widths = new Map<string, number>();

/**
 * Writes the name of each span into it. A name moves so that it stays visible with its span, and is shortened if it
 * does not fit.
 */
export function writeNames(context: CanvasRenderingContext2D, scene: Scene) {
  const { scale, palette, lanes, top, height } = scene;
  context.font = `11px ${palette.font}`;
  context.textBaseline = "middle";
  context.fillStyle = palette.css.text;
  const widthOf = (text: string) => {
    const key = `${context.font}\n${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    if (widths.size > 5000) widths.clear();
    const { width } = context.measureText(text);
    widths.set(key, width);
    return width;
  };
  const [first, behind] = seenLanes(lanes, top, top + height);
  for (const { lane, top: laneTop, height: laneHeight } of lanes.slice(first, behind)) {
    if (lane.kind !== "tag") continue;
    const name = shortName(lane.name);
    const y = laneTop - top + laneHeight / 2;
    for (const { start, stop } of inSight(scene.byName.spans.get(lane.name) ?? [], scene)) {
      const left = Math.max(toPixel(scale, start), 0) + MARGIN;
      const right = Math.min(toPixel(scale, stop), scale.width) - MARGIN;
      if (right - left < MIN_ROOM) continue;
      const text = fitted(name, right - left, widthOf);
      if (text !== "") context.fillText(text, left, y);
    }
  }
}

/** Returns a name without its namespace, which the lane's heading shows. */
export const shortName = (name: string) =>
  name.includes(".") ? name.slice(namespaceOf(name).length + 1) : name;

/** Returns the text, or as much of it as fits with an ellipsis; empty if fewer than two characters fit. */
export function fitted(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  for (let length = text.length - 1; length >= 2; length -= 1) {
    const cut = `${text.slice(0, length)}…`;
    if (widthOf(cut) <= room) return cut;
  }
  return "";
}
