// Makes an animated WebP from still ones, which Chromium encodes, without another tool.
// The container is that of https://developers.google.com/speed/webp/docs/riff_container.

const ANIMATION = 0x02;
/** Frames replace each other. */
const NO_BLENDING = 0x02;

/** Returns the bytes of an animated WebP. A frame has the bytes of a still WebP, and its duration in milliseconds. */
export function animatedWebp({ width, height }, frames) {
  const canvas = [u24(width - 1), u24(height - 1)];
  const chunks = [
    chunk("VP8X", [Buffer.of(ANIMATION, 0, 0, 0), ...canvas]),
    // A black background, and endless repetition.
    chunk("ANIM", [Buffer.from([0, 0, 0, 255, 0, 0])]),
    ...frames.map(({ bytes, ms }) =>
      chunk("ANMF", [u24(0), u24(0), ...canvas, u24(ms), Buffer.of(NO_BLENDING), pictureIn(bytes)]),
    ),
  ];
  return chunk("RIFF", [Buffer.from("WEBP"), ...chunks]);
}

/** Returns the chunk with the picture of a still WebP. */
function pictureIn(bytes) {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString("latin1", at, at + 4);
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    if (name === "VP8 " || name === "VP8L") {
      return chunk(name, [bytes.subarray(at + 8, end)]);
    }
    at = end + (end % 2);
  }
  throw new Error("a picture is not a WebP");
}

function chunk(name, parts) {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(name), size, body, Buffer.alloc(body.length % 2)]);
}

function u24(number) {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(number, 0, 3);
  return bytes;
}
