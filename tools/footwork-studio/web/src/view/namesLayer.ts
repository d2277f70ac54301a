import { Vector3 } from "three";
import { declutter, shortName, type Wish } from "./declutter";
import type { Stage } from "./stage/stage";

/** The joint names over the 3D view. They are page text that does not overlap. */
export function createNamesLayer(layer: HTMLElement) {
  let labels: { element: HTMLElement; joint: number }[] = [];
  let wishes: Wish[] = [];
  let order: number[] = [];
  let of: readonly string[] | undefined;
  /** The marked joint, and whether the layer names all other joints too. */
  let shown: { marked: string | undefined; isAll: boolean } = { marked: undefined, isAll: true };
  const place = new Vector3();

  function name(names: readonly string[]) {
    of = names;
    labels = names.flatMap((name, joint) => {
      if (name === "" || !(shown.isAll || name === shown.marked)) return [];
      const element = document.createElement("span");
      element.classList.toggle("marked", name === shown.marked);
      element.textContent = shortName(name);
      return [{ element, joint }];
    });
    layer.replaceChildren(...labels.map(({ element }) => element));
    wishes = labels.map(({ element }) => {
      const width = element.offsetWidth;
      element.hidden = true;
      return { x: 0, y: 0, width, depth: 0, isSeen: false, isShown: false };
    });
    order = labels.map((_, at) => at);
  }

  return {
    /** Sets what the layer names: all joints if `isAll`, else only the marked joint, if any. */
    show(marked: string | undefined, isAll: boolean) {
      if (marked === shown.marked && isAll === shown.isAll) return;
      shown = { marked, isAll };
      this.clear();
    },
    clear() {
      if (of === undefined) return;
      of = undefined;
      labels = [];
      layer.replaceChildren();
    },
    /** Moves the names to the current joint positions. */
    draw(stage: Stage) {
      const figure = stage.figure();
      const pose = stage.pose();
      if (!figure || !pose) return;
      if (of !== figure.joints.names) name(figure.joints.names);
      const { width, height } = stage.size();
      for (let at = 0; at < labels.length; at += 1) {
        const { joint } = labels[at] as { joint: number };
        const wish = wishes[at] as Wish;
        place.set(
          (pose[joint * 3] ?? 0) - stage.origin[0],
          (pose[joint * 3 + 1] ?? 0) - stage.origin[1],
          (pose[joint * 3 + 2] ?? 0) - stage.origin[2],
        );
        wish.depth = place.distanceTo(stage.camera.position);
        place.project(stage.camera);
        wish.x = Math.round((place.x * 0.5 + 0.5) * width) + 8;
        wish.y = Math.round((0.5 - place.y * 0.5) * height) - 8;
        const isInside = wish.x > 0 && wish.x + wish.width < width && wish.y > 0;
        wish.isSeen = isInside && wish.y + 16 < height && place.z < 1;
      }
      declutter(wishes, order);
      for (let at = 0; at < labels.length; at += 1) {
        const { element } = labels[at] as { element: HTMLElement };
        const wish = wishes[at] as Wish;
        if (element.hidden === wish.isShown) element.hidden = !wish.isShown;
        if (wish.isShown) element.style.transform = `translate(${wish.x}px, ${wish.y}px)`;
      }
    },
  };
}

export type NamesLayer = ReturnType<typeof createNamesLayer>;
