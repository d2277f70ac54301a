import { type Address, keepConnected } from "footwork-page/src/socket";
import type { Change } from "./types";

/** The longest delay before an attempt to reach the server again, in milliseconds. */
const MAX_WAIT_MS = 4000;

/** Callbacks for changes. */
export interface ChangeListener {
  changed(change: Change): void;
  /** Called when the connection was made or lost. */
  connected(isConnected: boolean): void;
}

/** Listens to the server's changes and reconnects after each loss. Returns a function that ends this. */
export function listenToChanges(address: Address, listener: ChangeListener): () => void {
  const { changed, connected } = listener;
  const received = (data: string | ArrayBuffer) => changed(JSON.parse(`${data}`) as Change);
  return keepConnected(address, MAX_WAIT_MS, { received, connected }).close;
}
