/** `FWL1`, read as a little-endian number. */
const MAGIC = 0x314c5746;
const HEAD_BYTES = 12;
/** Positions are whole centimetres. */
const UNIT = 0.01;

/** The positions of leaves and dust, three numbers each, leaves first. */
export interface Leaves {
  frame: number;
  leaves: number;
  places: Float32Array;
}

/** Returns whether these bytes are leaves. */
export const isLeaves = (bytes: ArrayBuffer) =>
  bytes.byteLength >= HEAD_BYTES && new DataView(bytes).getUint32(0, true) === MAGIC;

/** Reads leaves as `src/server/encode.rs` writes them. */
export function readLeaves(bytes: ArrayBuffer): Leaves {
  const view = new DataView(bytes);
  const numbers = new Int16Array(bytes, HEAD_BYTES);
  const places = new Float32Array(numbers.length);
  for (let at = 0; at < numbers.length; at += 1) places[at] = (numbers[at] ?? 0) * UNIT;
  return { frame: view.getUint32(4, true), leaves: view.getUint32(8, true), places };
}
