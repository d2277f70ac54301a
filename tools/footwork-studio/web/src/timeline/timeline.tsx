import { createEffect, For, on, onCleanup, onMount, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { timelineCommands } from "./commands";
import { EditMenu } from "./editMenu";
import { createGestures } from "./gestures";
import { LaneCanvas } from "./laneCanvas";
import { LaneName } from "./laneName";
import { laneKey, type PlacedLane, topToShow } from "./lanes";
import { Minimap } from "./minimap";
import { createTimelineModel } from "./model";
import { createNudges } from "./nudges";
import { NumberEditor } from "./numberEditor";
import { RelabelPicker } from "./relabelPicker";
import { Ruler } from "./ruler";
import { ShiftAll } from "./shiftAll";
import { TimeLayer } from "./timeLayer";
import { TimelineBar } from "./timelineBar";
import "./timeline.css";

/** The timeline: a ruler, a lane for each label, curves, and an overview of the clip below them. */
export function Timeline() {
  const studio = useStudio();
  const model = createTimelineModel(studio);
  const gestures = createGestures(studio, model);
  const nudges = createNudges(studio, model);
  const commands = timelineCommands(studio, model, nudges);
  let root: HTMLDivElement | undefined;
  let scroller: HTMLDivElement | undefined;
  model.watchTheme(() => root);

  onMount(() => onCleanup(studio.addCommands(commands)));
  // Escape cancels a drag before anything else handles the key.
  onMount(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !(gestures.cancel() || nudges.cancel())) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", cancel, true);
    onCleanup(() => window.removeEventListener("keydown", cancel, true));
  });
  onMount(() => {
    if (!scroller) return;
    const watched = scroller;
    const watcher = new ResizeObserver(() =>
      model.setSize({
        width: Math.max(watched.clientWidth - NAMES_WIDTH, 1),
        height: watched.clientHeight,
      }),
    );
    watcher.observe(watched);
    onCleanup(() => watcher.disconnect());
  });
  const show = (placed: PlacedLane | undefined) => {
    if (placed && scroller)
      scroller.scrollTop = topToShow(withCurves(placed), scroller.scrollTop, model.size().height);
  };
  /**
   * Returns the area to scroll to. For the lane of an event, it includes the curves below, which show where contacts
   * belong, if both fit.
   */
  const withCurves = ({ lane, top, height }: PlacedLane) => {
    const together = model.height() - top;
    const isSeenWithThem = lane.kind === "event" && together <= model.size().height;
    return { top, height: isSeenWithThem ? together : height };
  };
  // When lanes appear or disappear above the visible rows, keep the visible rows in place.
  createEffect(
    on(model.lanes, (lanes, before) => {
      const top = scroller?.scrollTop ?? 0;
      const anchor = before?.find((placed) => placed.top >= top);
      const now = anchor && lanes.find(({ lane }) => laneKey(lane) === laneKey(anchor.lane));
      if (now && anchor && scroller && top > 0) scroller.scrollTop += now.top - anchor.top;
    }),
  );
  // Scroll to the lane of a label selected elsewhere, such as in the table.
  createEffect(() => {
    const [first] = studio.selection();
    if (!first || model.drag()) return;
    show(
      model.topOf(
        first.kind === "span"
          ? { kind: "tag", name: first.tag }
          : { kind: "event", name: first.event },
      ),
    );
  });
  // Also scroll to the active lane, such as an added lane or the lane of a held key.
  createEffect(
    on([studio.timeline.lane, () => studio.timeline.held().length, model.isLaneThere], ([lane]) => {
      if (lane && !model.drag()) show(model.topOf(lane));
    }),
  );
  createEffect(
    on(
      () => studio.preferences().channels,
      (channels, before) => {
        const added = before && channels.find((expression) => !before.includes(expression));
        if (added !== undefined) show(model.topOfCurve(added));
      },
    ),
  );

  return (
    <div
      class="timeline"
      classList={{ "timeline-idle": studio.clip() === undefined }}
      ref={root}
      style={{ "--names": `${NAMES_WIDTH}px` }}
      inert={studio.clip() === undefined}
    >
      <TimelineBar model={model} commands={commands} />
      <div class="timeline-corner">
        <span>seconds</span>
        <span>frames</span>
      </div>
      <Ruler model={model} gestures={gestures} />
      <div
        class="timeline-lanes"
        ref={scroller}
        onScroll={(event) => model.setTop(event.currentTarget.scrollTop)}
      >
        <div
          class="timeline-content"
          style={{ height: `${Math.max(model.height(), model.size().height)}px` }}
        >
          <div class="timeline-names">
            <For each={model.lanes()}>{(placed) => <LaneName model={model} placed={placed} />}</For>
          </div>
          <LaneCanvas model={model} gestures={gestures} />
        </div>
        <Show when={studio.labels() && model.lanes().length === 0}>
          <p class="timeline-empty">
            This clip has no labels. Click here and hold a tag's key while it plays, or add a lane
            and drag over its frames.
          </p>
        </Show>
      </div>
      <Minimap model={model} />
      <TimeLayer model={model} />
      <NumberEditor model={model} />
      <RelabelPicker model={model} />
      <ShiftAll model={model} />
      <EditMenu model={model} commands={commands} />
    </div>
  );
}

/** The width of the lane headings, in pixels. */
const NAMES_WIDTH = 196;
