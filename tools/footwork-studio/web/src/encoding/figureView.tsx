import { createEffect, createSignal, For, onCleanup, onMount, Show } from "solid-js";
import type { Figure } from "./figures";
import type { createPlot, Plot, PlotHost } from "./plot";

/** One figure: its title, its value at the playhead, the curves, and a line that explains it. */
export function FigureView(props: {
  figure: Figure;
  times: Float64Array;
  frame: number;
  framesPerSec: number;
  page: [number, number];
  isLast: boolean;
  create: typeof createPlot;
  host: PlotHost;
  /** A counter that changes whenever the colours change. */
  colours: number;
}) {
  const [plot, setPlot] = createSignal<Plot | undefined>(undefined);
  let holder!: HTMLDivElement;

  onMount(() => {
    const made = props.create(holder, props.isLast, "encoding", props.host);
    const observer = new ResizeObserver(([entry]) => made.resize(entry?.contentRect.width ?? 0));
    observer.observe(holder);
    onCleanup(() => {
      observer.disconnect();
      made.dispose();
    });
    setPlot(made);
  });
  createEffect(() => plot()?.show(props.figure, props.times));
  createEffect(() => plot()?.page(...props.page));
  createEffect(() => plot()?.playheadAt(props.frame / props.framesPerSec));
  createEffect(() => {
    if (props.colours > 0) plot()?.recolour();
  });

  const value = (values: readonly (number | null)[]) => {
    const at = values[props.frame];
    if (at === undefined || at === null) return "–";
    return `${at < 0 ? "−" : ""}${Math.abs(at).toFixed(2)}${props.figure.unit && ` ${props.figure.unit}`}`;
  };
  return (
    <section class="figure">
      <h2>
        {props.figure.title}
        <span class="figure-values">
          <For each={props.figure.curves}>
            {(curve) => (
              <span class={`curve-${curve.colour}`}>
                <Show when={props.figure.curves.length > 1}>
                  <i />
                  {curve.label}{" "}
                </Show>
                <b>{value(curve.values)}</b>
              </span>
            )}
          </For>
        </span>
      </h2>
      <div class="figure-plot" aria-hidden="true" ref={holder} />
      <p>{props.figure.text}</p>
    </section>
  );
}
