/** A JSON header followed by numbers: the wire format of motion, channels and signals. */
export interface FrameFile<Header> {
  header: Header;
  values: Float32Array<ArrayBuffer>;
}

/** Reads a frame file. `src/api.rs` of the server describes its layout. */
export function readFrameFile<Header>(bytes: ArrayBuffer): FrameFile<Header> {
  const length = new DataView(bytes).getUint32(0, true);
  const header = new TextDecoder().decode(new Uint8Array(bytes, 4, length));
  return { header: JSON.parse(header) as Header, values: new Float32Array(bytes, 4 + length) };
}
