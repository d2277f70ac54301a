/** Plays the match: a frame every sixtieth of a second, and commands between frames. */
import { Door } from "./door";
import type { Reply, Request } from "./protocol";

const FRAME_MS = 1000 / 60;
/** The maximum number of frames caught up after a delay; the rest is skipped. */
const MAX_BEHIND = 4;
/** The time over which `Times` are measured. */
const WINDOW_MS = 500;

let door: Door | undefined;
/** The time at which the next frame is due. */
let due = 0;
let [since, frames, spentMs] = [0, 0, 0];

const reply = (said: Reply, transfer: Transferable[] = []) =>
  (self as unknown as Worker).postMessage(said, transfer);
const words = (error: unknown) => (error instanceof Error ? error.message : `${error}`);

function tell(): void {
  const { texts, frame, leaves } = door?.news() ?? {
    texts: [],
    frame: undefined,
    leaves: undefined,
  };
  if (texts.length === 0 && !frame && !leaves) return;
  const numbers = [frame, leaves].flatMap((part) => (part ? [part.buffer] : []));
  reply({ what: "news", texts, ...(frame && { frame }), ...(leaves && { leaves }) }, numbers);
}

function measure(now: number): void {
  if (now - since < WINDOW_MS) return;
  if (frames > 0)
    reply({
      what: "times",
      times: { frameMs: spentMs / frames, perSec: (frames * 1000) / (now - since) },
    });
  [since, frames, spentMs] = [now, 0, 0];
}

function keepTime(): void {
  try {
    let now = performance.now();
    const frameMs = door?.isSlow ? 4 * FRAME_MS : FRAME_MS;
    if (now - due > frameMs * MAX_BEHIND) due = now;
    while (now >= due) {
      due += frameMs;
      door?.tick();
      const after = performance.now();
      spentMs += after - now;
      frames += 1;
      now = after;
      tell();
    }
    measure(now);
    setTimeout(keepTime, due - now);
  } catch (error) {
    reply({ what: "failed", why: words(error) });
  }
}

function answer(id: number, ask: () => Uint8Array<ArrayBuffer> | undefined): void {
  try {
    const bytes = ask()?.buffer;
    reply({ what: "answer", id, ...(bytes && { bytes }) }, bytes ? [bytes] : []);
  } catch (error) {
    reply({ what: "answer", id, error: words(error) });
  }
}

async function obey(said: Request): Promise<void> {
  switch (said.what) {
    case "begin": {
      const { module, tags, poses } = said.files;
      const opened = await Door.open(module, new Uint8Array(tags), new Uint8Array(poses));
      opened.begin(said.setup);
      door = opened;
      due = since = performance.now();
      keepTime();
      break;
    }
    case "command":
      door?.obey(said.command);
      break;
    case "recording":
      answer(said.id, () => door?.recording());
      break;
    case "load":
      answer(said.id, () => {
        door?.load(new Uint8Array(said.bytes));
        return undefined;
      });
      break;
  }
  tell();
}

self.onmessage = ({ data }: MessageEvent<Request>) => {
  obey(data).catch((error) => reply({ what: "failed", why: words(error) }));
};
