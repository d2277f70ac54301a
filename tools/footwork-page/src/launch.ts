/** Returns a store of the browser; `undefined` if access to it is forbidden. */
export function storeOf(look: () => Storage): Storage | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** The form of a token. A token with other characters could not be sent: the WebSocket's address would be invalid. */
const TOKEN = /^[\w-]+$/;

/**
 * Returns the token of the launch. The token moves from the address to the storage that all tabs of this origin share.
 * Links then open in new tabs and do not contain it. A cookie would not do, because the browser would send it to other
 * ports of this machine. `docs/design/trust.md` gives the reasons for this storage.
 */
export function takeToken(store: Storage | undefined): string {
  // If the user enters the address of a new launch in the tab of an old one, only the fragment changes.
  window.addEventListener("hashchange", () => {
    if (location.hash.length > 1) location.reload();
  });
  const given = location.hash.slice(1);
  if (given === "") return store?.getItem("footwork.token") ?? "";
  // The server refuses a damaged token like that of another launch.
  if (!TOKEN.test(given)) return "damaged";
  try {
    if (!store) return given;
    store.setItem("footwork.token", given);
    history.replaceState(null, "", location.pathname + location.search);
  } catch {
    // If storage is unavailable, the token stays in the address.
  }
  return given;
}
