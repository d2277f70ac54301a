import { readFileSync } from "node:fs";
import { createRoot } from "solid-js";
import { vi } from "vitest";
import type { Client } from "../src/api/client";
import type { ClipEdit, ClipLabels, Edit, Label, Moment, Span, Turned } from "../src/api/types";
import { createKeyHandler } from "../src/keys/keyHandler";
import type { Notice } from "../src/state/notices";
import { applyOperations } from "../src/state/operations";
import { createStudio, type Studio } from "../src/state/studio";
import { createTagging } from "../src/tagging/tagging";
import { timelineCommands } from "../src/timeline/commands";
import { createTimelineModel } from "../src/timeline/model";
import { createNudges } from "../src/timeline/nudges";
import { transportCommands } from "../src/transport/commands";
import { clipLabels, clipRow } from "./clips";
import { createServer } from "./server";
import type { Stroke } from "./typist";

const SAMPLES = new URL("../../../../samples/", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, SAMPLES), "utf8");

/** The parts of the page, each with its path of elements from the top. */
export const PARTS = {
  body: ["body"],
  view: [".stage", ".view-picture"],
  play: [".stage", ".transport", "button"],
  timeline: [".time"],
  split: [".time", "button"],
  tagKey: [".stage", ".transport", "button"],
  row: [".clips", "[role=grid]", "div"],
  cell: [".side", "[role=grid]", "[role=gridcell]"],
  remove: [".side", "[role=grid]", "button"],
  state: [".side", "button"],
  undo: [".top-bar", "button"],
  tab: [".side", "button"],
  query: [".top-bar", "input"],
  frame: [".stage", ".transport", "input"],
} as const;
export type Part = keyof typeof PARTS;

/** The keys that edit in a cell of the label table. */
const OF_CELLS = /^(Delete|Enter|\d)$/;

