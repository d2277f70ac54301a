import { render } from "solid-js/web";
import { App } from "../src/app";
import { createMatch, MatchProvider } from "../src/state/match";
import "../src/theme.css";
import { syntheticSource } from "./syntheticMatch";

// `npm run dev`, then /tests/preview.html: the page without a server.
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
