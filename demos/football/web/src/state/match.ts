import { batch, createContext, createSignal, useContext } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { replayFile } from "../body/replayFile";
import { targetKey } from "../text/target";
import { type Frame, FULL_TIME } from "../worker/frameType";
import type { Leaves } from "../worker/leaves";
import type {
  Command,
  ControlInfo,
  EditTarget,
  Happening,
  Message,
  Mistake,
  Overlay,
  OverlayName,
  PoseInfo,
  RunState,
  Scene,
  Setup,
} from "../worker/messages";
import { createPlayout } from "../worker/playout";
import type { Times } from "../worker/protocol";
import type { Source } from "../worker/source";
import { createControlHold } from "./controlHold";
import { type Decision, upTo, withDecision } from "./decisions";

/** The values of the newest frame that panels show. */
export interface Scoreboard {
  score: [number, number];
  /** Whole seconds. */
  clock: number;
  phase: number;
  /** The team with the restart or the goal. */
  team: number | null;
  half: number;
}

/** A notice, shown for a few seconds. */
export interface Word {
  text: string;
  tone: "good" | "error" | "plain";
  serial: number;
}

/** The number of frames that `saveReplay` writes: ten seconds. */
const REPLAY_FRAMES = 600;

/** How long to show why a button does nothing, in milliseconds. */
const IDLE_MS = 1600;

const AT_REST: RunState = {
  isPaused: false,
  isWaiting: false,
  isSlow: false,
  ahead: 0,
  frame: 0,
  hash: null,
};

