/** A name that may be shown: its position in the picture and its width, in pixels, and its distance from the camera. */
export interface Wish {
  x: number;
  y: number;
  width: number;
  depth: number;
  /** Whether the position is inside the picture. */
  isSeen: boolean;
  /** Whether the name is shown now. */
  isShown: boolean;
}

/** The height of a name with the space around it, in pixels. */
const HEIGHT = 15;
/**
 * The factor on the distance of a name that is already shown. It makes the name count as nearer, so that names do not
 * flicker.
 */
const STAY = 0.9;

/** Sets `isShown` so that no names overlap. Prefers nearer names, and names already shown. */
export function declutter(wishes: Wish[], order: number[]) {
  const rank = (wish: Wish) => (wish.isShown ? wish.depth * STAY : wish.depth);
  order.sort((a, b) => rank(wishes[a] as Wish) - rank(wishes[b] as Wish));
  for (let at = 0; at < order.length; at += 1) {
    const wish = wishes[order[at] as number] as Wish;
    let isFree = wish.isSeen;
    for (let other = 0; isFree && other < at; other += 1) {
      const taken = wishes[order[other] as number] as Wish;
      isFree = !taken.isShown || !isOver(wish, taken);
    }
    wish.isShown = isFree;
  }
}

function isOver(a: Wish, b: Wish): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && Math.abs(a.y - b.y) < HEIGHT;
}

/** Returns a joint name without the namespace before the last `:` or `|`: `Hips` for `mixamorig:Hips`. */
export function shortName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf(":"), name.lastIndexOf("|")) + 1);
}
