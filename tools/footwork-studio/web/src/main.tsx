import { onCleanup } from "solid-js";
import { render } from "solid-js/web";
import { Client } from "./api/client";
import { App } from "./app";
import { createStudio, StudioProvider } from "./state/studio";
import "./theme.css";

/** A store of the browser, `undefined` if access to it is forbidden. */
function storeOf(look: () => Storage): Storage | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/**
 * The token of the launch. It moves from the address to the storage that all tabs of this origin share, so that links
 * also open in new tabs. It is not in a cookie, because the browser would send that to other ports of this machine.
 */
function takeToken(store: Storage | undefined): string {
  const given = location.hash.slice(1);
  if (given === "") return store?.getItem("footwork.token") ?? "";
  try {
    if (!store) return given;
    store.setItem("footwork.token", given);
    history.replaceState(null, "", location.pathname + location.search);
  } catch {
    // If storage is unavailable, the token stays in the address.
  }
  return given;
}

// Entering the address of a new launch in the tab of an old one changes only the fragment.
window.addEventListener("hashchange", () => {
  if (location.hash.length > 1) location.reload();
});

const root = document.getElementById("app");
if (root) {
  render(() => {
    const storage = storeOf(() => localStorage);
    const session = storeOf(() => sessionStorage);
    const address = {
      search: () => location.search,
      show(search: string, isNew: boolean) {
        const to = location.pathname + search + location.hash;
        if (isNew) history.pushState(null, "", to);
        else history.replaceState(null, "", to);
      },
    };
    const browser = { storage, session, locks: navigator.locks, address };
    const studio = createStudio(new Client(takeToken(storage)), browser);
    onCleanup(studio.start());
    return (
      <StudioProvider value={studio}>
        <App />
      </StudioProvider>
    );
  }, root);
}
