import { onCleanup } from "solid-js";
import { render } from "solid-js/web";
import { App } from "./app";
import { createMatch, MatchProvider } from "./state/match";
import { serverOf } from "./stream/connection";
import "./theme.css";

/**
 * The token of the launch. It moves from the address to the storage that all tabs of this origin share, so that links
 * do not contain it. `docs/design/trust.md` gives the reason for that storage.
 */
function takeToken(): string {
  const given = location.hash.slice(1);
  try {
    if (given === "") return localStorage.getItem("footwork.token") ?? "";
    localStorage.setItem("footwork.token", given);
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
if (root)
  render(() => {
    const match = createMatch(serverOf(takeToken()));
    onCleanup(match.start());
    return (
      <MatchProvider value={match}>
        <App />
      </MatchProvider>
    );
  }, root);
