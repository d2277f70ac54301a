import { createEffect, onCleanup, untrack } from "solid-js";
import type { Range } from "../state/clock";
import { useStudio } from "../state/studio";
import { createPictures, oncePerFrame } from "./canvas";
import { pixelRuns } from "./decimate";
import type { TimelineModel } from "./model";
import { fill, type Ink, ink } from "./raster";
import { inside, panned, scaleOf, toFrame, toPixel } from "./scale";
import "./minimap.css";

const HEIGHT = 30;

/** An overview of the whole clip, with a window that marks the part shown by the lanes. */
export function Minimap(props: { model: TimelineModel }) {
  const studio = useStudio();
  const { clock, timeline } = studio;
  const { model } = props;
  let canvas: HTMLCanvasElement | undefined;
  let map: HTMLDivElement | undefined;

  const scale = () => scaleOf({ start: 0, stop: clock.frames() }, model.size().width);
  const draw = () => {
    const palette = model.palette();
    if (!canvas || !palette) return;
    pictures.show(canvas, scale().width, HEIGHT, (raster) => {
      raster.pixels.fill(palette.surface);
      const { spans, events } = model.grouped();
      const rows = spans.size + (studio.matches().length > 0 ? 1 : 0);
      const row = Math.min((HEIGHT - 10) / Math.max(rows, 1), 5);
      const pixel = (frame: number) => toPixel(scale(), frame);
      let y = 3;
      const line = (ranges: readonly Range[], colour: Ink) => {
        for (const { left, right } of pixelRuns(ranges, pixel, scale().width))
          fill(raster, left, y, right, y + Math.max(row - 0.5, 0.75), colour);
        y += row;
      };
      if (studio.matches().length > 0)
        line(
          studio.matches().map(([start, stop]) => ({ start, stop })),
          palette.match,
        );
      for (const [tag, all] of spans) line(all, ink(studio.colour(tag)));
      for (const [event, all] of events) {
        const colour = ink(studio.colour(event));
        for (const { time } of all)
          fill(raster, pixel(time) - 0.5, HEIGHT - 6, pixel(time) + 1, HEIGHT - 2, colour);
      }
    });
  };
  const pictures = createPictures();
  const drawing = oncePerFrame(() => untrack(draw));
  onCleanup(drawing.cancel);
  createEffect(() => {
    model.palette();
    scale();
    model.grouped();
    studio.matches();
    studio.library();
    drawing.ask();
  });

  let dragging: { part: "start" | "stop" | "all"; from: number } | undefined;
  const frameAt = (event: PointerEvent) =>
    toFrame(scale(), event.clientX - (map?.getBoundingClientRect().left ?? 0));
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || !(event.target instanceof HTMLElement)) return;
    map?.setPointerCapture(event.pointerId);
    const at = frameAt(event);
    const part = event.target.dataset.part;
    const { start, stop } = timeline.view();
    if (part !== "start" && part !== "stop" && (at < start || at > stop)) {
      const half = (stop - start) / 2;
      model.setView({ start: at - half, stop: at + half });
    }
    dragging = { part: part === "start" || part === "stop" ? part : "all", from: at };
  };
  const move = (event: PointerEvent) => {
    if (!dragging) return;
    const at = frameAt(event);
    const { start, stop } = timeline.view();
    if (dragging.part === "start")
      model.setView({ start: Math.min(Math.max(at, 0), stop - 1), stop });
    else if (dragging.part === "stop")
      model.setView({ start, stop: Math.max(Math.min(at, clock.frames()), start + 1) });
    else {
      timeline.setView(panned(timeline.view(), clock.frames(), at - dragging.from));
      dragging.from = at;
    }
  };
  const end = () => {
    dragging = undefined;
  };
  const key = (event: KeyboardEvent) => {
    const { start, stop } = timeline.view();
    const by = { ArrowLeft: -0.2, ArrowRight: 0.2, PageUp: -1, PageDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    timeline.setView(
      inside(
        { start: start + by * (stop - start), stop: stop + by * (stop - start) },
        clock.frames(),
      ),
    );
  };
  const left = () => toPixel(scale(), timeline.view().start);
  const right = () => toPixel(scale(), timeline.view().stop);

  return (
    <>
      <div class="minimap-name">Whole clip</div>
      <div
        class="minimap"
        ref={map}
        style={{ width: `${model.size().width}px`, height: `${HEIGHT}px` }}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <canvas ref={canvas} id="minimap" aria-hidden="true" />
        <div
          class="minimap-window own-layer"
          role="scrollbar"
          tabindex="0"
          aria-label="Frames that the timeline shows"
          aria-controls="minimap"
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={clock.frames()}
          aria-valuenow={Math.round(timeline.view().start)}
          aria-valuetext={`frames ${Math.round(timeline.view().start)} to ${Math.round(timeline.view().stop)}`}
          style={{
            left: `${left() - 1}px`,
            width: `${Math.max(right() - left() + 2, 10)}px`,
          }}
          on:keydown={key}
        >
          <i data-part="start" />
          <i data-part="stop" />
        </div>
        <div
          class="minimap-playhead own-layer"
          style={{ transform: `translateX(${toPixel(scale(), clock.time()).toFixed(1)}px)` }}
        />
      </div>
    </>
  );
}
