import { type Address, keepConnected } from "footwork-page/src/socket";
import type { Change } from "./types";

/** The longest delay before an attempt to reach the server again, in milliseconds. */
const MAX_WAIT_MS = 4000;

/** Callbacks for changes. */
export interface ChangeListener {
  changed(change: Change): void;
  /** The connection was made or lost. */
  connected(isConnected: boolean): void;
}

/** Listens to the server's changes while the page is open, reconnecting as needed. */
export function listenToChanges(address: Address, listener: ChangeListener): () => void {
  const { changed, connected } = listener;
  const received = (data: string | ArrayBuffer) => changed(JSON.parse(`${data}`) as Change);
  return keepConnected(address, MAX_WAIT_MS, { received, connected }).close;
}
