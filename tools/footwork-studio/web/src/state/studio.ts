import {
  batch,
  createContext,
  createEffect,
  createMemo,
  createSignal,
  on,
  useContext,
} from "solid-js";
import { listenToChanges } from "../api/changes";
import { type Client, Unreachable } from "../api/client";
import type {
  Change,
  ClipEdit,
  ClipLabels,
  ClipRow,
  Edit,
  Edited,
  Label,
  LibraryInfo,
  Operation,
  Problem,
  Turned,
} from "../api/types";
import { createClock } from "./clock";
import { colourOf } from "./colours";
import { createEditQueue, problemOf } from "./editQueue";
import { createEncoding } from "./encoding";
import { type Command, mapKeys } from "./keymap";
import { createLabelKeys } from "./labelKeys";
import { createMotion } from "./motion";
import { createNotices } from "./notices";
import { applyOperations } from "./operations";
import { createPreferences } from "./preferences";
import { createQuery } from "./query";
import { createTimelineState } from "./timeline";

/** How long work that nothing is heard of is shown, in milliseconds. */
const QUIET_MS = 3000;

/** A span or an event that is selected, by what it is. */
export type Selected =
  | { kind: "span"; tag: string; start: number; stop: number }
  | { kind: "event"; event: string; time: number };

/**
 * All that the parts of the page share. Data flows one way: the server's word and the edits still on
 * their way make `labels`; parts show them, and change them by `edit` only.
 */
