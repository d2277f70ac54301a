import { batch, createSignal } from "solid-js";
import { Refused } from "../api/client";
import type { Edit, Edited, Problem } from "../api/types";

/** An edit that is being saved. */
export interface Pending {
  id: string;
  edit: Edit;
  /** Whether the server has the edit but could not save it. The edit then counts among the server's unsaved edits. */
  isKept: boolean;
}

/** Another job that runs in order with the edits, such as undo. It is tried once. */
interface Turn {
  id: string;
  run(): Promise<void>;
  /** Called if the job does not run because earlier edits cannot be saved now. */
  drop(): void;
}

type Job = Pending | Turn;

/**
 * `saved`: everything is on disk. `saving`: an edit is being sent. `waiting`: an edit cannot be saved now and will be
 * retried.
 */
export type SaveState = "saved" | "saving" | "waiting";

/** The server, and a store that keeps edits when the page reloads. */
export interface EditQueueHost {
  send(edit: Edit): Promise<Edited>;
  /** Stores an edit until the queue forgets it. */
  keep(edit: Edit): void;
  forget(id: string): void;
}

/** The events of the queue. */
export interface QueueEvents {
  /** An edit is on disk. */
  saved(edit: Edit, edited: Edited): void;
  /** The server refused an edit for good, and the queue dropped it. */
  refused(edit: Edit, problem: Problem): void;
  /** The server has restarted and does not know this page. Other pages take over the waiting edits. */
  ended(): void;
}

/** The delay before the first attempt to send an edit again, in milliseconds. */
const FIRST_WAIT_MS = 1000;
/** The longest delay between two attempts to send an edit again, in milliseconds. */
const MAX_WAIT_MS = 8000;

/**
 * Edits and undos in the order in which they were made, sent one at a time. An edit is forgotten only after the server
 * has confirmed that it is on disk, after the server has refused it, or after the user has discarded it. An edit may be
 * sent several times: the server applies each id once.
 */
export function createEditQueue(host: EditQueueHost) {
  const [jobs, setJobs] = createSignal<readonly Job[]>([]);
  const [state, setState] = createSignal<SaveState>("saved");
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  const [isOver, setIsOver] = createSignal(false);
  let turns = 0;
  let isBusy = false;
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners: QueueEvents[] = [];

  const remove = (id: string) => setJobs((all) => all.filter((job) => job.id !== id));
  const dropTurns = () => {
    const all = jobs();
    setJobs(all.filter(isEdit));
    for (const job of all) if (!isEdit(job)) job.drop();
  };

  /** Ends this queue after a restart of the server. Other pages take over the edits that wait here. */
  function end() {
    if (isOver()) return;
    setIsOver(true);
    clearTimeout(timer);
    dropTurns();
    if (pending().length > 0) setState("waiting");
    for (const listener of listeners) listener.ended();
  }

  /** Sends an edit; returns whether the queue may continue. */
  async function send({ id, edit }: Pending): Promise<boolean> {
    let edited: Edited;
    try {
      edited = await host.send(edit);
    } catch (error) {
      const found = problemOf(error);
      if (isAway(error)) {
        setProblem(found);
        setJobs((all) =>
          all.map((job) => (job.id === id && found.kept ? { ...job, isKept: true } : job)),
        );
        if (isOfEarlierLaunch(error)) end();
        return false;
      }
      batch(() => {
        remove(id);
        host.forget(id);
        if (found.code === "discarded") return;
        for (const listener of listeners) listener.refused(edit, found);
      });
      return true;
    }
    batch(() => {
      remove(id);
      host.forget(id);
      for (const listener of listeners) listener.saved(edit, edited);
    });
    return true;
  }

  async function pump() {
    clearTimeout(timer);
    const [first] = jobs();
    if (isBusy || !first || isOver()) return;
    isBusy = true;
    if (state() === "saved") setState("saving");
    let mayGoOn = true;
    if (isEdit(first)) mayGoOn = await send(first);
    else {
      remove(first.id);
      await first.run();
    }
    isBusy = false;
    if (!mayGoOn && pending().length > 0) {
      setState("waiting");
      dropTurns();
      if (isOver()) return;
      timer = setTimeout(pump, wait);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
      return;
    }
    wait = FIRST_WAIT_MS;
    batch(() => {
      setProblem(undefined);
      setState(jobs().length > 0 ? "saving" : "saved");
    });
    void pump();
  }

  const pending = (): readonly Pending[] => jobs().filter(isEdit);

  return {
    /** The edits that are not known to be on disk. */
    pending,
    state,
    /** Why the first pending edit cannot be saved now. */
    problem,
    /** Whether the server no longer knows this page, so that nothing can be saved from it. */
    isOver,
    end,
    /** Listens to the events of the queue. */
    on(listener: QueueEvents) {
      listeners.push(listener);
    },
    submit(edit: Edit) {
      host.keep(edit);
      setJobs((all) => [...all, { id: edit.id, edit, isKept: false }]);
      if (state() !== "waiting") void pump();
    },
    /** Runs a job once, after all earlier edits. Drops it if these edits cannot be saved. */
    take(turn: Omit<Turn, "id">) {
      if (state() === "waiting" || isOver()) return turn.drop();
      turns += 1;
      setJobs((all) => [...all, { ...turn, id: `turn ${turns}` }]);
      void pump();
    },
    /** Retries without waiting. */
    hurry() {
      wait = FIRST_WAIT_MS;
      void pump();
    },
    /** Drops an edit that another page has handled. */
    handOver(id: string) {
      remove(id);
      if (isOver() && jobs().length === 0) setState("saved");
    },
    /** Discards unsaved edits. */
    discard(ids: readonly string[]) {
      ids.forEach(host.forget);
      batch(() => {
        setJobs((all) => all.filter(({ id }) => !ids.includes(id)));
        setProblem(undefined);
        if (!isBusy && jobs().length === 0) setState("saved");
      });
      void pump();
    },
  };
}

export type EditQueue = ReturnType<typeof createEditQueue>;

const isEdit = (job: Job): job is Pending => "edit" in job;

/** Whether an error shows that the server has restarted and does not know this page's token. */
export const isOfEarlierLaunch = (error: unknown) =>
  error instanceof Refused && error.status === 401;

/**
 * Whether an edit should be sent again: the server did not answer, was busy or restarted, or the disk rejected the
 * edit.
 */
const isAway = (error: unknown) =>
  !(error instanceof Refused) ||
  error.problem.kept ||
  error.status >= 500 ||
  [401, 408, 429].includes(error.status);

export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "failed", message, hint: null, kept: false, mistakes: [] };
}