/** The page's state of the match. */
export function createMatch(source: Source) {
  const [scene, setScene] = createSignal<Scene>();
  const [board, setBoard] = createStore<Scoreboard>({
    score: [0, 0],
    clock: 0,
    phase: 0,
    team: null,
    half: 1,
  });
  const [control, setControl] = createStore<{ list: ControlInfo[] }>({ list: [] });
  const [pose, setPose] = createSignal<PoseInfo>();
  const [log, setLog] = createSignal<Decision[]>([]);
  const [run, setRun] = createSignal(AT_REST);
  const [overlays, setOverlays] = createSignal<ReadonlySet<OverlayName>>(new Set());
  const [selected, setSelected] = createSignal(0);
  const [nexts, setNexts] = createStore<(number | null)[]>([null, null]);
  const [mistakes, setMistakes] = createStore<Record<string, Mistake[]>>({});
  const [idle, setIdle] = createStore<(string | undefined)[]>([undefined, undefined]);
  const [failure, setFailure] = createSignal<string>();
  const [times, setTimes] = createSignal<Times>();
  const [word, setWord] = createSignal<Word>();
  const [replayed, setReplayed] = createSignal<{ hash: string; isSame: boolean }>();
  const playout = createPlayout();
  const hold = createControlHold();
  const hearers = new Set<(events: Happening[]) => void>();
  const leafHearers = new Set<(leaves: Leaves) => void>();
  let overlay: Overlay | undefined;
  let serial = 0;
  let edits = 0;
  let newest = 0;
  /** The last frames, for a replay as GLB. */
  let recent: Frame[] = [];

  const say = (text: string, tone: Word["tone"] = "plain") => {
    serial += 1;
    setWord({ text, tone, serial });
  };
  const idleTimers: (ReturnType<typeof setTimeout> | undefined)[] = [];
  const takeIdle = (human: number, why: string) => {
    clearTimeout(idleTimers[human]);
    setIdle(human, why);
    idleTimers[human] = setTimeout(() => setIdle(human, undefined), IDLE_MS);
  };
  const send = (command: Command) => source.send(command);
  const now = () => performance.now() / 1000;

  const takeScene = (next: Scene) =>
    batch(() => {
      const isOther = scene()?.footballers.length !== next.footballers.length;
      setScene(next);
      setOverlays(new Set(next.overlays));
      setSelected(next.selected);
      takeRun(next.run);
      if (isOther) setLog([]);
    });
  const takeRun = (next: RunState) => {
    playout.setRate(next.isSlow ? 15 : 60, now());
    setRun(next);
    if (!next.isPaused) return;
    // On a pause, the line and the mark both show the current state.
    const frame = playout.newest();
    if (frame) markNexts(frame, true);
    if (overlay) showControl(overlay.control);
  };
  const markNexts = (frame: Frame, isAtOnce: boolean) => {
    for (const human of nexts.keys()) setNexts(human, hold.next(human, frame, now(), isAtOnce));
  };
  const showControl = (list: ControlInfo[]) => {
    // The reason why a button did nothing concerns the previous footballer.
    for (const { human, who } of list) {
      const before = control.list.find((said) => said.human === human);
      if (before && before.who !== who) setIdle(human, undefined);
    }
    setControl("list", reconcile(hold.reasons(list, now(), run().isPaused), { key: "human" }));
  };
  const takeOverlay = (next: Overlay) => {
    overlay = next;
    showControl(next.control);
    setPose(next.pose);
  };
  const takeFrame = (frame: Frame) => {
    playout.add(frame, now());
    const isBack = frame.frame < newest;
    if (frame.frame <= newest) recent = recent.filter((before) => before.frame < frame.frame);
    recent.push(frame);
    if (recent.length > REPLAY_FRAMES) recent.shift();
    // After a rewind or in a new match, drop the later decisions.
    if (isBack) setLog((log) => (frame.frame === 0 ? [] : upTo(log, frame.clock)));
    newest = frame.frame;
    markNexts(frame, isBack || run().isPaused);
    const clock = Math.floor(frame.clock);
    if (clock !== board.clock) setBoard("clock", clock);
    if (frame.phase !== board.phase) setBoard("phase", frame.phase);
    if (frame.team !== board.team) setBoard("team", frame.team);
    if (frame.half !== board.half) setBoard("half", frame.half);
    if (frame.score[0] !== board.score[0] || frame.score[1] !== board.score[1])
      setBoard("score", [...frame.score]);
  };
  const takeMessage = (message: Message) => {
    switch (message.kind) {
      case "scene":
        return takeScene(message);
      case "overlay":
        return takeOverlay(message);
      case "log":
        return setLog((before) =>
          message.entries.reduce((log, entry) => {
            serial += 1;
            return withDecision(log, { ...entry, serial });
          }, before),
        );
      case "events":
        for (const hear of hearers) hear(message.events);
        return undefined;
      case "edited":
        return setMistakes(targetKey(message.target), message.mistakes);
      case "replayed":
        setReplayed({ hash: message.hash, isSame: message.isSame });
        return message.isSame
          ? say("Replayed to the same state, bit for bit.", "good")
          : say("The replay ended in a different state from the match.", "error");
      case "idle":
        // Ignore it if the human no longer controls that footballer.
        return playout.newest()?.controlled[message.human] === message.who
          ? takeIdle(message.human, message.why)
          : undefined;
      case "refused":
        return say(message.message, "error");
      case "run":
        return takeRun(message.run);
    }
  };

  const withFile = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      say(error instanceof Error ? error.message : `${error}`, "error");
    }
  };

  return {
    scene,
    board,
    control: () => control.list,
    /** Returns the footballer that a human would switch to next, or `null`. */
    next: (human: number) => nexts[human] ?? null,
    /** Returns why the button that a human pressed last does nothing, for `IDLE_MS`. */
    idle: (human: number) => idle[human],
    pose,
    log,
    run,
    overlays,
    selected,
    mistakes: (target: EditTarget) => mistakes[targetKey(target)] ?? [],
    /** Returns why the match cannot begin or has stopped. */
    failure,
    /** Returns how long a frame takes to simulate, and how many are simulated per second. */
    times,
    word,
    replayed,
    playout,
    say,
    overlay: () => overlay,
    /** Returns whether the match has ended. */
    isOver: () => board.phase === FULL_TIME,
    isOn: (name: OverlayName) => overlays().has(name),
    /** Calls `hearer` with events as they arrive. Returns a function that ends this. */
    hear(hearer: (events: Happening[]) => void) {
      hearers.add(hearer);
      return () => hearers.delete(hearer);
    },
    hearLeaves(hearer: (leaves: Leaves) => void) {
      leafHearers.add(hearer);
      return () => leafHearers.delete(hearer);
    },
    send,
    select(who: number) {
      const count = scene()?.footballers.length ?? 1;
      const wrapped = ((who % count) + count) % count;
      setSelected(wrapped);
      send({ do: "select", who: wrapped });
    },
    toggleOverlay(name: OverlayName) {
      const is = !overlays().has(name);
      const next = new Set(overlays());
      if (is) next.add(name);
      else next.delete(name);
      setOverlays(next);
      send({ do: "overlay", name, is });
    },
    edit(target: EditTarget, text: string) {
      edits += 1;
      send({ do: "edit", id: edits, target, text });
    },
    kickOff: () => send({ do: "kick-off" }),
    togglePause: () => send({ do: "pause", is: !run().isPaused }),
    toggleSlow: () => send({ do: "slow", is: !run().isSlow }),
    step: () => send({ do: "step" }),
    rewind: () => send({ do: "rewind" }),
    catchUp: () => send({ do: "catch-up" }),
    restart: (setup: Setup) => send({ do: "restart", setup }),
    /** Starts a match of the same teams with the next seed. */
    playAgain() {
      const setup = scene()?.setup;
      if (setup) send({ do: "restart", setup: { ...setup, seed: nextSeed(setup.seed) } });
    },
    saveRecording: () =>
      withFile(async () => {
        download(await source.recording(), "match.footwork-match");
        say("Saved the recording.", "good");
      }),
    loadRecording: (file: File) =>
      withFile(async () => {
        await source.load(file).catch((error) => {
          const why = error instanceof Error ? error.message : `${error}`;
          throw new Error(`${file.name} was not loaded: ${why}.`.replace(/\.+$/, "."));
        });
        say("Playing the recording. Press any player key to take over.", "plain");
      }),
    saveReplay: () =>
      withFile(async () => {
        const now = scene();
        if (!now) throw new Error("no match has begun");
        download(await replayFile(now, recent), "replay.glb");
        say("Saved the last seconds as GLB.", "good");
      }),
    start: () =>
      source.listen({
        frame: takeFrame,
        message: takeMessage,
        leaves: (leaves) => {
          for (const hear of leafHearers) hear(leaves);
        },
        times: setTimes,
        failed: setFailure,
      }),
  };
}

export type MatchState = ReturnType<typeof createMatch>;

/** Returns the seed after this one; 0 after the largest. */
export const nextSeed = (seed: string) => `${BigInt.asUintN(64, BigInt(seed) + 1n)}`;

function download(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const Context = createContext<MatchState>();
export const MatchProvider = Context.Provider;

export function useMatch(): MatchState {
  const match = useContext(Context);
  if (!match) throw new Error("no match around this part");
  return match;
}
