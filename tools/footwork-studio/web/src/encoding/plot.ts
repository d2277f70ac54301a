import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Figure } from "./figures";

/** The colours of figures, as CSS values. */
export interface PlotColours {
  first: string;
  second: string;
  text: string;
  grid: string;
  zero: string;
  event: string;
  decoded: string;
}

/** The functions that a plot calls. */
export interface PlotHost {
  colours(): PlotColours;
  /** Called when the user points at a time in seconds with the button down. */
  seek(secs: number): void;
}

const HEIGHT = 80;
const AXIS_HEIGHT = 22;
const AXIS_WIDTH = 44;

/** A figure that uPlot draws. The line at the playhead moves without redrawing the figure. */
export function createPlot(holder: HTMLElement, isLast: boolean, syncKey: string, host: PlotHost) {
  let figure: Figure | undefined;
  let playheadSecs = 0;
  const height = HEIGHT + (isLast ? AXIS_HEIGHT : 0);
  const playhead = document.createElement("div");
  playhead.className = "figure-playhead";

  const axis = (): uPlot.Axis => ({
    stroke: () => host.colours().text,
    font: "10px system-ui, sans-serif",
    grid: { stroke: () => host.colours().grid, width: 1 },
    ticks: { show: false },
    gap: 4,
  });
  const series = (at: 0 | 1): uPlot.Series => ({
    stroke: () => (at === 0 ? host.colours().first : host.colours().second),
    width: 1.5,
    ...(at === 1 && { dash: [5, 3] }),
    points: { show: false },
    spanGaps: false,
  });
  const plot = new uPlot(
    {
      width: 100,
      height,
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: false, y: false, setScale: false },
        points: { show: false },
        sync: { key: syncKey, setSeries: false },
      },
      scales: {
        x: { time: false, range: (_, least, most) => [least, most] },
        y: { range: () => [-(figure?.reach ?? 1), figure?.reach ?? 1] },
      },
      axes: [
        {
          ...axis(),
          show: isLast,
          size: AXIS_HEIGHT,
          values: (_, ticks) => ticks.map((t) => `${t} s`),
        },
        {
          ...axis(),
          size: AXIS_WIDTH,
          splits: () => splitsOf(figure?.reach ?? 1),
          values: (_, ticks) => ticks.map(short),
        },
      ],
      series: [{}, series(0), series(1)],
      padding: [6, 8, isLast ? 0 : 6, 0],
      hooks: { drawAxes: [drawMarks] },
    },
    [
      [0, 1],
      [null, null],
      [null, null],
    ],
    holder,
  );
  plot.over.append(playhead);

  function drawMarks(of: uPlot) {
    const { ctx, bbox } = of;
    const colours = host.colours();
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    const middle = Math.round(of.valToPos(0, "y", true)) + 0.5;
    ctx.strokeStyle = colours.zero;
    ctx.lineWidth = 1;
    line(ctx, bbox.left, middle, bbox.left + bbox.width, middle);
    const size = 4 * uPlot.pxRatio;
    for (const { times, look } of figure?.marks ?? []) {
      ctx.strokeStyle = look === "true" ? colours.event : colours.decoded;
      ctx.fillStyle = ctx.strokeStyle;
      for (const time of times) {
        const x = of.valToPos(time, "x", true);
        if (x < bbox.left - size || x > bbox.left + bbox.width + size) continue;
        if (look === "true") line(ctx, x, bbox.top, x, bbox.top + bbox.height);
        else dot(ctx, x, middle, size);
      }
    }
    ctx.restore();
  }

  function movePlayhead() {
    const { min = 0, max = 1 } = plot.scales.x ?? {};
    const isSeen = playheadSecs >= (min ?? 0) && playheadSecs <= (max ?? 1);
    playhead.hidden = !isSeen;
    if (isSeen) playhead.style.transform = `translateX(${plot.valToPos(playheadSecs, "x")}px)`;
  }

  const point = (event: PointerEvent) => {
    const secs = plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x");
    if (Number.isFinite(secs)) host.seek(secs);
  };
  plot.over.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    plot.over.setPointerCapture(event.pointerId);
    point(event);
  });
  plot.over.addEventListener("pointermove", (event) => {
    if (plot.over.hasPointerCapture(event.pointerId)) point(event);
  });

  return {
    show(to: Figure, times: Float64Array) {
      figure = to;
      const none = to.curves.length > 1 ? undefined : new Array<null>(times.length).fill(null);
      plot.batch(() => {
        const { min, max } = plot.scales.x ?? {};
        plot.setData([times, to.curves[0]?.values ?? [], to.curves[1]?.values ?? none ?? []]);
        if (min != null && max != null) plot.setScale("x", { min, max });
      });
      movePlayhead();
    },
    /** Shows a range of seconds. */
    page(min: number, max: number) {
      plot.setScale("x", { min, max });
      movePlayhead();
    },
    playheadAt(secs: number) {
      playheadSecs = secs;
      movePlayhead();
    },
    resize(width: number) {
      if (width <= 0 || width === plot.width) return;
      plot.setSize({ width, height });
      movePlayhead();
    },
    recolour: () => plot.redraw(false, true),
    dispose: () => plot.destroy(),
  };
}

export type Plot = ReturnType<typeof createPlot>;

/** Returns the heights of three horizontal lines: the top, zero and the bottom of the scale, rounded. */
function splitsOf(reach: number): number[] {
  const top = reach / 1.12;
  const step = 10 ** Math.floor(Math.log10(top));
  const round = [5, 2, 1].map((by) => by * step).find((by) => by <= top) ?? top;
  return [-round, 0, round];
}

const short = (value: number) => `${Number(value.toPrecision(2))}`.replace("-", "−");

function line(ctx: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number) {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(toX, toY);
  ctx.stroke();
}

function dot(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}
