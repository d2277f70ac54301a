import { type Camera, Vector3 } from "three";
import type { Point } from "../stream/messages";

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
    /** Moves all labels to where their places are in the picture, and removes those that were not put again. */
    show(camera: Camera, width: number, height: number) {
      for (const [key, label] of shown) {
        if (!label.isUsed) {
          label.element.remove();
          shown.delete(key);
          continue;
        }
        label.isUsed = false;
        spot.copy(label.place).project(camera);
        const isVisible = spot.z < 1 && Math.abs(spot.x) < 1.05 && Math.abs(spot.y) < 1.05;
        label.element.style.visibility = isVisible ? "visible" : "hidden";
        const [x, y] = [((spot.x + 1) / 2) * width, ((1 - spot.y) / 2) * height];
        label.element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -100%)`;
      }
    },
    clear() {
      for (const { element } of shown.values()) element.remove();
      shown.clear();
    },
  };
}

export type Labels = ReturnType<typeof createLabels>;
