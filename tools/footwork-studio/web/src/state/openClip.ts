import { batch, createEffect, createMemo, createSignal, on } from "solid-js";
import { type Client, Unreachable } from "../api/client";
import type { ClipLabels, ClipRow } from "../api/types";
import type { Clock } from "./clock";
import { type EditQueue, problemOf } from "./editQueue";
import type { LibraryState } from "./library";
import type { Notices } from "./notices";
import { applyOperations, spanKey } from "./operations";
import { present, type Selected } from "./selection";

export type { Selected };

/** The parts of the studio that the open clip uses. */
export interface OpenClipHost {
  client: Pick<Client, "labels">;
  library: LibraryState;
  clock: Clock;
  notices: Notices;
  queue: EditQueue;
  /** Returns the initial clip and frame. Missing parts are the first clip and the first frame. */
  begin(): { clip?: string | undefined; frame?: number | undefined };
}

const NOTHING: ReadonlySet<string> = new Set();

/** The open clip, its labels, and the selection in them. */
export function createOpenClip({ client, library, clock, notices, queue, begin }: OpenClipHost) {
  const [clip, setClip] = createSignal<string | undefined>(undefined);
  const [served, setServed] = createSignal<ClipLabels | undefined>(undefined);
  const [chosen, setChosen] = createSignal<readonly Selected[]>([]);
  const [listed, setListed] = createSignal<readonly ClipRow[]>([]);
  const [picked, setPicked] = createSignal<readonly ClipRow[]>([]);
  /** The latest revision in which the labels of the open clip changed, as far as the page knows. */
  const [wanted, setWanted] = createSignal(-1);
  let hasOpened = false;
  /** The open clip when its file disappeared, and its frame. */
  let gone: { name: string; frame: number } | undefined;

  /** The labels, including edits that are not on disk yet. */
  const labels = createMemo(() => {
    const from = served();
    const operations = queue
      .pending()
      .flatMap(({ edit }) => edit.clips)
      .filter((edit) => edit.clip === from?.clip)
      .flatMap((edit) => edit.operations);
    return from && applyOperations(from, operations, library.exclusive());
  });

  /** The spans that the server could not save so far, by `spanKey`. Spans that are being saved do not count. */
  const unsaved = createMemo((): ReadonlySet<string> => {
    if (queue.state() !== "waiting" && !queue.pending().some(({ isKept }) => isKept))
      return NOTHING;
    const kept = new Set(served()?.spans.map(spanKey));
    const own = labels()?.spans.map(spanKey) ?? [];
    return new Set(own.filter((key) => !kept.has(key)));
  });

  /** The selected labels that still exist. Other pages and programs may have removed some. */
  const selection = createMemo(() => present(labels(), chosen()));

  /** Accepts labels, unless they belong to another clip or are older than the current labels. */
  function take(labels: ClipLabels) {
    if (labels.clip === clip() && labels.revision >= (served()?.revision ?? -1)) setServed(labels);
  }

  async function load() {
    const name = clip();
    if (name === undefined) return;
    try {
      take(await client.labels(name));
    } catch (error) {
      if (!(error instanceof Unreachable) && clip() === name) notices.fail(problemOf(error));
    }
  }

  async function open(name: string, frame = 0) {
    const row = library.rowOf(name);
    if (!row) return;
    hasOpened = true;
    gone = undefined;
    batch(() => {
      setClip(name);
      setServed(undefined);
      setChosen([]);
      clock.open(row.frames, row.rate as [number, number]);
      if (frame > 0) clock.seek(frame);
    });
    await load();
  }

  /** Opens the clip `by` rows below the open clip in the shown list, or above if `by` is negative. */
  function openNext(by: number) {
    const rows = listed();
    const at = rows.findIndex((row) => row.name === clip());
    const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (next && next.name !== clip()) void open(next.name);
  }

  // Reopen the clip if its length has changed, or when its file comes back. At the start, open the first clip.
  createEffect(
    on(library.clips, ([first]) => {
      const row = library.rowOf(clip());
      if (row && row.frames !== clock.frames()) void open(row.name);
      else if (!row && clip() !== undefined) {
        gone = { name: clip() ?? "", frame: clock.frame() };
        setClip(undefined);
        setServed(undefined);
      } else if (gone && library.rowOf(gone.name)) void open(gone.name, gone.frame);
      else if (first && !hasOpened) {
        const { clip: name, frame } = begin();
        if (library.rowOf(name) && name !== undefined) void open(name, frame);
        else {
          void open(first.name);
          if (name !== undefined)
            notices.say({ kind: "error", text: `There is no clip ${name} here` });
        }
      }
    }),
  );
  // The response to an edit of this page contains the labels. Labels that others change are requested here.
  createEffect(() => {
    const from = served();
    if (from && wanted() > from.revision && queue.state() !== "saving") void load();
  });

  return {
    clip,
    labels,
    unsaved,
    selection,
    select: setChosen,
    /** The clips in the list: filtered and sorted. */
    listed,
    setListed,
    /** The clips selected in the list for an edit of several clips. */
    picked,
    setPicked,
    open,
    openNext,
    load,
    take,
    /** Notes that the labels of some clips changed at a revision. */
    outdated(clips: readonly string[], revision: number) {
      if (clips.includes(clip() ?? "")) setWanted((now) => Math.max(now, revision));
    },
  };
}

export type OpenClip = ReturnType<typeof createOpenClip>;
