import {
  batch,
  createContext,
  createEffect,
  createMemo,
  createSignal,
  on,
  untrack,
  useContext,
} from "solid-js";
import { listenToChanges } from "../api/changes";
import type { Client } from "../api/client";
import type { Edited, Label } from "../api/types";
import { createArming } from "./arming";
import { createBeside } from "./beside";
import { createBursts } from "./bursts";
import { createChanges } from "./changes";
import { createClipStates } from "./clipStates";
import { createClock } from "./clock";
import { colourOf } from "./colours";
import { createCurve } from "./curve";
import { createEditQueue } from "./editQueue";
import { createEncoding } from "./encoding";
import { createHistory } from "./history";
import { createKeptEdits, type KeptEditsHost } from "./keptEdits";
import { type Command, mapKeys, showKey } from "./keymap";
import { createLabelKeys } from "./labelKeys";
import { createLibrary } from "./library";
import { createMeasures } from "./measures";
import { createMedia } from "./media";
import { createMesh } from "./mesh";
import { createMotion } from "./motion";
import { createNotices } from "./notices";
import { createOpenClip } from "./openClip";
import { createPins } from "./pins";
import { type Address, createPlace } from "./place";
import { createPreferences } from "./preferences";
import { createProposals } from "./proposals";
import { createQuery } from "./query";
import { createRecording } from "./recording";
import { createReview } from "./review";
import { createTimelineState } from "./timeline";
import { signed } from "./workState";

const NO_ADDRESS: Address = { search: () => "", show() {} };
const NO_RANGES: readonly [number, number][] = [];

export type { Selected } from "./openClip";

/** The parts of the browser that the studio uses. */
export interface StudioHost extends KeptEditsHost {
  /** A store that lasts as long as the tab. */
  session?: Storage | undefined;
  /** The address of the page. */
  address?: Address;
}

/**
 * The state that all parts of the page share. Data flows one way: `labels` are computed from the server's answers and
 * the pending edits. The parts of the page show `labels`, and change them only through `edit`.
 */
