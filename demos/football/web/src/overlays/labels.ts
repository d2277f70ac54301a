import { type Camera, Vector3 } from "three";
import type { Point } from "../stream/messages";

/** How wide a letter is about, and how high a label with its gap. */
const LETTER_PX = 6;
const ROW_PX = 21;

interface Box {
  left: number;
  right: number;
  bottom: number;
}

/** Short texts over the pitch, at places in the world. They repeat what the panels say, so they are hidden from readers. */
export function createLabels(layer: HTMLElement) {
  const shown = new Map<string, { element: HTMLElement; place: Vector3; isUsed: boolean }>();
  const spot = new Vector3();
  return {
    put(key: string, text: string, [x, y, z]: Point, look: string) {
      let label = shown.get(key);
      if (!label) {
        const element = document.createElement("span");
        layer.append(element);
        label = { element, place: new Vector3(), isUsed: true };
        shown.set(key, label);
      }
      label.isUsed = true;
      label.place.set(x, y, z);
      if (label.element.textContent !== text) label.element.textContent = text;
      if (label.element.className !== `label ${look}`) label.element.className = `label ${look}`;
    },
    /** Moves all labels to where their places are in the picture, apart from each other, and removes those that were not put again. */
    show(camera: Camera, width: number, height: number) {
      const boxes: Box[] = [];
      for (const [key, label] of shown) {
        const { element, place, isUsed } = label;
        if (!isUsed) {
          element.remove();
          shown.delete(key);
          continue;
        }
        label.isUsed = false;
        spot.copy(place).project(camera);
        const isVisible = spot.z < 1 && Math.abs(spot.x) < 1.05 && Math.abs(spot.y) < 1.05;
        element.style.visibility = isVisible ? "visible" : "hidden";
        if (!isVisible) continue;
        const x = ((spot.x + 1) / 2) * width;
        const half = ((element.textContent?.length ?? 0) * LETTER_PX + 16) / 2;
        const y = freeBelow(boxes, x - half, x + half, ((1 - spot.y) / 2) * height);
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

/** Where the bottom of a label has to be so that it lies above those that are there already. */
function freeBelow(boxes: readonly Box[], left: number, right: number, bottom: number): number {
  let at = bottom;
  for (let tries = 0; tries <= boxes.length; tries += 1) {
    const hit = boxes.find(
      (box) => left < box.right && box.left < right && Math.abs(at - box.bottom) < ROW_PX,
    );
    if (!hit) break;
    at = hit.bottom - ROW_PX;
  }
  return at;
}
