import { createMemo, For, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { RULER_HEIGHT } from "./drawRuler";
import { laneKey } from "./lanes";
import type { TimelineModel } from "./model";
import { toPixel } from "./scale";
import "./timeLayer.css";

/**
 * The moving parts of the timeline: the playhead, the ghost under the pointer, and tags that are being painted. This
 * layer lies over the canvases, so that these need not be redrawn.
 */
export function TimeLayer(props: { model: TimelineModel }) {
  const studio = useStudio();
  const { clock, timeline } = studio;
  const { model } = props;
  const at = (frame: number) => `translateX(${toPixel(model.scale(), frame).toFixed(2)}px)`;
  const isIn = (frame: number | undefined): frame is number => {
    if (frame === undefined) return false;
    const x = toPixel(model.scale(), frame);
    return x >= 0 && x <= model.size().width;
  };
  const cell = () => (isCellWide() ? model.scale().pixelsPerFrame : 0);
  const isCellWide = () => model.scale().pixelsPerFrame >= 3;
  const hovered = () => {
    const frame = Math.floor(model.hover() ?? Number.NaN);
    return frame >= 0 && frame < clock.frames() && isIn(frame) ? frame : undefined;
  };
  const held = createMemo(() => {
    const places = new Map(model.lanes().map((placed) => [laneKey(placed.lane), placed]));
    return timeline.held().flatMap(({ tag, ranges }) => {
      const placed = places.get(`tag:${tag}`);
      return placed ? ranges.map((range) => ({ tag, range, placed })) : [];
    });
  });

  return (
    <div
      class="timeline-layer"
      aria-hidden="true"
      style={{
        width: `${model.size().width}px`,
        height: `${RULER_HEIGHT + model.size().height}px`,
      }}
    >
      <div class="timeline-layer-lanes" style={{ top: `${RULER_HEIGHT}px` }}>
        <For each={held()}>
          {({ tag, range, placed }) => (
            <div
              class="timeline-held"
              style={{
                transform: at(range.start),
                width: `${(range.stop - range.start) * model.scale().pixelsPerFrame}px`,
                top: `${placed.top - model.top() + 3}px`,
                height: `${placed.height - 7}px`,
                background: studio.colour(tag),
              }}
            />
          )}
        </For>
        <Show when={model.drag()?.marquee}>
          {(box) => (
            <div
              class="timeline-marquee"
              style={{
                left: `${box().left}px`,
                top: `${box().top - model.top()}px`,
                width: `${box().right - box().left}px`,
                height: `${box().bottom - box().top}px`,
              }}
            />
          )}
        </Show>
        <Show when={model.drag()?.snapped !== undefined && model.drag()}>
          {(drag) => <div class="timeline-snap" style={{ transform: at(drag().snapped ?? 0) }} />}
        </Show>
        <Show when={model.drag()?.tip}>
          {(tip) => (
            <div
              class="timeline-tip"
              style={{
                // Next to the pointer, but always inside the lanes.
                left: `${Math.min(tip().x + 14, model.size().width - 150)}px`,
                top: `${Math.max(tip().y - 30, 2)}px`,
              }}
            >
              {tip().text}
            </div>
          )}
        </Show>
      </div>
      <Show when={hovered() !== undefined && !model.drag()}>
        <div class="timeline-ghost own-layer" style={{ transform: at(hovered() ?? 0) }}>
          <span>{hovered()}</span>
        </div>
      </Show>
      <Show when={isIn(clock.time()) || isIn(clock.frame() + 1)}>
        <Show when={cell() > 0}>
          <div
            class="timeline-shown own-layer"
            style={{ transform: at(clock.frame()), width: `${cell()}px` }}
          />
        </Show>
        <div class="timeline-playhead own-layer" style={{ transform: at(clock.time()) }}>
          <span>{clock.frame()}</span>
        </div>
      </Show>
    </div>
  );
}
