/**
 * Returns the positions of ranges in a clip as an SVG path, `columns` wide and 1 high. Ranges in the same column are
 * drawn once, so the length of the path does not grow with the number of ranges.
 */
export function stripPath(
  ranges: readonly (readonly [number, number])[],
  frames: number,
  columns: number,
): string {
  let path = "";
  let from = 0;
  let to = 0;
  const draw = () => {
    if (to > from) path += `M${from} 0H${to}V1H${from}Z`;
  };
  for (const [start, stop] of ranges) {
    const left = Math.floor((start * columns) / frames);
    const right = Math.min(Math.max(Math.ceil((stop * columns) / frames), left + 1), columns);
    if (left > to) {
      draw();
      from = left;
      to = right;
    } else {
      if (to === from) from = left;
      to = Math.max(to, right);
    }
  }
  draw();
  return path;
}
