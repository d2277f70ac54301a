import { createEffect, createSignal, onCleanup, onMount, Show, untrack } from "solid-js";
import { DecisionLog } from "./hud/decisionLog";
import { FullTimeCard } from "./hud/fullTimeCard";
import { KeyList } from "./hud/keyList";
import { KickOffCard } from "./hud/kickOffCard";
import { MatchMenu } from "./hud/matchMenu";
import { Minimap } from "./hud/minimap";
import { NARROW, PANELS, type Panel, tooMany } from "./hud/onePanel";
import { OverlayBar } from "./hud/overlayBar";
import { PitchView } from "./hud/pitchView";
import { PlayerHints } from "./hud/playerHints";
import { PosePanel } from "./hud/posePanel";
import { ReasonLine } from "./hud/reasonLine";
import { Scoreboard } from "./hud/scoreboard";
import { TextsPanel } from "./hud/textsPanel";
import { TimeBar } from "./hud/timeBar";
import { TourCard } from "./hud/tourCard";
import { Failed, Words } from "./hud/words";
import { toPitch } from "./input/focus";
import { listenToPlayers } from "./input/keyboard";
import type { Stage } from "./pitch3d/stage";
import { createSounds } from "./sound/sounds";
import { useMatch } from "./state/match";
import { createTour } from "./state/tour";
import "./app.css";
import "./hud/panels.css";

/** The state that tests and measurements read. */
declare global {
  interface Window {
    footwork?: {
      match: ReturnType<typeof useMatch>;
      stage: Stage | undefined;
      heard: Record<string, number>;
    };
  }
}

/** The height of the map with its margin, in pixels. */
const MAP_PX = 156;

/** The match: the pitch fills the window, and everything else lies over it. */
export function App() {
  const match = useMatch();
  const [isHelpOpen, setHelpOpen] = createSignal(false);
  const [areTextsOpen, setTextsOpen] = createSignal(false);
  const [isSoundOn, setSoundOn] = createSignal(false);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const [isNight, setNight] = createSignal(dark.matches);
  const sounds = createSounds();
  const tour = createTour(match);
  const isShow = new URLSearchParams(location.search).has("show");
  let stage: Stage | undefined;
  let app!: HTMLDivElement;
  let left!: HTMLElement;
  let right!: HTMLElement;
  let bars!: HTMLElement;
  let lines!: HTMLElement;
  const narrow = matchMedia(NARROW);
  const [isNarrow, setNarrow] = createSignal(narrow.matches);
  const cover = () => {
    const wide = (panels: HTMLElement) => (panels.offsetHeight > 0 ? panels.offsetWidth + 10 : 0);
    stage?.cover({
      left: isNarrow() ? 0 : wide(left),
      right: isNarrow() ? 0 : wide(right),
      top: bars.offsetTop + bars.offsetHeight,
      // The map stands next to the lines and is as high as the lines of one player.
      bottom: Math.max(app.clientHeight - lines.offsetTop, MAP_PX),
    });
  };
  const toggleSound = () => {
    setSoundOn(!isSoundOn());
    void sounds.turn(isSoundOn());
  };
  const toggleTexts = () => setTextsOpen(!areTextsOpen());
  const toggleHelp = () => setHelpOpen(!isHelpOpen());
  const isOpen = {
    log: () => match.isOn("log"),
    texts: areTextsOpen,
    pose: () => match.isOn("pose"),
  };
  const close = (panel: Panel) =>
    panel === "texts" ? setTextsOpen(false) : match.toggleOverlay(panel);
  createEffect<ReadonlySet<Panel>>((before) => {
    const now = new Set(PANELS.filter((panel) => isOpen[panel]()));
    if (isNarrow()) untrack(() => tooMany(before, now).forEach(close));
    return now;
  }, new Set());
  createEffect<boolean>((has) => {
    if (has || !isShow || !match.scene()) return has;
    for (const name of ["path", "windows"] as const) untrack(() => match.toggleOverlay(name));
    return true;
  }, false);
  onMount(() => {
    const changed = () => setNight(dark.matches);
    const resized = () => {
      setNarrow(narrow.matches);
      app.style.setProperty("--lines", `${lines.offsetHeight}px`);
      cover();
    };
    const panels = new ResizeObserver(resized);
    for (const part of [app, left, right, bars, lines]) panels.observe(part);
    onCleanup(() => panels.disconnect());
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
    cover();
    if (window.footwork) window.footwork.stage = made;
  };
  return (
    <div class="app" classList={{ show: isShow }} ref={app}>
      <PitchView isNight={isNight()} isPlayed={!isShow} ready={ready} />
      <header class="top" ref={bars} onClick={(event) => isDone(event) && toPitch()}>
        <Scoreboard />
        <TimeBar />
        <OverlayBar areTextsOpen={areTextsOpen()} toggleTexts={toggleTexts} />
        <MatchMenu
          isSoundOn={isSoundOn()}
          toggleSound={toggleSound}
          toggleHelp={toggleHelp}
          tour={tour}
        />
      </header>
      <aside class="left" ref={left} aria-label="Decisions and texts">
        <Show when={match.isOn("log")}>
          <DecisionLog />
        </Show>
        <Show when={areTextsOpen()}>
          <TextsPanel />
        </Show>
      </aside>
      <aside class="right" ref={right} aria-label="Details">
        <Show when={match.isOn("pose")}>
          <PosePanel />
        </Show>
      </aside>
      <footer class="bottom" ref={lines}>
        <ReasonLine />
        <PlayerHints />
      </footer>
      <Minimap />
      <Words />
      <KickOffCard tour={tour} />
      <TourCard tour={tour} />
      <FullTimeCard />
      <KeyList isOpen={isHelpOpen()} close={() => setHelpOpen(false)} />
      <Failed />
    </div>
  );
}

/** Returns whether a mouse click pressed a button that opens nothing. The pitch then gets the focus back. */
const isDone = ({ detail, target }: MouseEvent) =>
  detail > 0 && target instanceof Element && !target.closest(".menu, [aria-expanded]");
