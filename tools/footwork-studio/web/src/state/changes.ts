import { batch, createSignal } from "solid-js";
import type { Change } from "../api/types";
import type { LibraryState } from "./library";
import { type Notices, someOf } from "./notices";
import type { OpenClip } from "./openClip";

/** How long a work's progress stays visible without another report, in milliseconds. */
const QUIET_MS = 3000;

/**
 * How long news is collected before the page shows it, in milliseconds: one frame. The response to an edit of this page
 * contains the same changes as the news of that edit, and must not wait for the news. A burst of edits by others is
 * shown once.
 */
export const COLLECT_MS = 16;

/** The progress of long work of the server. */
export interface Work {
  what: string;
  done: number;
  of: number;
}

/** The parts of the studio that apply the changes. */
export interface ChangesHost {
  library: LibraryState;
  openClip: OpenClip;
  notices: Notices;
  /** Called when the server is reachable, for the first time or again. */
  back(): void;
  /** Called when labels of clips changed at a revision, through this page or elsewhere. */
  changed(revision: number): void;
  /** Called when a recording of a character was opened. */
  recorded(revision: number): void;
  /** Called when the clips on disk changed: all motion read so far is stale. */
  forgetMotion(): void;
}

/** Returns the notice about labels that changed on disk, or about label files that are unreadable. */
function whatCameOf({ clips, findings }: Extract<Change, { kind: "labels" }>) {
  const [first] = findings;
  if (clips.length > 0 || !first)
    return {
      text: "Changed on disk, and loaded",
      ...(clips.length > 0 && { detail: someOf(clips) }),
    };
  const file = first.file === "" ? "" : `${first.file}: `;
  return { text: "Changed on disk", detail: `${file}${first.message}` };
}

/** Applies the changes that the server reports. */
export function createChanges(host: ChangesHost) {
  const { library, openClip, notices } = host;
  const [lost, setLost] = createSignal<string | undefined>(undefined);
  const [work, setWork] = createSignal<readonly Work[]>([]);
  const quiet = new Map<string, ReturnType<typeof setTimeout>>();

  async function loadAll(revision: number) {
    await Promise.all([library.loadAll(), openClip.load()]);
    host.changed(revision);
  }

  /**
   * Loads what may have changed while the connection was lost, unless a pending load already has the greeting's
   * revision.
   */
  async function catchUp(hello: { generation: number; revision: number }) {
    await library.loaded();
    if (!library.hasClipsOf(hello)) await loadAll(hello.revision);
  }

  function hearOfWork({ what, done, of }: Work) {
    const end = () => setWork((all) => all.filter((other) => other.what !== what));
    clearTimeout(quiet.get(what));
    if (done >= of) return end();
    setWork((all) =>
      all.some((other) => other.what === what)
        ? all.map((other) => (other.what === what ? { what, done, of } : other))
        : [...all, { what, done, of }],
    );
    // The report of the last step may be missing, so work without a report for `QUIET_MS` counts as ended.
    quiet.set(what, setTimeout(end, QUIET_MS));
  }

  let heard: Change[] = [];
  function hear(change: Change) {
    heard.push(change);
    if (heard.length > 1) return;
    setTimeout(() => {
      const all = heard;
      heard = [];
      batch(() => all.forEach(show));
    }, COLLECT_MS);
  }

  function show(change: Change) {
    switch (change.kind) {
      case "hello":
        setLost(change.lost ?? undefined);
        host.back();
        void catchUp(change);
        break;
      case "labels":
        if (change.outside) {
          notices.say({ kind: "news", ...whatCameOf(change) });
          void library.loadInfo();
        }
        library.takeRows(change.rows, change.revision);
        openClip.outdated(change.clips, change.revision);
        host.changed(change.revision);
        break;
      case "vocabulary":
        if (change.revision > (library.library()?.revision ?? -1)) void library.loadInfo();
        host.changed(change.revision);
        break;
      case "reopened":
        setLost(undefined);
        host.forgetMotion();
        notices.say({
          kind: "news",
          text: "Clips or footwork.toml changed on disk: the library was reloaded",
          ...(change.clips.length > 0 && { detail: someOf(change.clips) }),
        });
        void loadAll(change.revision);
        break;
      case "progress":
        hearOfWork(change);
        break;
      case "recording":
        host.recorded(change.revision);
        break;
      case "lost":
        setLost(change.message);
        break;
    }
  }

  return {
    hear,
    /** Why the library's folder cannot be used. */
    lost,
    /** Clears `lost`: the folder can be used again, because something was saved. */
    found: () => setLost(undefined),
    work,
  };
}
