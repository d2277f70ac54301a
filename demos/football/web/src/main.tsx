import { storeOf, takeToken } from "footwork-page/src/launch";
import { onCleanup } from "solid-js";
import { render } from "solid-js/web";
import { App } from "./app";
import { createMatch, MatchProvider } from "./state/match";
import { serverOf } from "./stream/connection";
import "footwork-page/src/base.css";
import "./theme.css";

const root = document.getElementById("app");
if (root)
  render(() => {
    const match = createMatch(serverOf(takeToken(storeOf(() => localStorage))));
    onCleanup(match.start());
    return (
      <MatchProvider value={match}>
        <App />
      </MatchProvider>
    );
  }, root);
