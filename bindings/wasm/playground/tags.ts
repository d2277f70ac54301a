/** Tags as lanes, and a query as another lane. */

import { Database, Query } from "../src/index.js";
import { answer } from "./answer.js";
import { element } from "./plot.js";

export function startTags(bytes: Uint8Array): (query: string) => void {
  const database = new Database(bytes);
  const input = element<HTMLInputElement>("query-text");
  const clips = element<HTMLSelectElement>("clip");
  for (let clip = 0; clip < database.clipCount; clip++) {
    clips.add(new Option(database.clipName(clip), String(clip)));
  }
  // Names are quoted if necessary. A tag is a query by itself.
  const lanes = [
    ...names(database.tagCount, (tag) => database.tagName(tag)).map((name) => ({
      name,
      kind: "",
      query: new Query(database, name),
    })),
    ...names(database.eventCount, (event) => database.eventName(event)).map((name) => ({
      name,
      kind: "event",
      query: new Query(database, `event(${name})`),
    })),
  ];
  const show = () => {
    const clip = Number(clips.value);
    const { frames } = database.clipInfo(clip);
    const parts: HTMLElement[] = [];
    const add = (name: HTMLElement, kind: string, ranges: { start: number; stop: number }[]) => {
      const lane = document.createElement("div");
      lane.className = `lane ${kind}`;
      for (const { start, stop } of ranges) {
        const bar = document.createElement("i");
        bar.style.left = `${(100 * start) / frames}%`;
        bar.style.width = `${(100 * (stop - start)) / frames}%`;
        bar.title = `[${start}, ${stop})`;
        lane.append(bar);
      }
      parts.push(name, lane);
    };
    for (const { name, kind, query } of lanes) {
      const ranges = query.rangesIn(clip);
      if (ranges.length > 0) {
        const text = document.createElement("span");
        text.textContent = name;
        add(text, kind, ranges);
      }
    }
    answer("query-answer", input.value, () => {
      const query = new Query(database, input.value);
      const found = query.ranges();
      const inClips = new Set(found.map((range) => range.clip));
      const count = found.reduce((sum, range) => sum + range.stop - range.start, 0);
      element("query-answer").textContent =
        `${inClips.size} clips, ${found.length} ranges, ${count} frames; in this clip ${text(query.rangesIn(clip))}`;
      const head = document.createElement("b");
      head.textContent = "query";
      add(head, "found", query.rangesIn(clip));
      for (const option of clips.options) {
        const isIn = inClips.has(Number(option.value));
        option.textContent = `${isIn ? "● " : "○ "}${database.clipName(Number(option.value))}`;
      }
      query.free();
    });
    element("lanes").replaceChildren(...parts);
  };
  input.addEventListener("input", show);
  clips.addEventListener("change", show);
  return (query) => {
    input.value = query;
    // Switches to a clip with a result.
    const first = answer("query-answer", query, () => new Query(database, query).ranges()[0]);
    clips.value = String(first?.clip ?? clips.value ?? 0);
    show();
  };
}

const names = (count: number, name: (number: number) => string): string[] =>
  Array.from({ length: count }, (_, number) => name(number));

function text(ranges: { start: number; stop: number }[]): string {
  return ranges.length === 0
    ? "none"
    : ranges.map(({ start, stop }) => `[${start}, ${stop})`).join(" ");
}
