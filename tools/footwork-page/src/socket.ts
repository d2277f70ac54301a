/**
 * The delay before the first attempt to reach the server again, in milliseconds. Each further attempt doubles the
 * delay.
 */
const FIRST_WAIT_MS = 250;

/** The URL of a WebSocket, and the protocol that carries the token. */
export type Address = [url: string, protocol: string];

/** Returns the WebSocket address for a path on this page's server. */
export function addressOf(path: string, token: string): Address {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return [url.href, `footwork.${token}`];
}

/** The callbacks of a connection. */
export interface SocketListener {
  received(data: string | ArrayBuffer): void;
  /** Called when the connection was made or lost. */
  connected(isConnected: boolean): void;
}

/** A connection that reconnects after each loss. */
export interface Connection {
  /** Sends a text, or drops it if there is no connection. */
  send(text: string): void;
  close(): void;
}

/** Connects to the server, and reconnects until the connection is closed by the page. */
export function keepConnected(
  address: Address,
  maxWaitMs: number,
  listener: SocketListener,
): Connection {
  let isOver = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: WebSocket | undefined;
  const connect = () => {
    socket = new WebSocket(...address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      failures = 0;
      listener.connected(true);
    };
    socket.onmessage = ({ data }) => listener.received(data);
    socket.onclose = () => {
      if (isOver) return;
      listener.connected(false);
      timer = setTimeout(connect, Math.min(FIRST_WAIT_MS * 2 ** failures, maxWaitMs));
      failures += 1;
    };
  };
  connect();
  return {
    send(text) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      isOver = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