export function createStudio(client: Client, browser: StudioHost) {
  const notices = createNotices();
  const { preferences, change: prefer } = createPreferences(browser.storage);
  const clock = createClock();
  const query = createQuery(client);
  const motion = createMotion({ client });
  const media = createMedia(client);
  const encoding = createEncoding(client);
  const labelKeys = createLabelKeys();
  const arming = createArming({ preferences, prefer });
  const bursts = createBursts();
  const timeline = createTimelineState();
  const kept = createKeptEdits(browser);
  const queue = createEditQueue({ send: client.edit, keep: kept.keep, forget: kept.forget });
  const library = createLibrary(client, queue.end);
  const pins = createPins(() => library.library()?.root, { preferences, prefer });

  const place = createPlace(browser.session, browser.address ?? NO_ADDRESS);

  const [isConnected, setIsConnected] = createSignal(true);
  let wasConnected = false;
  const [commands, setCommands] = createSignal<readonly Command[]>([]);

  const openClip = createOpenClip({
    client,
    library,
    clock,
    notices,
    queue,
    begin: () => place.read(library.library()?.root ?? ""),
  });
  const { clip, listed } = openClip;
  const mesh = createMesh({ client, motion, clip, frame: clock.frame });
  const beside = createBeside({ client, clock, library, clip, labels: openClip.labels });
  const recording = createRecording({ client, library, clip });
  const history = createHistory({
    client,
    notices,
    library,
    openClip,
    queue,
    bursts,
    kept,
    query: query.text,
    took,
    used: pins.pin,
    turned: (what, turned) => proposals.turned(what, turned),
    lane: timeline.lane,
  });
  const proposals = createProposals({
    client,
    clock,
    notices,
    timeline,
    clip,
    labels: openClip.labels,
    rowOf: library.rowOf,
    exclusive: library.exclusive,
    keepsProvenance: () => library.library()?.provenance ?? false,
    open: openClip.open,
    isSaved: () => queue.state() === "saved",
    editClips(label, clips) {
      // Each decision is its own undo step, because the user makes it deliberately, unlike the keys of a typed word.
      bursts.end();
      history.editClips(label, clips);
      bursts.end();
    },
    reject: history.reject,
    signedDone: () => signed("done", preferences().name, new Date()),
    speed: () => preferences().speed,
    reviewSpeed: () => preferences().reviewSpeed,
  });
  const changes = createChanges({
    library,
    openClip,
    notices,
    back() {
      queue.hurry();
      // The first connection is part of the start. Between later connections, news may be missed.
      if (wasConnected) void recording.load();
      wasConnected = true;
    },
    changed(revision) {
      // The offer to undo applies to the last edit of this page, so an edit by others ends it.
      if (queue.state() !== "saving" && revision > ownRevision) history.closeOffer();
      refreshQuery(revision);
      proposals.changed(revision);
    },
    forgetMotion() {
      motion.forget();
      mesh.forget();
      beside.forget();
      recording.forget();
    },
    recorded: (revision) => void recording.load(revision),
  });

  queue.on({
    saved({ label }, edited) {
      changes.found();
      proposals.saved(label, edited);
      took(edited);
    },
    refused(edit, problem) {
      history.closeOffer();
      bursts.end();
      notices.fail(problem, { what: edit.label });
      void openClip.load();
    },
    ended: kept.end,
  });

  const keymap = createMemo(() =>
    mapKeys(
      commands(),
      [...library.tags().values()],
      [...library.events().values()],
      preferences().keys,
    ),
  );

  /** The names of the clips in the order of the list. Edits often change rows, but rarely this order. */
  const listedNames = createMemo(() => listed().map(({ name }) => name), undefined, {
    equals: (before, now) =>
      before.length === now.length && before.every((name, at) => name === now[at]),
  });

  /** The matches of the query, by clip name. */
  const found = createMemo(() => {
    const answer = query.answer();
    const ranges = new Map<string, readonly [number, number][]>();
    if (answer?.generation !== library.generation()) return ranges;
    const names = library.names();
    for (const match of answer.matches) {
      const name = names[match.clip];
      if (name !== undefined) ranges.set(name, match.ranges as [number, number][]);
    }
    return ranges;
  });

  /** The ranges of the open clip that match the query. */
  const matches = createMemo(() => matchesOf(clip() ?? ""));

  /** Returns the ranges of a clip that match the query. */
  function matchesOf(name: string): readonly [number, number][] {
    return found().get(name) ?? NO_RANGES;
  }

  /** The clips with matches, in the order of the list; unlisted clips only if no listed clip has a match. */
  const matching = createMemo(() => {
    const all = found();
    const of = (names: readonly string[]) =>
      names.flatMap((name) => {
        const ranges = all.get(name);
        return ranges ? [{ name, ranges }] : [];
      });
    const seen = all.size > 0 ? of(listedNames()) : [];
    return seen.length > 0 || all.size === 0 ? seen : of(library.names());
  });

  /**
   * What can be measured: the ranges of the query or, without a query, whole clips. These are the selected clips if
   * there are several, else all listed clips.
   */
  const measurable = () => {
    const several = openClip.picked().length > 1 ? openClip.picked() : undefined;
    const chosen = new Set(several?.map(({ name }) => name));
    if (query.answer() === undefined)
      return (several ?? listed()).flatMap(({ name, frames }) =>
        frames > 0 ? [{ clip: name, start: 0, stop: frames }] : [],
      );
    return matching().flatMap(({ name, ranges }) =>
      several && !chosen.has(name)
        ? []
        : ranges.map(([start, stop]) => ({ clip: name, start, stop })),
    );
  };

  /** The joint that the 3D view marks, such as the joint of a finding. */
  const [marked, setMarked] = createSignal<{ clip: string; joint: string } | undefined>(undefined);

  /** The revision in the latest response to an edit of this page. */
  let ownRevision = -1;

  /** Accepts the response to an edit of clips. */
  function took(made: Pick<Edited, "rows" | "revision"> & Partial<Edited>) {
    ownRevision = Math.max(ownRevision, made.revision);
    batch(() => {
      library.takeRows(made.rows, made.revision);
      made.labels?.forEach(openClip.take);
      openClip.outdated(
        made.rows.map(({ name }) => name),
        made.revision,
      );
    });
    if (made.rows.length > 0) {
      refreshQuery(made.revision);
      proposals.changed(made.revision);
    }
  }

  /** Repeats the query once for each change of labels. */
  let asked = -1;
  function refreshQuery(revision: number) {
    if (revision <= asked) return;
    asked = revision;
    query.refresh();
  }

  /** Loads the library and listens to the server. Returns a function that ends this. */
  function start(): () => void {
    void library.loadAll();
    void recording.load();
    const heard = ({ key, newValue }: StorageEvent) => {
      const seenTo = kept.heard(key, newValue);
      if (seenTo !== undefined && queue.isOver()) queue.handOver(seenTo);
    };
    window.addEventListener("storage", heard);
    window.addEventListener("popstate", goBack);
    window.addEventListener("pagehide", place.flush);
    const stop = listenToChanges(client.changes(), {
      changed: changes.hear,
      connected(isConnected) {
        setIsConnected(isConnected);
        // If the server refuses the connection, it may have been restarted.
        if (!isConnected) void library.loadInfo();
      },
    });
    createEffect(() => {
      if (queue.isOver()) stop();
    });
    return () => {
      window.removeEventListener("storage", heard);
      window.removeEventListener("popstate", goBack);
      window.removeEventListener("pagehide", place.flush);
      stop();
    };
  }

  createEffect(
    on(
      () => library.library()?.root,
      (root) => {
        if (root === undefined) return;
        kept.start(root);
        query.type(place.read(root).query ?? query.text());
      },
    ),
  );
  // During playback, the address keeps the frame at which playback started.
  createEffect(
    on(
      [clip, query.text, clock.frame, clock.isPlaying],
      ([clip, query, frame, isPlaying], before) => {
        const root = library.library()?.root;
        if (root === undefined || clip === undefined) return;
        if (!isPlaying || clip !== before?.[0]) place.write(root, { clip, frame, query });
      },
    ),
  );
  /** Goes to the place in the address, after the user went back or forward in the browser. */
  function goBack() {
    place.drop();
    const { clip: name, frame = 0, query: text = "" } = place.read(library.library()?.root ?? "");
    clock.pause();
    batch(() => {
      query.type(text);
      if (name !== undefined && name !== clip()) void openClip.open(name, frame);
      else clock.seek(frame);
    });
  }
  createEffect(() => clock.setLoopsClip(preferences().loopClip));
  clock.setSpeed(preferences().speed);
  createEffect(
    on(
      clock.speed,
      (speed) => prefer(proposals.isPlayingClip() ? { reviewSpeed: speed } : { speed }),
      { defer: true },
    ),
  );
  createEffect(() => motion.open(clip(), library.rowOf(clip())?.frames ?? 0, untrack(clock.frame)));
  createEffect(() => motion.seek(clock.frame()));
  createEffect(() => {
    const rows = listed();
    const at = rows.findIndex((row) => row.name === clip());
    motion.expect([rows[at + 1], rows[at - 1], rows[at + 2]].filter((row) => row !== undefined));
  });

  /** Returns the key of a command for display; `undefined` if the command has no key. */
  const keyFor = (id: string): string | undefined => {
    const [key] = keymap().keysOf(id);
    return key === undefined ? undefined : showKey(key);
  };

  const review = createReview({
    client,
    library: library.library,
    names: library.names,
    clip,
    toleranceFrames: () => preferences().toleranceFrames,
  });
  const measures = createMeasures({ client, generation: library.generation, ranges: measurable });
  const curve = createCurve(client, { clip, generation: library.generation });
  const clipStates = createClipStates({
    clip,
    labels: openClip.labels,
    listed,
    open: openClip.open,
    edit: history.edit,
    preferences,
    notices,
    differences: review.differencesOf,
  });

  return {
    client,
    curve,
    clipStates,
    review,
    /** The measures of the query's ranges, or of whole clips. */
    measures,
    /** The marked joint of the open clip. */
    marked: () => (marked()?.clip === clip() ? marked()?.joint : undefined),
    mark: setMarked,
    /** Spans and events that programs suggest. */
    proposals,
    clock,
    motion,
    media,
    mesh,
    /** The second clip, which is shown next to the open clip. */
    beside,
    /** The recording of a character. */
    recording,
    encoding,
    notices,
    preferences,
    prefer,
    query,
    queue,
    library: library.library,
    clips: library.clips,
    /** The names of the clips. Edits never change them. */
    names: library.names,
    generation: library.generation,
    tags: library.tags,
    events: library.events,
    exclusive: library.exclusive,
    failure: library.failure,
    isConnected,
    lost: changes.lost,
    /** Whether the server answers and knows this page, so that the page shows current data. */
    isInTouch: () => isConnected() && changes.lost() === undefined && !queue.isOver(),
    /** The server's long-running work. */
    work: changes.work,
    clip,
    labels: openClip.labels,
    /** The clips as the list shows them: filtered and sorted. */
    listed,
    listedNames,
    setListed: openClip.setListed,
    setPicked: openClip.setPicked,
    unsaved: openClip.unsaved,
    selection: openClip.selection,
    select: openClip.select,
    open: openClip.open,
    openNext: openClip.openNext,
    matches,
    matchesOf,
    matching,
    rowOf: library.rowOf,
    timeline,
    pins,
    history,
    edit: history.edit,
    editClips: history.editClips,
    apply: history.apply,
    undo: history.undo,
    redo: history.redo,
    /** Edits of earlier sessions that are not known to be on disk. */
    earlier: kept.earlier,
    commands,
    /** Adds commands to the keys and to the list of keys. They are removed when the part that adds them is disposed. */
    addCommands(some: readonly Command[]) {
      setCommands((all) => [...all, ...some]);
      return () => setCommands((all) => all.filter((command) => !some.includes(command)));
    },
    /** Runs a command. */
    run: (id: string) =>
      commands()
        .find((command) => command.id === id)
        ?.run(),
    /** What every key does now, which follows from preferences, labels and commands. */
    keymap,
    keyFor,
    /** Returns the title of a button with the key of its command: `Undo (Ctrl Z)`. */
    titled(text: string, id: string) {
      const key = keyFor(id);
      return key === undefined ? text : `${text} (${key})`;
    },
    /** Listens to presses and releases of the labels' keys. Returns a function that ends this. */
    onLabelKey: labelKeys.on,
    labelKeys,
    /** Whether the keys of labels currently tag. */
    arming,
    bursts,
    colour: (name: string) => colourOf(labelOf(name)),
    start,
  };

  function labelOf(name: string): Pick<Label, "name" | "colour"> {
    return library.tags().get(name) ?? library.events().get(name) ?? { name, colour: null };
  }
}

export type Studio = ReturnType<typeof createStudio>;

const StudioContext = createContext<Studio>();
export const StudioProvider = StudioContext.Provider;

/** The studio of the page. */
export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error("a part of the page is outside of StudioProvider");
  return studio;
}
