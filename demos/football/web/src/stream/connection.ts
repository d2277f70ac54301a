import { isFrame, readFrame } from "./frame";
import type { Frame } from "./frameType";
import { isLeaves, type Leaves, readLeaves } from "./leaves";
import type { Command, Message } from "./messages";

/** The delays before attempts to reach the server again, in milliseconds; the last one repeats. */
const WAITS = [250, 500, 1000, 2000];

/** Handlers for messages from the server. */
export interface Listener {
  frame(frame: Frame): void;
  leaves(leaves: Leaves): void;
  message(message: Message): void;
  /** The connection opened or closed. `isRefused` if the server answers but the token is not that of its launch. */
  connected(is: boolean, isRefused: boolean): void;
}

/** The source of a match. */
export interface Source {
  listen(listener: Listener): () => void;
  send(command: Command): void;
  /** Returns the match so far as a file that replays bit for bit. */
  recording(): Promise<Blob>;
  /** Plays a recording. Throws with the server's reason if the file is not a recording. */
  load(file: Blob): Promise<void>;
  /** Returns the last seconds as GLB. */
  replay(): Promise<Blob>;
}

/** Connects to the server of this page. */
export function serverOf(token: string): Source {
  let socket: WebSocket | undefined;
  const headers = { "x-footwork-token": token };
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`/api/${path}`, {
      ...init,
      headers: { ...headers, ...(init.body ? { "content-type": "application/octet-stream" } : {}) },
    }).catch(() => {
      throw new Error("The server does not answer.");
    });
    if (!answer.ok) throw new Error(await reasonOf(answer));
    return answer;
  };
  return {
    listen(listener) {
      let failures = 0;
      let isOver = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const connect = () => {
        const url = new URL("/api/play", location.href);
        url.protocol = "ws:";
        url.hash = "";
        socket = new WebSocket(url, `footwork.${token}`);
        socket.binaryType = "arraybuffer";
        socket.onopen = () => {
          failures = 0;
          listener.connected(true, false);
        };
        socket.onmessage = ({ data }) => receive(listener, data);
        socket.onclose = () => {
          if (isOver) return;
          void isRefused(headers).then((is) => listener.connected(false, is && !isOver));
          timer = setTimeout(connect, WAITS[Math.min(failures, WAITS.length - 1)]);
          failures += 1;
        };
      };
      connect();
      return () => {
        isOver = true;
        clearTimeout(timer);
        socket?.close();
      };
    },
    send(command) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
    },
    recording: async () => (await ask("recording")).blob(),
    load: async (file) => void (await ask("recording", { method: "POST", body: file })),
    replay: async () => (await ask("replay.glb")).blob(),
  };
}

/** Returns whether the server rejects the token. A page cannot learn why a WebSocket was refused. */
export const isRefused = (headers: Record<string, string>): Promise<boolean> =>
  fetch("/api/", { headers }).then(
    ({ status }) => status === 401,
    () => false,
  );

function receive(listener: Listener, data: string | ArrayBuffer) {
  if (typeof data === "string") listener.message(JSON.parse(data) as Message);
  else if (isFrame(data)) listener.frame(readFrame(data));
  else if (isLeaves(data)) listener.leaves(readLeaves(data));
}

async function reasonOf(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => "");
  try {
    return (JSON.parse(text) as { message: string }).message;
  } catch {
    return text.slice(0, 200) || `${answer.status} ${answer.statusText}`;
  }
}
