import type { ClipLabels } from "../api/types";
import type { Selected } from "../state/studio";
import { selectEvent, selectSpan } from "./edits";

/** A row of the table: a span or an event. */
export interface TableRow {
  name: string;
  start: number;
  /** The frame after the last one of a span; `undefined` for an event. */
  stop: number | undefined;
  byRule: boolean;
  one: Selected;
}

/** Returns the labels of a clip as rows, in order of time. */
export function tableRows(labels: ClipLabels | undefined, filter = ""): TableRow[] {
  if (!labels) return [];
  const wanted = filter.trim().toLowerCase();
  const rows: TableRow[] = [
    ...labels.spans.map((span) => ({
      name: span.tag,
      start: span.start,
      stop: span.stop,
      byRule: span.byRule,
      one: selectSpan(span),
    })),
    ...labels.events.map((moment) => ({
      name: moment.event,
      start: moment.time,
      stop: undefined,
      byRule: false,
      one: selectEvent(moment),
    })),
  ];
  return rows
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort(
      (a, b) =>
        a.start - b.start ||
        (a.stop ?? a.start) - (b.stop ?? b.start) ||
        (a.name < b.name ? -1 : 1),
    );
}
