import { render } from "solid-js/web";
import { App } from "../src/app";
import { createMatch, MatchProvider } from "../src/state/match";
import "footwork-page/src/base.css";
import "../src/theme.css";
import { syntheticSource } from "./syntheticMatch";

// The page without a match: run `npm run dev` and open /tests/preview.html.
const root = document.getElementById("app");
if (root)
  render(() => {
    const match = createMatch(
      syntheticSource(Number(new URLSearchParams(location.search).get("aSide") ?? 5)),
    );
    match.start();
    return (
      <MatchProvider value={match}>
        <App />
      </MatchProvider>
    );
  }, root);
