import type { Encoded } from "../state/encoding";

/** A curve of a figure: one number per frame, or `null` on frames without a value. */
export interface Curve {
  label: string;
  colour: "first" | "second";
  values: (number | null)[];
}

/** One of the figures, which show step by step how an event becomes a signal and is decoded again. */
export interface Figure {
  id: string;
  title: string;
  /** A one-line description. */
  text: string;
  unit: "s" | "";
  curves: Curve[];
  /** The largest value of the scale, which extends equally far on both sides of 0. */
  reach: number;
  /** The marked times in seconds, and whether a mark is a true or a decoded event. */
  marks: { times: readonly number[]; look: "true" | "decoded" }[];
}

const STEPS = [
  {
    id: "signed",
    title: "Time to the nearest event",
    text: "Positive before an event, zero at the event, negative after it.",
    unit: "s",
    curves: [["signedTime", "time"]],
  },
  {
    id: "clipped",
    title: "Clipped to the window",
    text: "Constant beyond W, so that a network need not guess.",
    unit: "s",
    curves: [["clipped", "time"]],
  },
  {
    id: "circle",
    title: "As sine and cosine",
    text: "An angle on a circle has no jump from −W to W between events.",
    unit: "",
    curves: [
      ["sin", "sin"],
      ["cos", "cos"],
    ],
  },
  {
    id: "smooth",
    title: "Smoothed",
    text: "A Gaussian of width σ rounds the corners: this is what a network learns.",
    unit: "",
    curves: [
      ["smoothSin", "sin"],
      ["smoothCos", "cos"],
    ],
  },
  {
    id: "decoded",
    title: "Decoded",
    text: "The angle converted back to time. An event is where the time falls through zero.",
    unit: "s",
    curves: [["decoded", "time"]],
  },
] as const;

/** Returns the figures for a response of the server, in the order of the steps. */
export function figuresOf({ header, values }: Encoded): Figure[] {
  const { frames, windowSecs } = header;
  const curve = (name: string) => {
    const place = header.curves.indexOf(name);
    if (place < 0) return [];
    const part = values.subarray(place * frames, (place + 1) * frames);
    return Array.from(part, (value) => (Number.isFinite(value) ? value : null));
  };
  const marks = { times: header.times, look: "true" as const };
  return STEPS.map(({ id, title, text, unit, curves }) => {
    const made = curves.map(([name, label], at): Curve => {
      return { label, colour: at === 0 ? "first" : "second", values: curve(name) };
    });
    const reach = id === "signed" ? reachOf(made, windowSecs) : unit === "s" ? windowSecs : 1;
    const found = { times: header.decoded, look: "decoded" as const };
    return {
      id,
      title,
      text,
      unit,
      curves: made,
      reach: reach * 1.12,
      marks: id === "decoded" ? [marks, found] : [marks],
    };
  });
}

function reachOf(curves: readonly Curve[], atLeast: number): number {
  let reach = atLeast;
  for (const { values } of curves)
    for (const value of values) reach = Math.max(reach, Math.abs(value ?? 0));
  return reach;
}

/**
 * Returns the decoding error of each true event in seconds, `undefined` for an event that is not decoded, and the
 * number of additional decoded events.
 */
export function matchDecoded(
  times: readonly number[],
  decoded: readonly number[],
  withinSecs: number,
): { offs: (number | undefined)[]; extra: number } {
  const free = new Set(decoded);
  const offs = times.map((time) => {
    let best: number | undefined;
    for (const found of free) {
      const off = Math.abs(found - time);
      if (off <= withinSecs && (best === undefined || off < Math.abs(best - time))) best = found;
    }
    if (best === undefined) return undefined;
    free.delete(best);
    return best - time;
  });
  return { offs, extra: free.size };
}

/** Summarizes the curves in words. */
export function summaryOf({ event, header }: Encoded, framesPerSec: number): string {
  const { times, decoded, windowSecs, sigmaSecs } = header;
  if (times.length === 0)
    return `${event} does not happen in this clip: the signal stays at (0, −1), which means that no event is near.`;
  const { offs, extra } = matchDecoded(times, decoded, windowSecs / 2);
  const found = offs.filter((off) => off !== undefined);
  const worst = Math.max(0, ...found.map(Math.abs));
  const count = (many: number, one: string) => `${many} ${one}${many === 1 ? "" : "s"}`;
  const all = found.length === times.length;
  const offFrames = worst * framesPerSec;
  const off =
    offFrames < 0.01
      ? "to within a hundredth of a frame"
      : `at most ${secs(worst)} off (${offFrames.toFixed(2)} frames)`;
  const parts = [
    `${count(times.length, "event")}, each seen from ${secs(windowSecs)} before to ${secs(windowSecs)} after it, smoothed by ${secs(sigmaSecs)}.`,
    found.length === 0
      ? "Decoding recovers none of them"
      : `Decoding recovers ${all ? (times.length === 1 ? "it" : "all of them") : `${found.length} of them`}, ${off}`,
  ];
  const more =
    extra > 0
      ? `, and ${count(extra, "event")} that ${extra === 1 ? "does" : "do"} not exist.`
      : ".";
  return parts.join(" ") + more;
}

/** Formats seconds: `0.3 s`, `12 ms`. */
export function secs(value: number): string {
  if (Math.abs(value) < 0.1) return `${trim((value * 1000).toFixed(1))} ms`;
  return `${trim(value.toFixed(3))} s`;
}

const trim = (digits: string) => digits.replace(/\.?0+$/, "") || "0";

/** Returns a sentence of the server with rounded numbers. */
export function tidy(text: string): string {
  return text.replace(/\d+\.\d{4,}/g, (digits) => trim(Number(digits).toFixed(4)));
}
