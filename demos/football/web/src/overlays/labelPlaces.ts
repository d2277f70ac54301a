/** The part of the picture that nothing covers, in CSS pixels. */
export interface Free {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The bottom centre of a label, and the side of the free part beyond which its target lies. */
export interface LabelPlace {
  x: number;
  y: number;
  beyond: "" | "left" | "right" | "up" | "down";
}

/** The box of a placed label. */
export interface Box {
  left: number;
  right: number;
  bottom: number;
}

/** The height of a label with its gap, in pixels. */
export const ROW_PX = 21;

/** Moves a label whose target is covered or out of the picture to the nearest edge of the free part. */
export function keptInside(x: number, y: number, half: number, free: Free): LabelPlace {
  const clamp = (value: number, least: number, most: number) =>
    Math.max(least, Math.min(value, Math.max(least, most)));
  const at = {
    x: clamp(x, free.left + half, free.right - half),
    y: clamp(y, free.top + ROW_PX, free.bottom),
  };
  const beyond =
    x < free.left
      ? "left"
      : x > free.right
        ? "right"
        : y < free.top
          ? "up"
          : y > free.bottom
            ? "down"
            : "";
  return { ...at, beyond };
}

/** Returns the y of a label's bottom, moved up until the label clears all placed labels. */
export function freeBelow(
  boxes: readonly Box[],
  left: number,
  right: number,
  bottom: number,
): number {
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

/** Key prefixes by priority: your own badge, why a button does nothing, the next and the selected footballer. */
const RANKS = ["you", "idle", "next", "selected"];

/** Returns the rank of a label by its key. Lower ranks are placed first. */
export function rankOf(key: string): number {
  const rank = RANKS.findIndex((start) => key.startsWith(start));
  return rank < 0 ? RANKS.length : rank;
}
