/** A name that wants to be shown: where on the picture, in pixels, how wide, how far away. */
export interface Wish {
  x: number;
  y: number;
  width: number;
  depth: number;
  /** Whether it is in the picture at all. */
  isSeen: boolean;
  /** Whether it is shown now. */
  isShown: boolean;
}

/** How tall a name is, with the space around it, in pixels. */
const HEIGHT = 15;
/** How much nearer a name that is shown counts as, so that names do not flicker. */
const STAY = 0.9;

/** Says in `isShown` which names are shown so that none lies on another: the nearest, and those that are. */
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

/** A name of a joint without what all joints of a file have before it: `mixamorig:Hips` is `Hips`. */
export function shortName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf(":"), name.lastIndexOf("|")) + 1);
}
