import { onCleanup } from "solid-js";
import { render } from "solid-js/web";
import { App } from "./app";
import { createMatch, MatchProvider } from "./state/match";
import { serverOf } from "./stream/connection";
import "./theme.css";

/**
 * The token of the launch: first in the address, then in the store that all tabs of this origin share, so that a link
 * lacks it. `docs/design/trust.md` says why there.
 */
function takeToken(): string {
  const given = location.hash.slice(1);
  try {
    if (given === "") return localStorage.getItem("footwork.token") ?? "";
    localStorage.setItem("footwork.token", given);
    history.replaceState(null, "", location.pathname + location.search);
  } catch {
    // If nothing can be stored, the token stays in the address.
  }
  return given;
}

// If the address of a new launch is entered in the tab of an old one, only the fragment differs.
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
