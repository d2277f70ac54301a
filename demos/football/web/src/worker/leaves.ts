/** The positions of leaves and dust, three numbers each, leaves first. */
export interface Leaves {
  frame: number;
  leaves: number;
  places: Float32Array;
}

/** Reads leaves as `src/page/frame.rs` writes them. */
export const readLeaves = (numbers: Float32Array): Leaves => ({
  frame: numbers[0] ?? 0,
  leaves: numbers[1] ?? 0,
  places: numbers.subarray(2),
});
