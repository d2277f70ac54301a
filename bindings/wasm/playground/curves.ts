/** An expression over x, and events as signals over time. */

import { decodeAll, Expression, Tracks, Trigger } from "../src/index.js";
import { answer } from "./answer.js";
import { completes } from "./completes.js";
import { namesOfExpressions } from "./names.js";
import { begin, element, label, line } from "./plot.js";

const COUNT = 600;
/** The variables that the guides use. */
const VARIABLES = ["x", "t", "y", "speed", "tired", "phase", "distance", "age"];

export function startExpression(): (text: string) => void {
  const [input, from, to, t] = ["text", "from", "to", "t"].map((id) =>
    element<HTMLInputElement>(`expression-${id}`),
  ) as [HTMLInputElement, HTMLInputElement, HTMLInputElement, HTMLInputElement];
  completes(input, "expression", () => namesOfExpressions(VARIABLES));
  const show = () => {
    const xs = Float32Array.from(
      { length: COUNT },
      (_, i) => Number(from.value) + ((Number(to.value) - Number(from.value)) * i) / (COUNT - 1),
    );
    const ys = answer("expression-answer", input.value, () => {
      const expression = new Expression(input.value, VARIABLES);
      const values = new Float32Array(COUNT);
      expression.block([xs, Number(t.value), 0, xs, 0.5, xs, xs, xs], values);
      expression.free();
      return values;
    });
    const plot = begin(element<HTMLCanvasElement>("expression-plot"));
    if (!ys) {
      return;
    }
    const finite = ys.filter(Number.isFinite);
    const low = Math.min(0, ...finite);
    const high = Math.max(low + 1e-6, 0, ...finite);
    element("expression-answer").textContent =
      `from ${low.toPrecision(4)} to ${high.toPrecision(4)}; at x = ${xs[0]} it is ${ys[0]}`;
    const y = (value: number) =>
      plot.height - 14 - ((value - low) / (high - low)) * (plot.height - 28);
    line(plot, plot.colour("line"), [
      [0, y(0)],
      [plot.width, y(0)],
    ]);
    line(
      plot,
      plot.colour("one"),
      Array.from(ys, (value, i) => [(i / (COUNT - 1)) * plot.width, y(value)] as const),
    );
    label(plot, high.toPrecision(3), 4, 12);
    label(plot, from.value, 4, plot.height - 2);
    label(plot, to.value, plot.width - 4, plot.height - 2, "right");
  };
  for (const it of [input, from, to, t]) {
    it.addEventListener("input", show);
  }
  redraw(show);
  return (text) => {
    input.value = text;
    show();
  };
}

const RATE = 60;
const RATE_OF_CLIPS = { numerator: BigInt(RATE), denominator: 1n };

export function startEvent(): (times: string) => void {
  const input = element<HTMLInputElement>("event-times");
  const noise = element<HTMLInputElement>("event-noise");
  const show = () => {
    const times = input.value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    const plot = begin(element<HTMLCanvasElement>("event-plot"));
    answer("event-answer", "", () => {
      const tracks = new Tracks();
      tracks.add(times);
      const encoding = tracks.encoding(RATE_OF_CLIPS);
      const secs = Math.max(2, ...times.filter(Number.isFinite)) + 0.5;
      const frames = Math.min(3600, Math.ceil(secs * RATE));
      const clean = tracks.encode(encoding, RATE_OF_CLIPS, new Float32Array(2 * frames));
      const rows = clean.map(
        (value, i) => value + Number(noise.value) * (((i * 7919) % 101) / 50 - 1),
      );
      const trigger = new Trigger(encoding);
      const fired: number[] = [];
      for (let i = 0; i < frames; i++) {
        const passing = trigger.advance(rows[2 * i] ?? 0, rows[2 * i + 1] ?? 0, 1 / RATE);
        if (passing.fired) {
          fired.push(i / RATE - passing.firedAgoSecs);
        }
      }
      const found = decodeAll(encoding, rows, RATE_OF_CLIPS);
      trigger.free();
      tracks.free();
      const x = (at: number) => (at / secs) * plot.width;
      const y = (value: number) => plot.height / 2 - (value * plot.height) / 2.6;
      const curve = (at: number) =>
        Array.from({ length: frames }, (_, i) => [x(i / RATE), y(rows[2 * i + at] ?? 0)] as const);
      line(plot, plot.colour("line"), [
        [0, y(0)],
        [plot.width, y(0)],
      ]);
      line(plot, plot.colour("one"), curve(0));
      line(plot, plot.colour("two"), curve(1));
      for (const at of fired) {
        line(plot, plot.colour("found"), [
          [x(at), 4],
          [x(at), plot.height - 4],
        ]);
      }
      label(plot, "sine", 4, 14);
      label(plot, "cosine", 4, 28);
      const list = (all: Iterable<number>) =>
        [...all].map((at) => at.toFixed(3)).join(", ") || "none";
      element("event-answer").textContent =
        `window ${encoding.windowSecs.toFixed(3)} s; triggers at ${list(fired)}; decoded ${list(found)}`;
    });
  };
  input.addEventListener("input", show);
  noise.addEventListener("input", show);
  redraw(show);
  return (times) => {
    input.value = times;
    show();
  };
}

/** Redraws in another size or other colours. */
export function redraw(show: () => void): void {
  window.addEventListener("resize", show);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
}
