import { createSignal } from "solid-js";
import { Refused, Unreachable } from "../api/client";
import type { Edit, Edited, Problem } from "../api/types";

/** An edit on its way to the disk. */
export interface Pending {
  id: number;
  edit: Edit;
}

/** `saved`: all is on disk. `saving`: on its way. `waiting`: the server does not answer, and is asked again. */
export type SaveState = "saved" | "saving" | "waiting";

/** What the queue needs of the rest. */
export interface EditQueueHost {
  send(edit: Edit): Promise<Edited>;
  /** The server has it on disk. */
  saved(edit: Edit, edited: Edited): void;
  /** The server said no: the edit is dropped, or kept by the server where the problem says so. */
  refused(edit: Edit, problem: Problem): void;
  /** Keeps what is not saved over a restart of the page. */
  keep(edits: Edit[]): void;
}

/** How long to wait before an edit is sent again, in milliseconds. */
const RETRY_MS = 1000;

/**
 * Edits in the order in which they were made, sent one after the other. One is forgotten only when
 * the server has said that it is on disk, or has refused it.
 */
export function createEditQueue(host: EditQueueHost) {
  const [pending, setPending] = createSignal<readonly Pending[]>([]);
  const [state, setState] = createSignal<SaveState>("saved");
  let next = 0;
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remember = (edits: readonly Pending[]) => {
    setPending(edits);
    host.keep(edits.map(({ edit }) => edit));
  };
  const pump = async () => {
    clearTimeout(timer);
    const [first] = pending();
    if (isSending || !first) return;
    isSending = true;
    if (state() === "saved") setState("saving");
    let wait = false;
    try {
      const edited = await host.send(first.edit);
      remember(pending().filter(({ id }) => id !== first.id));
      setState("saving");
      host.saved(first.edit, edited);
    } catch (error) {
      if (isAway(error)) {
        wait = true;
      } else {
        remember(pending().filter(({ id }) => id !== first.id));
        host.refused(first.edit, problemOf(error));
      }
    }
    isSending = false;
    if (wait) {
      setState("waiting");
      timer = setTimeout(pump, RETRY_MS);
    } else if (pending().length > 0) {
      void pump();
    } else {
      setState("saved");
    }
  };

  return {
    pending,
    state,
    submit(edit: Edit) {
      remember([...pending(), { id: next++, edit }]);
      void pump();
    },
    /** Tries again at once. */
    hurry: () => void pump(),
  };
}

export type EditQueue = ReturnType<typeof createEditQueue>;

/**
 * Whether nobody has judged an edit yet. A server that was started again does not know the token
 * of this page: the edit waits for the page of the new launch.
 */
const isAway = (error: unknown) =>
  error instanceof Unreachable || (error instanceof Refused && error.status === 401);

export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "failed", message, hint: null, kept: false, mistakes: [] };
}
