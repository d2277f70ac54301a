import { batch, createSignal } from "solid-js";
import { Refused } from "../api/client";
import type { Edit, Edited, Problem } from "../api/types";

/** An edit on its way to the disk. */
export interface Pending {
  id: string;
  edit: Edit;
  /** Whether the server has it too, and could not save it: it counts among its unsaved edits. */
  isKept: boolean;
}

/** Something else that waits for its turn among the edits: undo, say. It is tried once. */
interface Turn {
  id: string;
  run(): Promise<void>;
  /** It is not done: edits before it cannot be saved now. */
  drop(): void;
}

type Job = Pending | Turn;

/** `saved`: all is on disk. `saving`: on its way. `waiting`: it cannot be saved now, and is tried again. */
export type SaveState = "saved" | "saving" | "waiting";

/** What the queue needs of the rest. */
export interface EditQueueHost {
  send(edit: Edit): Promise<Edited>;
  /** The server has it on disk. */
  saved(edit: Edit, edited: Edited): void;
  /** The server said no, and will not say anything else: the edit is dropped. */
  refused(edit: Edit, problem: Problem): void;
  /** The server was started again, and does not know this page: what waits is for other pages. */
  ended(): void;
  /** Keeps an edit over a restart of the page, until it is forgotten. */
  keep(edit: Edit): void;
  forget(id: string): void;
}

/** How long to wait before an edit is sent again, in milliseconds; each time longer. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 8000;

/**
 * Edits, and what takes them back, in the order in which they were made, one after the other. An edit
 * is forgotten only when the server has said that it is on disk, has refused it, or when the user
 * gives it up. It may be sent several times: the server makes each id once.
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

  const remove = (id: string) => setJobs((all) => all.filter((job) => job.id !== id));
  const dropTurns = () => {
    const all = jobs();
    setJobs(all.filter(isEdit));
    for (const job of all) if (!isEdit(job)) job.drop();
  };

  /** The server was started again: what waits here is for other pages. */
  function end() {
    if (isOver()) return;
    setIsOver(true);
    clearTimeout(timer);
    dropTurns();
    if (pending().length > 0) setState("waiting");
    host.ended();
  }

  /** Sends an edit; whether the queue may go on. */
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
        if (found.code !== "discarded") host.refused(edit, found);
      });
      return true;
    }
    batch(() => {
      remove(id);
      host.forget(id);
      host.saved(edit, edited);
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
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
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
    /** Why the first of them cannot be saved now. */
    problem,
    /** Whether the server does not know this page any more, so that nothing can be saved from it. */
    isOver,
    end,
    submit(edit: Edit) {
      host.keep(edit);
      setJobs((all) => [...all, { id: edit.id, edit, isKept: false }]);
      if (state() !== "waiting") void pump();
    },
    /** Does something once, behind the edits made before; not while these cannot be saved. */
    take(turn: Omit<Turn, "id">) {
      if (state() === "waiting" || isOver()) return turn.drop();
      turns += 1;
      setJobs((all) => [...all, { ...turn, id: `turn ${turns}` }]);
      void pump();
    },
    /** Tries again at once. */
    hurry() {
      wait = FIRST_WAIT_MS;
      void pump();
    },
    /** Another page has seen to an edit: it is not sent from here any more. */
    handOver(id: string) {
      remove(id);
      if (isOver() && jobs().length === 0) setState("saved");
    },
    /** Gives edits up that are not saved. */
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

/** A server that was started again does not know the token of this page. */
export const isOfEarlierLaunch = (error: unknown) =>
  error instanceof Refused && error.status === 401;

/** Whether nobody has judged an edit yet, or the disk did not take it. */
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
