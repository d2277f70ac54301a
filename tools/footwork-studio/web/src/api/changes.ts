import type { Change } from "./types";

/** The delays before successive attempts to reach the server, in milliseconds; the last one repeats. */
const WAITS = [250, 500, 1000, 2000, 4000];

/** Callbacks for changes. */
export interface ChangeListener {
  changed(change: Change): void;
  /** The connection was made or lost. */
  connected(isConnected: boolean): void;
}

/** Listens to the server's changes while the page is open, reconnecting as needed. */
export function listenToChanges(
  address: [url: string, protocol: string],
  listener: ChangeListener,
): () => void {
  let isOver = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: WebSocket | undefined;
  const connect = () => {
    socket = new WebSocket(...address);
    socket.onopen = () => {
      failures = 0;
      listener.connected(true);
    };
    socket.onmessage = (message) => listener.changed(JSON.parse(message.data) as Change);
    socket.onclose = () => {
      if (isOver) return;
      listener.connected(false);
      const wait = WAITS[Math.min(failures, WAITS.length - 1)];
      failures += 1;
      timer = setTimeout(connect, wait);
    };
  };
  connect();
  return () => {
    isOver = true;
    clearTimeout(timer);
    socket?.close();
  };
}
