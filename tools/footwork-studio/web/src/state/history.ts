import { batch, createEffect, createSignal } from "solid-js";
import { type Client, Unreachable } from "../api/client";
import type {
  AddLabel,
  Apply,
  ClipEdit,
  ClipLabels,
  Edited,
  LibraryInfo,
  Operation,
  Problem,
  Reject,
  SetUp,
  Turned,
} from "../api/types";
import { countText } from "../ui/counts";
import type { Bursts } from "./bursts";
import { type EditQueue, problemOf } from "./editQueue";
import type { KeptEdits } from "./keptEdits";
import type { LibraryState } from "./library";
import { type Made, madeText, withEdit } from "./made";
import { type Notices, someOf } from "./notices";
import type { OpenClip } from "./openClip";
import { broughtBack } from "./selection";
import type { LaneLabel } from "./timeline";

/** The delay before the first request to save the edits that the server keeps, in milliseconds. */
const FIRST_WAIT_MS = 2000;
/** The longest delay between two requests to save these edits, in milliseconds. */
const MAX_WAIT_MS = 30_000;

/** The parts of the studio that edits and undo use. */
export interface HistoryHost {
  client: Pick<
    Client,
    | "apply"
    | "followRules"
    | "undo"
    | "redo"
    | "discardLast"
    | "saveQuery"
    | "renameQuery"
    | "removeQuery"
    | "addLabel"
    | "setUp"
    | "renameTag"
    | "retry"
    | "discard"
    | "reject"
  >;
  notices: Notices;
  library: LibraryState;
  openClip: OpenClip;
  queue: EditQueue;
  bursts: Bursts;
  kept: KeptEdits;
  /** The text of the query. */
  query(): string;
  /** Accepts the rows that changed in a revision. */
  took(taken: Pick<Edited, "rows" | "revision">): void;
  /** Notes the labels that an edit of this page gave to clips. */
  used(...labels: LaneLabel[]): void;
  /** Notes that an edit was undone or redone. */
  turned(what: string, turned: Turned): void;
  /** The active lane. */
  lane(): LaneLabel | undefined;
}

