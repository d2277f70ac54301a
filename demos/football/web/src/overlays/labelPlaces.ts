/** A part of the picture that nothing covers, in pixels of the page. */
export interface Free {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Where a label is put: the middle of its bottom, and on which side of the free part that is which it names. */
export interface LabelPlace {
  x: number;
  y: number;
  beyond: "" | "left" | "right" | "up" | "down";
}

/** A label that was put. */
export interface Box {
  left: number;
  right: number;
  bottom: number;
}

/** How high a label is with its gap, in pixels. */
export const ROW_PX = 21;

/** Brings a label of a place that is covered, or out of the picture, to the nearest edge of what is free. */
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

/** Where the bottom of a label has to be so that it lies above those that are there already. */
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

/** What gives way to what: one's own badge to nobody, then why a button does nothing, the next, the selected and the rest. */
const RANKS = ["you", "idle", "next", "selected"];

/** The place of a label among others, by its key; a smaller one is put first. */
export function rankOf(key: string): number {
  const rank = RANKS.findIndex((start) => key.startsWith(start));
  return rank < 0 ? RANKS.length : rank;
}
