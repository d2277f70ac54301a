import { render } from "solid-js/web";
import { Client } from "./api/client";
import { App } from "./app";
import { createStudio, StudioProvider } from "./state/studio";
import "./theme.css";

/** The token of the launch: in the address it came with, and afterwards in this tab only. */
function takeToken(): string {
  const given = location.hash.slice(1);
  if (given !== "") {
    sessionStorage.setItem("footwork.token", given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("footwork.token") ?? "";
}

// The address of a new launch, put into the tab of an old one, differs in its fragment only.
window.addEventListener("hashchange", () => {
  if (location.hash.length > 1) location.reload();
});

const root = document.getElementById("app");
if (root) {
  render(() => {
    const studio = createStudio(new Client(takeToken()), localStorage);
    void studio.start();
    return (
      <StudioProvider value={studio}>
        <App />
      </StudioProvider>
    );
  }, root);
}