/** The methods of an element that the key handler uses. */
class FakeElement {
  readonly isContentEditable = false;
  readonly #path: readonly string[];

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  matches = (selector: string) => isAmong(selector, this.#path.slice(-1));
  closest = (selector: string) => (isAmong(selector, this.#path) ? this : null);
  focus() {}
}

const isAmong = (selector: string, path: readonly string[]) =>
  selector
    .replace(/:not\([^)]*\)/g, "")
    .split(",")
    .some((one) => path.includes(one.trim()));

/** The elements of the page, by part. */
const elements = Object.fromEntries(
  Object.entries(PARTS).map(([part, path]) => [part, new FakeElement(path)]),
) as unknown as Record<Part, HTMLElement>;

/**
 * Provides the browser functions that the modules use. The test runs the timers, and frames come at regular intervals.
 */
export function fakeBrowser(frameMs = () => 40) {
  // Install the fake timers before stubbing animation frames, because they would replace the stubs.
  vi.useFakeTimers();
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal("HTMLElement", FakeElement);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("window", { addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal("document", {
    body: elements.body,
    activeElement: elements.body,
    querySelector: () => elements.timeline,
  });
  vi.stubGlobal("requestAnimationFrame", (tick: (now: number) => void) =>
    setTimeout(() => tick(performance.now()), frameMs()),
  );
  vi.stubGlobal("cancelAnimationFrame", (request: number) => clearTimeout(request));
}

/** Returns the labels with keys in the settings of the samples. */
function labelsWithKeys(kind: "tags" | "events"): Label[] {
  const found = read("footwork.toml").matchAll(
    new RegExp(`^\\[${kind}\\."?([^"\\]]+)"?\\]\\n(?:colour.*\\n)?key = "(.)"`, "gm"),
  );
  return [...found].map(([, name = "", key = ""], place) => ({
    name,
    key,
    colour: null,
    description: null,
    place,
    clips: 0,
  }));
}

/** Returns the labels of a sample clip. */
function labelsOf(clip: string): ClipLabels {
  const text = read(`${clip}.tags`);
  const number = (line: string) => Number(text.match(new RegExp(`^${line} (\\d+)$`, "m"))?.[1]);
  const spans: Span[] = [];
  const events: Moment[] = [];
  for (const line of text.split("\n")) {
    const [kind, name = "", first, second, rule] = line.split(" ");
    if (kind === "tag")
      spans.push({
        tag: name,
        start: Number(first),
        stop: Number(second),
        byRule: rule === "rule",
      });
    if (kind === "event") events.push({ event: name, time: Number(first), data: null });
  }
  const rate: [number, number] = [number("rate"), 1];
  return clipLabels({ clip, frames: number("frames"), rate, spans, events, revision: 1 });
}

/** An edit that the fake server can undo. */
interface Step {
  burst: string;
  before: ClipLabels;
}

/** An edit, and the selection at the time of the edit. */
interface MadeHere {
  label: string;
  clips: readonly ClipEdit[];
  selection: ReturnType<Studio["selection"]>;
  isInSight: boolean;
}

const contentOf = (labels: ClipLabels | undefined) =>
  JSON.stringify([labels?.spans, labels?.events]);

/** Opens a studio without a page, for tests of keys. It has a sample clip, and a fake server that saves every edit. */
export async function openDesk(clip: string) {
  const server = createServer();
  const steps: Step[] = [];
  let edits = 0;
  let labels = labelsOf(clip);
  const exclusive = ["Gait", "Phase"].map((tag) => ({ kind: "below" as const, tag }));
  const info = {
    name: "samples",
    root: "/samples",
    revision: 1,
    tags: labelsWithKeys("tags"),
    events: labelsWithKeys("events"),
    exclusive,
    provenance: false,
    queries: {},
    queryFunctions: [],
    expressionFunctions: [],
    channels: [],
    findings: [],
    second: null,
    unsaved: [],
  };
  const row = clipRow(clip, { frames: labels.frames, rate: labels.rate });
  const client = {
    ...server.client,
    library: async () => info,
    clips: async () => ({ generation: 1, revision: 1, clips: [row] }),
    labels: async () => labels,
    async edit(edit: Edit) {
      edits += 1;
      const operations = edit.clips.flatMap(({ operations }) => operations);
      const revision = labels.revision + 1;
      const after = { ...applyOperations(labels, operations, exclusive), revision };
      const changed = contentOf(after) !== contentOf(labels);
      if (changed)
        steps.push({ burst: edit.id.slice(0, edit.id.lastIndexOf("/")), before: labels });
      labels = after;
      return { changed, revision, labels: [labels], rows: [] };
    },
    // Like the real server, undoes all steps of a burst together.
    async undo(): Promise<Turned> {
      const burst = steps.at(-1)?.burst;
      const { revision } = labels;
      let count = 0;
      for (; burst !== undefined && steps.at(-1)?.burst === burst; count += 1)
        labels = { ...(steps.pop()?.before ?? labels), revision: revision + 1 };
      const rows = [{ ...row, name: clip }];
      const label = count > 0 ? "an edit" : null;
      return { label, count, wasGone: false, problem: null, revision: labels.revision, rows };
    },
  } as unknown as Client;

  let end = () => {};
  const made: MadeHere[] = [];
  const said: Omit<Notice, "id">[] = [];
  const { studio, keys, commands, tagging, nudges } = createRoot((dispose) => {
    end = dispose;
    const studio = createStudio(client, { storage: undefined, locks: undefined });
    const { editClips } = studio;
    studio.editClips = (label, clips) => {
      const isInSight = studio.selection().every(studio.timeline.isInSight);
      made.push({ label, clips, selection: studio.selection(), isInSight });
      editClips(label, clips);
    };
    const { say } = studio.notices;
    studio.notices.say = (notice) => {
      said.push(notice);
      return say(notice);
    };
    studio.start();
    const model = createTimelineModel(studio);
    model.setSize({ width: 800, height: 600 });
    const nudges = createNudges(studio, model);
    const commands = [...timelineCommands(studio, model, nudges), ...transportCommands(studio)];
    studio.addCommands(commands);
    const tagging = createTagging(studio);
    return { studio, keys: createKeyHandler(studio), commands, tagging, nudges };
  });
  await vi.advanceTimersByTimeAsync(10);

  let isPressed = new Set<string>();
  /** The parts that a key activated, with the times. */
  const activated: { part: Part; at: number }[] = [];
  const activate = (part: Part) => {
    activated.push({ part, at: performance.now() });
    if (part === "tagKey") tagging.activate("tag", "Gait.Walk");
  };
  /** The button on which Space went down. The release of Space clicks it. */
  let isDownOn: Part | undefined;
  const send = (
    key: string,
    isDown: boolean,
    part: Part,
    timeStamp = performance.now(),
    code = key,
    repeat = false,
  ) => {
    const done = { isPrevented: false, isStopped: false };
    const event = {
      key,
      code,
      shiftKey: /^[A-Z<>{}]$/.test(key),
      target: elements[part],
      repeat,
      timeStamp,
      preventDefault() {
        done.isPrevented = true;
      },
      stopImmediatePropagation() {
        done.isStopped = true;
      },
    } as unknown as KeyboardEvent;
    const isOnButton = elements[part].matches("button");
    if (!isDown) {
      keys.up(event);
      if (key === " " && isDownOn === part && !done.isPrevented) activate(part);
      if (key === " ") isDownOn = undefined;
      return;
    }
    keys.heard(event);
    if (done.isStopped) return;
    // Like the timeline, cancels a held edit before other parts handle Escape.
    if (key === "Escape" && nudges.cancel()) return;
    if (part === "cell" && OF_CELLS.test(key)) return activate(part);
    keys.down(event);
    if (!isOnButton || done.isPrevented) return;
    if (key === "Enter") activate(part);
    if (key === " ") isDownOn = part;
  };
  return {
    studio,
    keys,
    commands,
    /** Returns the number of edits that the server has received. */
    edits: () => edits,
    /** The steps that the server can undo. */
    steps,
    /** The edits made through the lanes and by holding keys. */
    made,
    /** All notices. */
    said,
    activated,
    /** Returns the labels as text. */
    content: () => contentOf(studio.labels()),
    click(part: Part) {
      keys.pointed({ target: elements[part] });
      keys.released();
      keys.clicked({ detail: 1 });
    },
    focus: (part: Part) => keys.focused({ target: elements[part] }),
    leave: (part: Part) => keys.left({ target: elements[part], relatedTarget: null }),
    /** Sends a key press or a release; the page may receive it later. */
    send,
    /** Sends the press with which a keyboard repeats a held key. */
    repeat: (key: string, part: Part, code = key) =>
      send(key, true, part, performance.now(), code, true),
    /** Presses a key and releases it. */
    press(key: string, part: Part = "body") {
      send(key, true, part);
      send(key, false, part);
    },
    /** Types keys while a part of the page has the focus. */
    type(strokes: readonly Stroke[], part: Part = "body") {
      let now = 0;
      for (const { at, key, isDown } of strokes) {
        vi.advanceTimersByTime(at - now);
        now = at;
        // A held key cannot go down again, and a released key cannot go up.
        if (isDown === isPressed.has(key)) continue;
        if (isDown) isPressed.add(key);
        else isPressed.delete(key);
        send(key, isDown, part);
      }
      isPressed = new Set();
      isDownOn = undefined;
      keys.release();
    },
    /** Stops playback, and waits until every edit is saved and shown. */
    async settle() {
      studio.clock.pause();
      do await vi.advanceTimersByTimeAsync(1);
      while (studio.queue.state() !== "saved");
      await vi.advanceTimersByTimeAsync(1);
    },
    close: end,
  };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;