/** Edits and undo. All of them go through one queue, in order. */
export function createHistory(host: HistoryHost) {
  const { client, notices, library, openClip, queue, bursts, kept, took } = host;
  const [unsavedWhy, setUnsavedWhy] = createSignal<Problem | undefined>(undefined);
  let offer: number | undefined;
  /** The edits of the current burst. */
  let made: Made | undefined;
  /** Resolves when the labels show the last undo or redo. */
  let turning: Promise<void> | undefined;

  /** Closes the notice about the last edit or undo, because the next one gets a new notice. */
  function closeOffer() {
    if (offer !== undefined) notices.close(offer);
    offer = undefined;
  }

  /** Changes the open clip. */
  function edit(label: string, operations: Operation[]) {
    const name = openClip.clip();
    if (name !== undefined) editClips(label, [{ clip: name, operations }]);
  }

  /** Changes clips, either all or none, as one undo step. */
  function editClips(label: string, clips: ClipEdit[]) {
    const readOnly = openClip.labels()?.readOnly;
    if (readOnly && clips.some((edit) => edit.clip === openClip.clip())) {
      notices.say({ kind: "error", text: readOnly });
      return;
    }
    const some = clips.filter(({ operations }) => operations.length > 0);
    if (some.length === 0) return;
    if (queue.isOver()) {
      notices.say({
        kind: "error",
        text: "This page can no longer save: the studio was restarted",
        detail: "Continue in the page that the studio opened, or at the address that it printed.",
      });
      return;
    }
    closeOffer();
    const before = openClip.labels();
    const { burst, id } = bursts.next();
    batch(() => {
      queue.submit({ id, label, clips: some });
      // The lanes of labels that the edit added stay, and so do those of labels that it erased.
      host.used(...some.flatMap(({ operations }) => operations.flatMap(givenBy)));
      if (before) host.used(...gone(before, openClip.labels()));
    });
    const edited = { burst, label, clips: some, before, after: openClip.labels() };
    made = withEdit(made, edited);
    const action = { title: "Undo", run: undo };
    offer = notices.say({ kind: "done", ...madeText(made, edited), action });
  }

  /** Runs a job once, after all earlier edits. Resolves when the job has run, or was dropped. */
  function once(
    what: string,
    run: () => Promise<void>,
    actionFor?: (problem: Problem) => { title: string; run(): void } | undefined,
  ): Promise<void> {
    return new Promise((done) => {
      closeOffer();
      bursts.end();
      queue.take({
        async run() {
          try {
            await run();
          } catch (error) {
            const problem = problemOf(error);
            const action = actionFor?.(problem);
            const notice = notices.fail(problem, { what, ...(action && { action }) });
            if (action) offer = notice;
            // The library lists the edits that the server could not save.
            void library.loadInfo();
          }
          done();
        },
        drop() {
          notices.say({
            kind: "error",
            text: `${what}: not done, since earlier edits cannot be saved now`,
          });
          done();
        },
      });
    });
  }

  const turn = (what: string, done: string, ask: () => Promise<Turned>) => {
    let before: ClipLabels | undefined;
    const discarding = (code: string) =>
      code === "conflict" && what === "Undo"
        ? { title: "Discard that edit", run: () => void discardLast() }
        : undefined;
    const isDone = once(
      what,
      async () => {
        const labels = openClip.labels();
        const turned = await ask();
        const where = turned.rows.map((row) => row.name);
        took(turned);
        host.turned(what, turned);
        // The label of an edit in a single clip already contains the clip.
        const [only = ""] = where;
        const isSaid = where.length === 1 && turned.label?.endsWith(` ${only}`) === true;
        // Show only one notice: those of several undos would fill the page.
        offer = notices.say({
          kind: "done",
          text: textOf(turned, done),
          ...(where.length > 0 && !isSaid && { detail: someOf(where) }),
          // Offer redo, for users who meant to undo fewer edits of a burst.
          ...(turned.count > 1 && what === "Undo" && { action: { title: "Redo", run: redo } }),
        });
        if (turned.problem) {
          const action = discarding(turned.problem.code);
          notices.fail(turned.problem, { what, ...(action && { action }) });
        }
        if (where.includes(labels?.clip ?? "")) before = labels;
      },
      ({ code }) => discarding(code),
    );
    const shown: Promise<void> = isDone
      .then(() => before && showTurned(before))
      .finally(() => {
        if (turning === shown) turning = undefined;
      });
    turning = shown;
    return isDone;
  };
  /** Shows the labels after an undo or redo, and selects the restored labels. */
  async function showTurned(before: ClipLabels) {
    await openClip.load();
    const after = openClip.labels();
    if (after?.clip !== before.clip) return;
    const back = broughtBack(before, after, host.lane());
    if (back.length > 0) openClip.select(back);
  }
  /** Runs a function that computes an edit from the labels. Waits until the labels show the preceding undo or redo. */
  function whenShown(run: () => void) {
    if (turning) void turning.then(run);
    else run();
  }
  const undo = () => void turn("Undo", "undone", client.undo);
  const redo = () => void turn("Redo", "redone", client.redo);
  const discardLast = () => turn("Discard", "discarded", client.discardLast);

  /** Applies a tag to the matches of the query, in the given clips or in all clips. */
  const apply = (tag: string, clips: string[] | undefined) =>
    applyAs({ query: host.query(), tag, ...(clips && { clips }) });
  /** Applies a tag. If a file cannot be read, offers to apply the tag without that file. */
  const applyAs = (request: Apply): Promise<void> =>
    once(
      request.tag,
      async () => {
        const edited = await client.apply(request);
        took(edited);
        offer = notices.say({
          kind: "done",
          text: edited.changed
            ? `${request.tag}: applied to ${countText(edited.rows.length, "clip")}`
            : `${request.tag}: all matches are already tagged`,
        });
      },
      ({ code }) =>
        code === "incomplete"
          ? {
              title: "Apply without them",
              run: () => void applyAs({ ...request, partial: true }),
            }
          : undefined,
    );

  /** Accepts the changes that the rules make in these clips, as one edit. */
  const followRules = (clips: string[]) =>
    once("rules", async () => {
      const edited = await client.followRules({ clips });
      took(edited);
      await openClip.load();
      offer = notices.say({
        kind: "done",
        text: edited.changed
          ? `Rules: accepted in ${countText(clips.length, "clip")}`
          : "Rules: nothing to change",
        ...(edited.changed && { action: { title: "Undo", run: undo } }),
      });
      // The panel then lists the remaining findings.
      await library.loadInfo();
    });

  /**
   * Rejects a proposal. Returns the number of rejections that the server remembers afterwards; `undefined` if the
   * request failed.
   */
  const reject = async (rejection: Reject): Promise<number | undefined> => {
    let count: number | undefined;
    await once("Reject", async () => {
      count = (await client.reject(rejection)).rejected;
      offer = notices.say({
        kind: "done",
        text: `Not ${rejection.name}: remembered`,
        action: { title: "Undo", run: undo },
      });
    });
    return count;
  };

  /** Changes the library's settings. Returns whether the change is on disk. */
  const configure = async (what: string, done: string, ask: () => Promise<LibraryInfo>) => {
    let isSaved = false;
    await once(what, async () => {
      library.take(await ask());
      notices.say({ kind: "done", text: done });
      isSaved = true;
    });
    return isSaved;
  };
  /** Saves a query under a name. Replaces a saved query if `replaces` is its current text. */
  const saveQuery = (name: string, text: string, replaces?: string) =>
    configure(`@${name}`, `Saved as @${name}`, () =>
      client.saveQuery({ name, text, ...(replaces !== undefined && { replaces }) }),
    );
  /** Renames a saved query. */
  const renameQuery = (name: string, to: string) =>
    configure(`@${name}`, `@${name} renamed to @${to}`, () => client.renameQuery({ name, to }));
  const removeQuery = (name: string) =>
    configure(`@${name}`, `@${name} removed`, () => client.removeQuery({ name }));
  /** Renames a tag in the whole library. Returns whether the change is on disk. */
  const renameTag = async (name: string, to: string) => {
    let isSaved = false;
    await once(name, async () => {
      const renamed = await client.renameTag({ name, to });
      took({ rows: [], revision: renamed.revision });
      await Promise.all([library.loadInfo(), openClip.load()]);
      isSaved = renamed.changed;
      const notice = {
        kind: "done" as const,
        text: renamed.changed
          ? `${name} is now ${to} in ${countText(renamed.clips, "clip")}`
          : `No readable file has ${name}`,
        ...(renamed.left.length > 0 && { detail: `Not renamed in: ${someOf(renamed.left)}` }),
      };
      offer = notices.say(
        renamed.changed ? { ...notice, action: { title: "Undo", run: undo } } : notice,
      );
    });
    return isSaved;
  };
  /** Adds a tag or an event to the vocabulary. */
  const addLabel = (label: AddLabel) =>
    configure(label.name, `${label.name} added to the vocabulary`, () => client.addLabel(label));

  /** Adds a vocabulary and rules to the settings. */
  const setUp = (all: SetUp) =>
    configure("footwork.toml", `${addedText(all)} added`, () => client.setUp(all));

  /** Retries to save all unsaved edits now. */
  async function retry() {
    if (queue.pending().length > 0) return queue.hurry();
    try {
      const retried = await client.retry();
      setUnsavedWhy(retried.problems[0]);
      took(retried);
    } catch (error) {
      if (!(error instanceof Unreachable)) setUnsavedWhy(problemOf(error));
    }
    await library.loadInfo();
  }

  /** Discards all unsaved edits: those that the server keeps, and those that wait in this page. */
  async function discard() {
    const ids = queue.pending().map(({ id }) => id);
    try {
      await client.discard();
      batch(() => {
        setUnsavedWhy(undefined);
        queue.discard(ids);
      });
    } catch (error) {
      notices.fail(problemOf(error));
    }
    await Promise.all([library.loadInfo(), openClip.load()]);
  }

  // Edits that only the server keeps are retried too, at growing intervals.
  const unsaved = () => library.library()?.unsaved ?? [];
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  createEffect(() => {
    clearTimeout(timer);
    if (unsaved().length === 0) {
      wait = FIRST_WAIT_MS;
      setUnsavedWhy(undefined);
    } else if (queue.pending().length === 0) {
      timer = setTimeout(retry, wait);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
  });

  return {
    edit,
    editClips,
    apply,
    followRules,
    reject,
    saveQuery,
    renameQuery,
    removeQuery,
    addLabel,
    setUp,
    renameTag,
    closeOffer,
    whenShown,
    undo,
    redo,
    retry,
    discard,
    /** The descriptions of the edits that only the server keeps. */
    unsaved: () => {
      const labels = queue.pending().flatMap(({ edit, isKept }) => (isKept ? [edit.label] : []));
      return unsaved().filter((said) => {
        const at = labels.findIndex((label) => said.startsWith(label));
        if (at >= 0) labels.splice(at, 1);
        return at < 0;
      });
    },
    /** Why edits could not be saved. */
    unsavedWhy: () => queue.problem() ?? unsavedWhy(),
    /** Submits the edits of earlier sessions to the queue. */
    saveEarlier: () => batch(() => kept.earlier().forEach(queue.submit)),
    /** Discards the edits of earlier sessions. */
    discardEarlier: () => batch(() => kept.earlier().forEach(({ id }) => kept.forget(id))),
  };
}

/** Returns the labels that a clip had before and no longer has. */
function gone(before: ClipLabels, after: ClipLabels | undefined): LaneLabel[] {
  if (before.clip !== after?.clip) return [];
  const tags = new Set(after.spans.map(({ tag }) => tag));
  const events = new Set(after.events.map(({ event }) => event));
  return [
    ...before.spans.flatMap(({ tag }) =>
      tags.has(tag) ? [] : [{ kind: "tag" as const, name: tag }],
    ),
    ...before.events.flatMap(({ event }) =>
      events.has(event) ? [] : [{ kind: "event" as const, name: event }],
    ),
  ];
}

/** Returns the label that an operation gives to frames, as a list; empty if it gives none. */
function givenBy(operation: Operation): LaneLabel[] {
  switch (operation.kind) {
    case "paint":
    case "addSpan":
      return [{ kind: "tag", name: operation.tag }];
    case "addEvent":
      return [{ kind: "event", name: operation.event }];
    default:
      return [];
  }
}

/** Describes the outcome of an undo or redo. */
function textOf({ label, wasGone, count }: Turned, done: string): string {
  if (label === null) return `Nothing to be ${done}`;
  if (count > 1) return `${countText(count, "edit")}: ${done}`;
  return wasGone ? `${label}: discarded, since it no longer exists` : `${label}: ${done}`;
}

export type History = ReturnType<typeof createHistory>;

/** Describes a number of labels, of rules, or of both: `14 labels`, `1 rule`. */
function addedText({ labels, rules }: SetUp): string {
  const parts = [
    labels.length > 0 && countText(labels.length, "label"),
    rules.length > 0 && countText(rules.length, "rule"),
  ];
  return parts.filter(Boolean).join(", ");
}
