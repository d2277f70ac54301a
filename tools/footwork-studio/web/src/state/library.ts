import { batch, createMemo, createSignal } from "solid-js";
import { type Client, Unreachable } from "../api/client";
import type { ClipList, ClipRow, Label, LibraryInfo, Problem } from "../api/types";
import { isOfEarlierLaunch, problemOf } from "./editQueue";
import { oneAtATime } from "./oneAtATime";
import { byName } from "./operations";

/** How long non-urgent changes are collected before the library is requested again, in milliseconds. */
const LATER_MS = 1000;
/** How long to wait after a failed load, in milliseconds. */
const RETRY_MS = 2000;
/** The maximum number of attempts to get the library and the clips at the same revision. */
const MAX_TRIES = 3;

/** Returns labels by name: first the declared ones in the order of `footwork.toml`, then the others alphabetically. */
function inOrder(labels: readonly Label[]): ReadonlyMap<string, Label> {
  const last = labels.length;
  const sorted = [...labels].sort(
    (a, b) => (a.place ?? last) - (b.place ?? last) || byName(a.name, b.name),
  );
  return new Map(sorted.map((label) => [label.name, label]));
}

/**
 * The latest known library and clips. Responses can arrive out of order: a response whose revision (the count of all
 * changes) is older than the current one is dropped.
 */
export function createLibrary(
  client: Pick<Client, "library" | "clips">,
  /** Called if the server has restarted and does not know this page. */
  ended: () => void,
) {
  const [library, setLibrary] = createSignal<LibraryInfo | undefined>(undefined);
  const [clips, setClips] = createSignal<readonly ClipRow[]>([]);
  const [generation, setGeneration] = createSignal(-1);
  const [failure, setFailure] = createSignal<Problem | undefined>(undefined);
  /** The revision of the list of clips, and the rows received since. */
  let listed = -1;
  const newer = new Map<string, { row: ClipRow; revision: number }>();
  let later: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  /** The names of the clips, which no edit changes, and their indices. */
  const [names, setNames] = createSignal<readonly string[]>([]);
  const places = createMemo(() => new Map(names().map((name, place) => [name, place])));
  const tags = createMemo(() => inOrder(library()?.tags ?? []));
  const events = createMemo(() => inOrder(library()?.events ?? []));
  const exclusive = () => library()?.exclusive ?? [];
  const rowOf = (name: string | undefined) => {
    const place = places().get(name ?? "");
    return place === undefined ? undefined : clips()[place];
  };

  function take(info: LibraryInfo) {
    if (info.revision >= (library()?.revision ?? -1)) setLibrary(info);
  }

  function takeList(list: ClipList) {
    if (list.revision < listed) return;
    listed = list.revision;
    for (const [name, { revision }] of newer) if (revision <= listed) newer.delete(name);
    const rows = list.clips.map((row) => newer.get(row.name)?.row ?? row);
    batch(() => {
      setClips(rows);
      setNames(rows.map(({ name }) => name));
      setGeneration(list.generation);
    });
  }

  /** Merges rows of a revision. */
  function takeRows(some: readonly ClipRow[], revision: number) {
    const taken = some.filter(({ name }) => revision > (newer.get(name)?.revision ?? listed));
    if (taken.length === 0) return;
    for (const row of taken) newer.set(row.name, { row, revision });
    setClips((before) => {
      const all = [...before];
      for (const row of taken) {
        const place = places().get(row.name);
        if (place !== undefined) all[place] = row;
      }
      return all;
    });
    // Newly used tags have indices beyond the end of the current list.
    const { length } = library()?.tags ?? [];
    if (taken.some(({ tags }) => tags.some((place) => place >= length))) void loadInfo();
    else loadLater();
  }

  async function trying(load: () => Promise<void>) {
    try {
      await load();
      setFailure(undefined);
    } catch (error) {
      if (isOfEarlierLaunch(error)) return ended();
      if (!(error instanceof Unreachable)) setFailure(problemOf(error));
      // Connected clients are notified when the server is back.
      else if (library()) return;
      clearTimeout(retry);
      retry = setTimeout(loadAll, RETRY_MS);
    }
  }

  const loadInfo = oneAtATime(() => trying(async () => take(await client.library())));
  /** The latest load, pending or finished. */
  let loading = Promise.resolve();
  const loadAll = oneAtATime(() => {
    loading = trying(async () => {
      const ask = () => Promise.all([client.library(), client.clips()]);
      let [info, list] = await ask();
      // Rows refer to tags by index in the library, and the indices differ between generations.
      for (let tries = 1; tries < MAX_TRIES && !areOfOne(info, list); tries += 1)
        [info, list] = await ask();
      batch(() => {
        take(info);
        takeList(list);
      });
    });
    return loading;
  });
  const areOfOne = (info: LibraryInfo, list: ClipList) =>
    info.revision === list.revision || list.generation === generation();

  /** Loads the library after a delay, because counts and findings change with every edit and are not urgent. */
  function loadLater() {
    later ??= setTimeout(() => {
      later = undefined;
      void loadInfo();
    }, LATER_MS);
  }

  return {
    library,
    clips,
    generation,
    /** Why the library could not be loaded. */
    failure,
    names,
    tags,
    events,
    /** Exclusive groups: a frame has at most one tag of each. */
    exclusive,
    rowOf,
    take,
    takeRows,
    /** Loads the library without its clips. */
    loadInfo,
    /** Loads the library and all clips. */
    loadAll,
    /** Waits until no load is pending. */
    loaded: () => loading,
    /** Whether the clips are of this generation and at least of this revision. */
    hasClipsOf: (of: { generation: number; revision: number }) =>
      of.generation === generation() && of.revision <= listed,
  };
}

export type LibraryState = ReturnType<typeof createLibrary>;
