import { type Frame, NOBODY } from "./frameType";

/** `FWF1`, read as a little-endian number. */
const MAGIC = 0x31465746;
const HEAD_BYTES = 64;
const FOOTBALLER_HEAD_BYTES = 12;
const PER_QUATERNION = 4;

export class FrameError extends Error {}

/** Returns whether these bytes are a frame. */
export const isFrame = (bytes: ArrayBuffer) =>
  bytes.byteLength >= 4 && new DataView(bytes).getUint32(0, true) === MAGIC;

/** Reads a frame as `src/server/encode.rs` writes it. Throws `FrameError` for anything else. */
export function readFrame(bytes: ArrayBuffer): Frame {
  const view = new DataView(bytes);
  if (bytes.byteLength < HEAD_BYTES || !isFrame(bytes)) throw new FrameError("no frame");
  const footballers = view.getUint8(22);
  const joints = view.getUint8(23);
  const each = FOOTBALLER_HEAD_BYTES + joints * PER_QUATERNION * 2;
  if (bytes.byteLength !== HEAD_BYTES + footballers * each)
    throw new FrameError(`a frame of ${footballers} footballers has the wrong length`);
  const who = (at: number) => {
    const value = view.getUint8(at);
    return value === NOBODY ? null : value;
  };
  const roots = new Float32Array(footballers * 3);
  const rotations = new Float32Array(footballers * joints * 4);
  for (let one = 0; one < footballers; one += 1) {
    const start = HEAD_BYTES + one * each;
    for (let axis = 0; axis < 3; axis += 1)
      roots[one * 3 + axis] = view.getFloat32(start + axis * 4, true);
    const into = one * joints * 4;
    readQuaternions(view, start + FOOTBALLER_HEAD_BYTES, rotations, into, joints);
  }
  const ballRotation = new Float32Array(4);
  readQuaternions(view, 44, ballRotation, 0, 1);
  return {
    frame: view.getUint32(4, true),
    clock: view.getFloat64(8, true),
    score: [view.getUint16(16, true), view.getUint16(18, true)],
    phase: view.getUint8(20),
    team: who(29),
    half: view.getUint8(21),
    controlled: [who(24), who(25)],
    next: [who(26), who(27)],
    target: who(28),
    footballers,
    joints,
    ball: {
      position: [32, 36, 40].map((at) => view.getFloat32(at, true)) as [number, number, number],
      rotation: ballRotation,
      velocity: [52, 56, 60].map((at) => view.getFloat32(at, true)) as [number, number, number],
    },
    roots,
    rotations,
  };
}

/** Reads quaternions of four signed 16-bit parts each, and normalizes them. */
function readQuaternions(view: DataView, from: number, into: Float32Array, at: number, n: number) {
  for (let one = 0; one < n; one += 1) {
    const start = from + one * 8;
    const x = view.getInt16(start, true);
    const y = view.getInt16(start + 2, true);
    const z = view.getInt16(start + 4, true);
    const w = view.getInt16(start + 6, true);
    const length = Math.hypot(x, y, z, w) || 1;
    const place = at + one * 4;
    into[place] = x / length;
    into[place + 1] = y / length;
    into[place + 2] = z / length;
    into[place + 3] = w / length;
  }
}
