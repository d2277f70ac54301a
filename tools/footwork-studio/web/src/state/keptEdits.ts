import { createSignal } from "solid-js";
import type { Edit } from "../api/types";

/** An edit in the browser's store, with its library, the session of its page, and the time. */
interface Entry {
  root: string;
  session: string;
  at: number;
  edit: Edit;
}

/** The used methods of the browser's store. Each edit has its own entry, so that pages do not overwrite each other. */
export type EditStore = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The used methods of `navigator.locks`. */
export interface Locks {
  request(name: string, held: () => Promise<void>): Promise<unknown>;
}

/** The parts of the browser that kept edits use. */
export interface KeptEditsHost {
  storage: EditStore | undefined;
  locks: Locks | undefined;
}

const PREFIX = "footwork.edit ";
const lockOf = (session: string) => `footwork.session ${session}`;

/**
 * Unsaved edits, kept in the browser in case the page or the server ends before they are on disk. Each page has a
 * session, and holds the session's lock while the page lives. When a session has ended, one other page gets its lock
 * and adopts its edits.
 */
export function createKeptEdits({ storage, locks }: KeptEditsHost) {
  const session = crypto.randomUUID();
  const [earlier, setEarlier] = createSignal<readonly Edit[]>([]);
  const watched = new Set<string>([session]);
  const ended = new Set<string>();
  let root: string | undefined;
  let last = 0;
  let isOver = false;
  let release = () => {};

  /** Resolved when this page releases all its locks, including those of adopted sessions. */
  const over = new Promise<void>((done) => {
    release = done;
  });
  void locks?.request(lockOf(session), () => over);

  function entries(): Entry[] {
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? "");
    return keys
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => read(storage?.getItem(key)) ?? [])
      .filter((entry) => entry.root === root)
      .sort((a, b) => a.at - b.at);
  }

  /** Finds the edits of other sessions. Waits for the locks of sessions that are still live. */
  function look() {
    if (isOver) return;
    const all = entries();
    setEarlier(all.filter((entry) => ended.has(entry.session)).map(({ edit }) => edit));
    for (const { session } of all) {
      if (watched.has(session)) continue;
      watched.add(session);
      const take = () => {
        if (!isOver) {
          ended.add(session);
          look();
        }
        return over;
      };
      void (locks ? locks.request(lockOf(session), take) : take());
    }
  }

  return {
    /** The edits of sessions that ended before saving them, in the order in which they were made. */
    earlier,
    /** Sets the library whose edits are kept from now on. */
    start(of: string) {
      root = of;
      look();
    },
    /**
     * Handles a change of the store by another page. If the other page has handled a kept edit, returns the id of the
     * edit.
     */
    heard(key: string | null, value: string | null): string | undefined {
      if (!key?.startsWith(PREFIX)) return undefined;
      look();
      return value === null ? key.slice(PREFIX.length) : undefined;
    },
    keep(edit: Edit) {
      if (root === undefined) return;
      last = Math.max(last + 1, Date.now());
      try {
        const entry: Entry = { root, session, at: last, edit };
        storage?.setItem(PREFIX + edit.id, JSON.stringify(entry));
      } catch {
        // The store is full or forbidden. The edit is still in the queue, but is lost if the page closes.
      }
      if (earlier().length > 0) look();
    },
    forget(id: string) {
      try {
        storage?.removeItem(PREFIX + id);
      } catch {
        // A forbidden store has no entry to remove.
      }
      if (earlier().length > 0) look();
    },
    /** Releases the locks, because this page can no longer save. Another page may then adopt its edits. */
    end() {
      isOver = true;
      setEarlier([]);
      release();
    },
  };
}

export type KeptEdits = ReturnType<typeof createKeptEdits>;

/** Parses an entry; `undefined` if the text is not an entry. */
function read(text: string | null | undefined): Entry | undefined {
  try {
    const { root, session, at, edit } = JSON.parse(text ?? "{}") as Partial<Entry>;
    const isEdit =
      typeof edit?.id === "string" && typeof edit.label === "string" && Array.isArray(edit.clips);
    if (!isEdit || typeof root !== "string" || typeof session !== "string") return undefined;
    return { root, session, at: Number(at), edit };
  } catch {
    return undefined;
  }
}
