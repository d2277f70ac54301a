import type { ClipLabels } from "../api/types";
import type { Selected } from "../state/studio";
import type { Copied } from "../state/timeline";
import { type Copy, eventsOf, isSelected, selectEvent, selectSpan, spansOf } from "./edits";
import { NAME, readName } from "./names";

export function copy(labels: ClipLabels, selection: readonly Selected[]): Copied {
  const chosen = eventsOf(selection);
  return {
    frames: labels.frames,
    spans: spansOf(selection).map(({ tag, start, stop }) => ({ tag, start, stop })),
    events: labels.events.filter((moment) => isSelected(chosen, selectEvent(moment))),
  };
}

/** Returns copied labels as text in the format of a sidecar. */
export function toText({ frames, spans, events }: Copied): string {
  return [
    "footwork-tags 1",
    `frames ${frames}`,
    ...spans.map(({ tag, start, stop }) => `tag ${tag} ${start} ${stop}`),
    ...events.map(
      ({ event, time, data }) => `event ${event} ${time}${data === null ? "" : ` data ${data}`}`,
    ),
    "",
  ].join("\n");
}

const TAG_LINE = new RegExp(`^tag (${NAME}) (\\d+) (\\d+)( rule)?$`, "u");
const EVENT_LINE = new RegExp(`^event (${NAME}) (\\d+(?:\\.\\d+)?)(?: data (.+))?$`, "u");

/** Parses the output of `toText`, or a sidecar; `undefined` if it has no labels. Skips unknown lines. */
export function fromText(text: string): Copied | undefined {
  const lines = text.split(/\r?\n/);
  if (!lines[0]?.startsWith("footwork-tags ")) return undefined;
  const copied: Copied = { frames: 0, spans: [], events: [] };
  for (const line of lines) {
    const frames = /^frames (\d+)$/.exec(line);
    const span = TAG_LINE.exec(line);
    const event = EVENT_LINE.exec(line);
    if (frames) copied.frames = Number(frames[1]);
    if (span?.[1] && Number(span[2]) < Number(span[3]))
      copied.spans.push({
        tag: readName(span[1]),
        start: Number(span[2]),
        stop: Number(span[3]),
      });
    if (event?.[1])
      copied.events.push({
        event: readName(event[1]),
        time: Number(event[2]),
        data: event[3] ?? null,
      });
  }
  return copied.frames > 0 && copied.spans.length + copied.events.length > 0 ? copied : undefined;
}

/**
 * Returns copied labels at their new places in a clip of `frames` frames. `frame`: on the same frames. `proportion`: at
 * the same proportions of the clip. `shown`: the first label starts at the shown frame. Labels that reach beyond the
 * end are clipped or left out.
 */
export function placeCopies(
  copied: Copied,
  frames: number,
  how: "frame" | "proportion" | "shown",
  shown = 0,
): Copy[] {
  const first = Math.min(
    ...copied.spans.map(({ start }) => start),
    ...copied.events.map(({ time }) => Math.floor(time)),
  );
  const by = how === "shown" ? shown - first : 0;
  const scale = how === "proportion" ? frames / copied.frames : 1;
  const spans = copied.spans.flatMap(({ tag, ...span }) => {
    const start = Math.round(span.start * scale) + by;
    const stop = Math.min(Math.max(Math.round(span.stop * scale) + by, start + 1), frames);
    return start < stop ? [selectSpan({ tag, start, stop })] : [];
  });
  const events = copied.events.flatMap(({ event, time, data }) => {
    // Without scaling, an event keeps its exact place between two frames.
    const to = scale === 1 ? time + by : Math.min(Math.round(time * scale), frames - 1);
    return to <= frames - 1 ? [{ ...selectEvent({ event, time: to }), data }] : [];
  });
  return [...spans, ...events];
}

/** Returns how many copied labels reach beyond the end of a clip: the number clipped, and the number left out. */
export function lostAtEnd(...[copied, frames, how, shown]: Parameters<typeof placeCopies>): {
  cut: number;
  left: number;
} {
  if (how === "proportion") return { cut: 0, left: 0 };
  const whole = placeCopies(copied, Number.POSITIVE_INFINITY, how, shown);
  const isCut = (one: Selected) => one.kind === "span" && one.start < frames && one.stop > frames;
  return {
    cut: whole.filter(isCut).length,
    left: whole.length - placeCopies(copied, frames, how, shown).length,
  };
}
