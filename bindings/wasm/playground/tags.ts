/** Tags as lanes, a query as another lane, and the motion below them. */

import { Database, Query, type Range } from "../src/index.js";
import { answer } from "./answer.js";
import { completes } from "./completes.js";
import { Motion } from "./motion.js";
import { type Descriptions, namesOfQueries } from "./names.js";
import { element } from "./plot.js";
import { Viewer } from "./viewer.js";

/** A tag or an event, and the query of its frames. */
interface Lane {
  name: string;
  kind: "" | "event";
  query: Query;
}

/** The files of a library, and what its settings say about its names. */
export interface Library {
  tags: Uint8Array;
  poses: Uint8Array;
  descriptions: Descriptions;
}

/** Starts the section. Returns functions that show a query and open the motion. */
export function startTags({ tags, poses, descriptions }: Library) {
  const database = new Database(tags);
  // The completion list handles keys before the section does.
  completes(element("query-text"), "query", () => namesOfQueries(database, descriptions));
  const section = new TagSection(database, poses);
  return {
    ask: (query: string) => section.ask(query),
    openMotion: () => section.openMotion(),
  };
}

class TagSection {
  private readonly input = element<HTMLInputElement>("query-text");
  private readonly clips = element<HTMLSelectElement>("clip");
  private readonly board = element("lanes");
  private readonly lanes: readonly Lane[];
  private readonly viewer: Viewer;
  /** The ranges of the last query without a mistake, in all clips. */
  private found: Range[] = [];
  private motion: Motion | undefined;
  /** The match that played last. */
  private match: number | undefined;

  constructor(
    private readonly database: Database,
    private readonly poses: Uint8Array,
  ) {
    const { clips, input, board } = this;
    numbers(database.clipCount).forEach((clip) => {
      clips.add(new Option(database.clipName(clip), String(clip)));
    });
    this.lanes = lanesOf(database);
    this.viewer = new Viewer(
      () => this.motion,
      (part) => {
        board.style.setProperty("--playhead", String(part));
      },
    );
    input.addEventListener("input", () => this.show());
    input.addEventListener("keydown", ({ key }) => key === "Enter" && this.step(1));
    clips.addEventListener("change", () => this.open(Number(clips.value)));
    board.addEventListener("click", (event) => this.click(event));
    element("next").addEventListener("click", () => this.step(1));
    element("previous").addEventListener("click", () => this.step(-1));
  }

  /** Opens the motion, which takes longer than the tags. */
  openMotion(): void {
    this.motion = new Motion(this.poses, this.database);
    this.viewer.refresh();
  }

  /** Shows a query, and a clip with a result. */
  ask(query: string): void {
    this.input.value = query;
    this.show();
    this.open(this.found[0]?.clip ?? Number(this.clips.value));
  }

  private get clip(): number {
    return Number(this.clips.value);
  }

  private open(clip: number): void {
    this.clips.value = String(clip);
    this.match = undefined;
    const { frames, rateNumerator, rateDenominator } = this.database.clipInfo(clip);
    this.viewer.open({ clip, frames, rate: Number(rateNumerator) / Number(rateDenominator) });
    this.show();
  }

  /** Plays the next or the previous match. */
  private step(by: 1 | -1): void {
    const { found, clip } = this;
    if (found.length === 0) {
      return;
    }
    const first = found.findIndex((range) => range.clip >= clip);
    const fresh = by > 0 ? Math.max(first, 0) : (first < 0 ? found.length : first) - 1;
    const next = this.match === undefined ? fresh : this.match + by;
    const at = (next + found.length) % found.length;
    const range = found[at];
    if (range) {
      if (range.clip !== clip) {
        this.open(range.clip);
      }
      this.match = at;
      this.viewer.play(range);
    }
  }

  /** Plays the clicked range, or moves the playhead to a place without one. */
  private click({ target, clientX }: MouseEvent): void {
    const bar = (target as Element).closest<HTMLElement>("[data-start]");
    const lane = (target as Element).closest(".lane");
    if (bar) {
      this.match = undefined;
      this.viewer.play({ start: Number(bar.dataset.start), stop: Number(bar.dataset.stop) });
    } else if (lane) {
      const { left, width } = lane.getBoundingClientRect();
      this.viewer.pause();
      this.viewer.seek(((clientX - left) / width) * this.database.clipInfo(this.clip).frames);
    }
  }

  private show(): void {
    const { input, clip } = this;
    const { frames } = this.database.clipInfo(clip);
    const parts = this.lanes.flatMap(({ name, kind, query }) => {
      const ranges = query.rangesIn(clip);
      return ranges.length === 0 ? [] : [head("span", name), laneOf(name, kind, ranges, frames)];
    });
    answer("query-answer", input.value, () => {
      const query = new Query(this.database, input.value);
      this.found = query.ranges();
      this.match = undefined;
      const here = query.rangesIn(clip);
      query.free();
      element("query-answer").textContent = this.summary(here);
      parts.push(head("b", "query"), laneOf("query", "found", here, frames));
    });
    this.board.replaceChildren(...parts);
  }

  /** Marks the clips with a result, and returns the counts as text. */
  private summary(here: readonly Range[]): string {
    const { found, clips, database } = this;
    const inClips = new Set(found.map((range) => range.clip));
    for (const option of clips.options) {
      const mark = inClips.has(Number(option.value)) ? "● " : "○ ";
      option.textContent = mark + database.clipName(Number(option.value));
    }
    const count = found.reduce((sum, range) => sum + range.stop - range.start, 0);
    return `${inClips.size} clips, ${found.length} ranges, ${count} frames; in this clip ${text(here)}`;
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

/** Returns a lane for each tag and event. Names are quoted if necessary, and a tag is a query by itself. */
function lanesOf(database: Database): Lane[] {
  const tags = numbers(database.tagCount).map((tag) => database.tagName(tag));
  const events = numbers(database.eventCount).map((event) => database.eventName(event));
  return [
    ...tags.map((name): Lane => ({ name, kind: "", query: new Query(database, name) })),
    ...events.map((name): Lane => {
      return { name, kind: "event", query: new Query(database, `event(${name})`) };
    }),
  ];
}

function head(kind: "span" | "b", name: string): HTMLElement {
  const head = document.createElement(kind);
  head.textContent = name;
  return head;
}

/** Returns the ranges as buttons. Tab reaches only those of the query, because every tag is a query too. */
function laneOf(
  name: string,
  kind: Lane["kind"] | "found",
  ranges: readonly Range[],
  frames: number,
): HTMLElement {
  const lane = document.createElement("div");
  lane.className = `lane ${kind}`;
  const bars = ranges.map(({ start, stop }) => {
    const bar = document.createElement("button");
    bar.style.left = `${(100 * start) / frames}%`;
    bar.style.width = `${(100 * (stop - start)) / frames}%`;
    bar.title = `Play [${start}, ${stop})`;
    bar.setAttribute("aria-label", `Play ${name} [${start}, ${stop})`);
    bar.tabIndex = kind === "found" ? 0 : -1;
    Object.assign(bar.dataset, { start, stop });
    return bar;
  });
  lane.append(...bars);
  return lane;
}

function text(ranges: readonly Range[]): string {
  return ranges.length === 0
    ? "none"
    : ranges.map(({ start, stop }) => `[${start}, ${stop})`).join(" ");
}
