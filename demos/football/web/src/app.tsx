import { createSignal, onCleanup, onMount, Show } from "solid-js";
import { DecisionLog } from "./hud/decisionLog";
import { KeyList } from "./hud/keyList";
import { MatchMenu } from "./hud/matchMenu";
import { Minimap } from "./hud/minimap";
import { OverlayBar } from "./hud/overlayBar";
import { PitchView } from "./hud/pitchView";
import { PlayerHints } from "./hud/playerHints";
import { PosePanel } from "./hud/posePanel";
import { ReasonLine } from "./hud/reasonLine";
import { Scoreboard } from "./hud/scoreboard";
import { TextsPanel } from "./hud/textsPanel";
import { TimeBar } from "./hud/timeBar";
import { Lost, Words } from "./hud/words";
import { listenToPlayers } from "./input/keyboard";
import type { Stage } from "./pitch3d/stage";
import { createSounds } from "./sound/sounds";
import { useMatch } from "./state/match";
import "./app.css";
import "./hud/panels.css";

/** What tests and measurements look at. */
declare global {
  interface Window {
    footwork?: {
      match: ReturnType<typeof useMatch>;
      stage: Stage | undefined;
      heard: Record<string, number>;
    };
  }
}

/** The match: the pitch fills the window, and everything else lies over it. */
export function App() {
  const match = useMatch();
  const [isHelpOpen, setHelpOpen] = createSignal(false);
  const [areTextsOpen, setTextsOpen] = createSignal(false);
  const [isSoundOn, setSoundOn] = createSignal(false);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const [isNight, setNight] = createSignal(dark.matches);
  const sounds = createSounds();
  let stage: Stage | undefined;
  const toggleSound = () => {
    setSoundOn(!isSoundOn());
    void sounds.turn(isSoundOn());
  };
  const toggleTexts = () => setTextsOpen(!areTextsOpen());
  const toggleHelp = () => setHelpOpen(!isHelpOpen());
  onMount(() => {
    const changed = () => setNight(dark.matches);
    dark.addEventListener("change", changed);
    onCleanup(() => dark.removeEventListener("change", changed));
    const zoomBy = (factor: number) => stage?.zoomBy(factor);
    onCleanup(listenToPlayers(match, { match, toggleHelp, toggleTexts, toggleSound, zoomBy }));
    onCleanup(
      match.hear((events) => sounds.hear(events, match.playout.newest()?.ball.position[0] ?? 0)),
    );
    window.footwork = { match, stage, heard: sounds.made };
  });
  const ready = (made: Stage) => {
    stage = made;
    if (window.footwork) window.footwork.stage = made;
  };
  return (
    <div class="app">
      <PitchView isNight={isNight()} ready={ready} />
      <header class="top">
        <Scoreboard />
        <TimeBar />
        <OverlayBar areTextsOpen={areTextsOpen()} toggleTexts={toggleTexts} />
        <MatchMenu isSoundOn={isSoundOn()} toggleSound={toggleSound} toggleHelp={toggleHelp} />
      </header>
      <aside class="left" aria-label="Decisions and words">
        <Show when={match.isOn("log")}>
          <DecisionLog />
        </Show>
      </aside>
      <aside class="right" aria-label="Details">
        <Show when={match.isOn("pose")}>
          <PosePanel />
        </Show>
        <Show when={areTextsOpen()}>
          <TextsPanel />
        </Show>
      </aside>
      <footer class="bottom">
        <ReasonLine />
        <PlayerHints />
      </footer>
      <Minimap />
      <Words />
      <KeyList isOpen={isHelpOpen()} close={() => setHelpOpen(false)} />
      <Lost />
    </div>
  );
}