export function createStudio(client: Client, storage: Storage | undefined) {
  const notices = createNotices();
  const { preferences, change: prefer } = createPreferences(storage);
  const clock = createClock();
  const query = createQuery(client);
  const motion = createMotion({ client });
  const encoding = createEncoding(client);
  const labelKeys = createLabelKeys();
  const timeline = createTimelineState();

  const [library, setLibrary] = createSignal<LibraryInfo | undefined>(undefined);
  const [clips, setClips] = createSignal<readonly ClipRow[]>([]);
  const [generation, setGeneration] = createSignal(0);
  const [isConnected, setIsConnected] = createSignal(true);
  const [lost, setLost] = createSignal<string | undefined>(undefined);
  const [failure, setFailure] = createSignal<Problem | undefined>(undefined);
  const [progress, setProgress] = createSignal<{ what: string; done: number; of: number }>();

  const [clip, setClip] = createSignal<string | undefined>(undefined);
  const [served, setServed] = createSignal<ClipLabels | undefined>(undefined);
  const [selection, setSelection] = createSignal<readonly Selected[]>([]);
  const [listed, setListed] = createSignal<readonly ClipRow[]>([]);
  const [commands, setCommands] = createSignal<readonly Command[]>([]);

  const places = createMemo(() => new Map(clips().map((row, place) => [row.name, place])));
  const tags = createMemo(() => new Map((library()?.tags ?? []).map((tag) => [tag.name, tag])));
  const events = createMemo(
    () => new Map((library()?.events ?? []).map((event) => [event.name, event])),
  );

  const keymap = createMemo(() =>
    mapKeys(commands(), library()?.tags ?? [], library()?.events ?? [], preferences().keys),
  );

  const keepKey = () => `footwork.unsaved ${library()?.root ?? ""}`;
  const queue = createEditQueue({
    send: (edit) => client.edit(edit),
    saved: (_, edited) => took(edited),
    refused(edit, problem) {
      if (problem.kept) void loadLibrary();
      else
        notices.say({
          kind: "error",
          text: `${edit.label}: ${problem.message}`,
          ...hintOf(problem),
        });
      void loadLabels();
    },
    keep(edits) {
      try {
        if (edits.length > 0) storage?.setItem(keepKey(), JSON.stringify(edits));
        else storage?.removeItem(keepKey());
      } catch {
        // What is not kept over a restart is still in the queue.
      }
    },
  });

  /** The open clip's labels, with the edits that are not on disk yet. */
  const labels = createMemo(() => {
    const from = served();
    const operations = queue
      .pending()
      .flatMap(({ edit }) => edit.clips)
      .filter((edit) => edit.clip === from?.clip)
      .flatMap((edit) => edit.operations);
    return from && applyOperations(from, operations);
  });

  /** What the query found in the open clip. */
  const matches = createMemo(() => matchesOf(clip() ?? ""));

  /** What the query found in a clip. */
  function matchesOf(name: string): readonly [number, number][] {
    const place = places().get(name);
    if (place === undefined || query.answer()?.generation !== generation()) return [];
    return (query.byClip().get(place)?.ranges ?? []) as [number, number][];
  }

  async function loadLibrary() {
    try {
      setLibrary(await client.library());
    } catch (error) {
      if (!(error instanceof Unreachable)) setFailure(problemOf(error));
    }
  }

  async function loadClips() {
    try {
      const list = await client.clips();
      batch(() => {
        setClips(list.clips);
        setGeneration(list.generation);
      });
    } catch (error) {
      if (!(error instanceof Unreachable)) setFailure(problemOf(error));
    }
  }

  async function loadLabels() {
    const name = clip();
    if (name === undefined) return;
    try {
      const loaded = await client.labels(name);
      if (clip() === name) setServed(loaded);
    } catch (error) {
      if (!(error instanceof Unreachable)) {
        const problem = problemOf(error);
        notices.say({ kind: "error", text: problem.message, ...hintOf(problem) });
      }
    }
  }

  /** Takes over what an edit made of its clips. */
  function took(edited: Pick<Edited, "rows"> & { labels?: ClipLabels[] }) {
    batch(() => {
      const rows = new Map(edited.rows.map((row) => [row.name, row]));
      if (rows.size > 0) setClips((all) => all.map((row) => rows.get(row.name) ?? row));
      for (const labels of edited.labels ?? []) if (labels.clip === clip()) setServed(labels);
    });
    query.refresh();
  }

  async function open(name: string) {
    const place = places().get(name);
    const row = place === undefined ? undefined : clips()[place];
    if (!row) return;
    batch(() => {
      setClip(name);
      setServed(undefined);
      setSelection([]);
      clock.open(row.frames, row.rate as [number, number]);
    });
    await loadLabels();
  }

  /** The clip some places further down, or up, the list as it is shown. */
  function openNext(by: number) {
    const rows = listed();
    const at = rows.findIndex((row) => row.name === clip());
    const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (next && next.name !== clip()) void open(next.name);
  }

  /** Changes the open clip. */
  function edit(label: string, operations: Operation[]) {
    const name = clip();
    if (name !== undefined) editClips(label, [{ clip: name, operations }]);
  }

  /** Changes clips, all or none, as one step of undo. */
  function editClips(label: string, clips: ClipEdit[]) {
    const readOnly = labels()?.readOnly;
    if (readOnly && clips.some((edit) => edit.clip === clip())) {
      notices.say({ kind: "error", text: readOnly });
      return;
    }
    const some = clips.filter(({ operations }) => operations.length > 0);
    if (some.length > 0) queue.submit({ label, clips: some } satisfies Edit);
  }

  async function turn(what: "undone" | "redone" | "given up", ask: () => Promise<Turned>) {
    if (queue.pending().length > 0) {
      notices.say({ kind: "error", text: "Edits are still being saved: try again when they are." });
      return;
    }
    try {
      const turned = await ask();
      const where = turned.rows.map((row) => row.name);
      notices.say({
        kind: "done",
        text: turned.label === null ? `Nothing to be ${what}` : `${turned.label}: ${what}`,
        ...(where.length > 0 && { detail: some(where) }),
      });
      took(turned);
      await loadLabels();
    } catch (error) {
      const problem = problemOf(error);
      notices.say({
        kind: "error",
        text: problem.message,
        ...hintOf(problem),
        ...(what === "undone" && {
          action: { title: "Give that edit up", run: () => void turn("given up", client.skipUndo) },
        }),
      });
    }
  }

  /** Gives a tag to all that the query finds. */
  async function apply(tag: string) {
    try {
      const edited = await client.apply({ query: query.text(), tag });
      took(edited);
      await Promise.all([loadLabels(), loadLibrary()]);
      const count = edited.rows.length;
      notices.say({
        kind: "done",
        text: edited.changed
          ? `${tag}: given in ${count} ${count === 1 ? "clip" : "clips"}`
          : `${tag}: all of it is tagged so already`,
        ...(edited.changed && { action: { title: "Undo", run: undo } }),
      });
    } catch (error) {
      const problem = problemOf(error);
      notices.say({ kind: "error", text: problem.message, ...hintOf(problem) });
    }
  }

  const undo = () => void turn("undone", client.undo);
  const redo = () => void turn("redone", client.redo);

  /** Tries to save what the server could not, or gives it up. */
  async function settle(how: "retry" | "discard") {
    try {
      took(await client[how]());
    } catch (error) {
      const problem = problemOf(error);
      notices.say({ kind: "error", text: problem.message, ...hintOf(problem) });
    }
    await Promise.all([loadLibrary(), loadLabels()]);
  }

  let quiet: ReturnType<typeof setTimeout> | undefined;
  function changed(change: Change) {
    switch (change.kind) {
      case "hello":
        // After a break anything may have changed.
        void Promise.all([loadLibrary(), loadClips(), loadLabels()]).then(query.refresh);
        queue.hurry();
        break;
      case "labels":
        if (change.outside) {
          notices.say({
            kind: "news",
            text: "Changed on disk, and taken over",
            detail: some(change.clips),
          });
        }
        void Promise.all([loadLibrary(), loadClips()]).then(query.refresh);
        if (change.clips.includes(clip() ?? "")) void loadLabels();
        break;
      case "reopened":
        motion.forget();
        notices.say({
          kind: "news",
          text: "Clips or footwork.toml changed on disk: the library was read again",
          ...(change.clips.length > 0 && { detail: some(change.clips) }),
        });
        void Promise.all([loadLibrary(), loadClips(), loadLabels()]).then(query.refresh);
        break;
      case "progress":
        setProgress(change.done < change.of ? change : undefined);
        // Work may end before all of its steps: what is not heard of for a while is over.
        clearTimeout(quiet);
        quiet = setTimeout(() => setProgress(undefined), QUIET_MS);
        break;
      case "lost":
        setLost(change.message);
        break;
    }
  }

  /** Loads the library, sends again what an earlier page could not save, and listens. */
  async function start() {
    await Promise.all([loadLibrary(), loadClips()]);
    for (const edit of keptEdits(storage, keepKey())) queue.submit(edit);
    const first = clips()[0];
    if (first && clip() === undefined) void open(first.name);
    return listenToChanges(client.changes(), { changed, connected: setIsConnected });
  }

  createEffect(() => {
    const place = places().get(clip() ?? "");
    motion.open(clip(), place === undefined ? 0 : (clips()[place]?.frames ?? 0));
  });
  createEffect(() => motion.seek(clock.frame()));
  createEffect(() => {
    const rows = listed();
    const at = rows.findIndex((row) => row.name === clip());
    motion.expect([rows[at + 1], rows[at - 1], rows[at + 2]].filter((row) => row !== undefined));
  });

  // A clip that is gone, or has another length now, is opened anew.
  createEffect(
    on(clips, (rows) => {
      const row = rows[places().get(clip() ?? "") ?? -1];
      if (row && row.frames !== clock.frames()) void open(row.name);
      else if (!row && clip() !== undefined) {
        setClip(undefined);
        setServed(undefined);
      }
    }),
  );

  return {
    client,
    clock,
    motion,
    encoding,
    notices,
    preferences,
    prefer,
    query,
    queue,
    library,
    clips,
    /** The clips as the list shows them now: filtered and sorted. */
    listed,
    setListed,
    generation,
    tags,
    events,
    isConnected,
    lost,
    failure,
    progress,
    clip,
    labels,
    matches,
    matchesOf,
    selection,
    select: setSelection,
    timeline,
    commands,
    /** Adds commands for keys and the list of keys, until the part that adds them is gone. */
    addCommands(some: readonly Command[]) {
      setCommands((all) => [...all, ...some]);
      return () => setCommands((all) => all.filter((command) => !some.includes(command)));
    },
    /** What every key does now, by preferences, labels and commands. */
    keymap,
    /** Hears of the keys of labels, down and up, until what it returns is called. */
    onLabelKey: labelKeys.on,
    labelKeys,
    colour: (name: string) => colourOf(labelOf(name)),
    start,
    open,
    openNext,
    edit,
    editClips,
    apply,
    undo,
    redo,
    settle,
    reload: loadLibrary,
  };

  function labelOf(name: string): Pick<Label, "name" | "colour"> {
    return tags().get(name) ?? events().get(name) ?? { name, colour: null };
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

const hintOf = (problem: Problem) => (problem.hint ? { detail: problem.hint } : {});

/** The first few of many names. */
function some(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

function keptEdits(storage: Storage | undefined, key: string): Edit[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(key) ?? "[]");
    return Array.isArray(kept) ? (kept as Edit[]) : [];
  } catch {
    return [];
  }
}
