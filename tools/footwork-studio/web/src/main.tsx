import { onCleanup } from "solid-js";
import { render } from "solid-js/web";
import { Client } from "./api/client";
import { App } from "./app";
import { createStudio, StudioProvider } from "./state/studio";
import "./theme.css";

/** A store of the browser, unless it is forbidden to look at it. */
function storeOf(look: () => Storage): Storage | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** The token of the launch: in the address it came with, and afterwards in this tab only. */
function takeToken(): string {
  const store = storeOf(() => sessionStorage);
  const given = location.hash.slice(1);
  if (given === "") return store?.getItem("footwork.token") ?? "";
  try {
    store?.setItem("footwork.token", given);
    history.replaceState(null, "", location.pathname);
  } catch {
    // Where nothing can be kept the token stays in the address.
  }
  return given;
}

// The address of a new launch, put into the tab of an old one, differs in its fragment only.
window.addEventListener("hashchange", () => {
  if (location.hash.length > 1) location.reload();
});

const root = document.getElementById("app");
if (root) {
  render(() => {
    const storage = storeOf(() => localStorage);
    const session = storeOf(() => sessionStorage);
    const browser = { storage, session, locks: navigator.locks };
    const studio = createStudio(new Client(takeToken()), browser);
    onCleanup(studio.start());
    return (
      <StudioProvider value={studio}>
        <App />
      </StudioProvider>
    );
  }, root);
}
