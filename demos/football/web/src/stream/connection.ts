import { reasonOf, send } from "footwork-page/src/request";
import { addressOf, type Connection, keepConnected } from "footwork-page/src/socket";
import { isFrame, readFrame } from "./frame";
import type { Frame } from "./frameType";
import { isLeaves, type Leaves, readLeaves } from "./leaves";
import type { Command, Message } from "./messages";

/** The longest delay before an attempt to reach the server again, in milliseconds. */
const MAX_WAIT_MS = 2000;

/** Handlers for messages from the server. */
export interface Listener {
  frame(frame: Frame): void;
  leaves(leaves: Leaves): void;
  message(message: Message): void;
  /** The connection opened or closed. `isRefused` if the server answers but rejects the token. */
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
  let connection: Connection | undefined;
  const ask = async (path: string, init: RequestInit = {}) => {
    const type = init.body ? "application/octet-stream" : undefined;
    const answer = await send(token, path, type, init).catch(() => {
      throw new Error("The server does not answer.");
    });
    if (answer.ok) return answer;
    const { message } = await reasonOf(answer, (message) => ({ message }));
    throw new Error(message);
  };
  return {
    listen(listener) {
      connection = keepConnected(addressOf("/api/play", token), MAX_WAIT_MS, {
        received: (data) => receive(listener, data),
        connected(is) {
          if (is) listener.connected(true, false);
          else void isRefused(token).then((is) => listener.connected(false, is));
        },
      });
      return connection.close;
    },
    send: (command) => connection?.send(JSON.stringify(command)),
    recording: async () => (await ask("recording")).blob(),
    load: async (file) => void (await ask("recording", { method: "POST", body: file })),
    replay: async () => (await ask("replay.glb")).blob(),
  };
}

/** Returns whether the server rejects the token. A page cannot learn why a WebSocket was refused. */
const isRefused = (token: string): Promise<boolean> =>
  send(token, "", undefined).then(
    ({ status }) => status === 401,
    () => false,
  );

function receive(listener: Listener, data: string | ArrayBuffer) {
  if (typeof data === "string") listener.message(JSON.parse(data) as Message);
  else if (isFrame(data)) listener.frame(readFrame(data));
  else if (isLeaves(data)) listener.leaves(readLeaves(data));
}
