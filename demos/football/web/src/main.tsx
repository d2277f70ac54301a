import { onCleanup } from "solid-js";
import { render } from "solid-js/web";
import { App } from "./app";
import { setupOf } from "./setup";
import { createMatch, MatchProvider } from "./state/match";
import { matchFiles, openWorker } from "./worker/matchFiles";
import { workerSource } from "./worker/source";
import "footwork-page/src/base.css";
import "./theme.css";

const root = document.getElementById("app");
if (root)
  render(() => {
    const match = createMatch(workerSource(openWorker, matchFiles, () => setupOf(location.search)));
    onCleanup(match.start());
    return (
      <MatchProvider value={match}>
        <App />
      </MatchProvider>
    );
  }, root);
