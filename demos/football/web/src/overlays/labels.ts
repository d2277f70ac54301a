import { type Camera, Vector3 } from "three";
import type { Point } from "../worker/messages";
import { type Box, type Free, freeBelow, keptInside, rankOf } from "./labelPlaces";

/** The approximate width of a letter, in pixels. */
const LETTER_PX = 6;
/** The approximate width of the larger letters of your own badge, in pixels. */
const BADGE_LETTER_PX = 7.5;

/** A label. If `isKept`, it moves to the edge while its place is not visible. */
interface Label {
  element: HTMLElement;
  place: Vector3;
  isUsed: boolean;
  isKept: boolean;
}

/** Short texts at world positions over the pitch. Hidden from screen readers, because they repeat the panels. */
export function createLabels(layer: HTMLElement) {
  const shown = new Map<string, Label>();
  const spot = new Vector3();
  return {
    put(key: string, text: string, [x, y, z]: Point, look: string, isKept = false) {
      let label = shown.get(key);
      if (!label) {
        const element = document.createElement("span");
        layer.append(element);
        label = { element, place: new Vector3(), isUsed: true, isKept };
        shown.set(key, label);
      }
      label.isUsed = true;
      label.place.set(x, y, z);
      if (label.element.textContent !== text) label.element.textContent = text;
      if (label.element.className !== `label ${look}`) label.element.className = `label ${look}`;
    },
    /**
     * Moves all labels to their places in the picture without overlaps, and removes labels not put again since the last
     * call. Kept labels stay within the free part.
     */
    show(camera: Camera, width: number, height: number, free: Free) {
      const boxes: Box[] = [];
      const ranked = [...shown].sort(([a], [b]) => rankOf(a) - rankOf(b));
      for (const [key, label] of ranked) {
        const { element, place, isUsed, isKept } = label;
        if (!isUsed) {
          element.remove();
          shown.delete(key);
          continue;
        }
        label.isUsed = false;
        spot.copy(place).project(camera);
        const isSeen = Math.abs(spot.x) < 1.05 && Math.abs(spot.y) < 1.05;
        const isVisible = spot.z < 1 && (isSeen || isKept);
        element.style.visibility = isVisible ? "visible" : "hidden";
        if (!isVisible) continue;
        const letter = key.startsWith("you") ? BADGE_LETTER_PX : LETTER_PX;
        const half = ((element.textContent?.length ?? 0) * letter + 16) / 2;
        const [px, py] = [((spot.x + 1) / 2) * width, ((1 - spot.y) / 2) * height];
        const kept = isKept ? keptInside(px, py, half + 8, free) : { x: px, y: py, beyond: "" };
        const { x, beyond } = kept;
        if (element.dataset.beyond !== beyond) element.dataset.beyond = beyond;
        const y = freeBelow(boxes, x - half, x + half, kept.y);
        boxes.push({ left: x - half, right: x + half, bottom: y });
        element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -100%)`;
      }
    },
    clear() {
      for (const { element } of shown.values()) element.remove();
      shown.clear();
    },
  };
}

export type Labels = ReturnType<typeof createLabels>;
