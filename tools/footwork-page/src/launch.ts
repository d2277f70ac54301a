/** Returns a store of the browser, `undefined` if access to it is forbidden. */
export function storeOf(look: () => Storage): Storage | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** A token has only these characters. Others cannot be sent: a WebSocket's address would be invalid. */
const TOKEN = /^[\w-]+$/;

/**
 * The token of the launch. It moves from the address to the storage that all tabs of this origin share, so that links
 * also open in new tabs and do not contain it. It is not in a cookie, because the browser would send that to other ports
 * of this machine. `docs/design/trust.md` gives the reason for that storage.
 */
export function takeToken(store: Storage | undefined): string {
  // Entering the address of a new launch in the tab of an old one changes only the fragment.
  window.addEventListener("hashchange", () => {
    if (location.hash.length > 1) location.reload();
  });
  const given = location.hash.slice(1);
  if (given === "") return store?.getItem("footwork.token") ?? "";
  // An address with a damaged key is like one with the key of another launch: the server refuses it.
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
