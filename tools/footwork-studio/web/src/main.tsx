import { storeOf, takeToken } from "footwork-page/src/launch";
import { onCleanup } from "solid-js";
import { render } from "solid-js/web";
import { Client } from "./api/client";
import { App } from "./app";
import { createStudio, StudioProvider } from "./state/studio";
import "footwork-page/src/base.css";
import "./theme.css";

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
