import { createEffect, onCleanup, onMount, untrack } from "solid-js";
import { useStudio } from "../state/studio";
import { createPictures, oncePerFrame } from "./canvas";
import { drawLanes } from "./drawLanes";
import { hitProposal, writeScores } from "./drawProposals";
import { isSelected, selectSpan } from "./edits";
import type { Gestures } from "./gestures";
import type { TimelineModel } from "./model";
import type { Raster } from "./raster";
import { toFrame } from "./scale";
import type { Scene } from "./scene";
import { writeNames } from "./writeNames";

/** The visible lanes. Screen readers have the label table instead. */
export function LaneCanvas(props: { model: TimelineModel; gestures: Gestures }) {
  const studio = useStudio();
  const { model, gestures } = props;
  let canvas: HTMLCanvasElement | undefined;

  const scene = (): Scene | undefined => {
    const palette = model.palette();
    if (!palette) return undefined;
    return {
      frames: studio.clock.frames(),
      scale: model.scale(),
      lanes: model.lanes(),
      top: model.top(),
      height: model.size().height,
      byName: model.grouped(),
      second: model.second(),
      proposals: studio.proposals.here(),
      proposal: studio.proposals.current()?.key,
      matches: studio.matches(),
      curves: model.curves(),
      axes: model.axes(),
      unsaved: studio.unsaved(),
      loop: studio.clock.loop(),
      selection: model.selection(),
      colour: studio.colour,
      palette,
    };
  };
  const pictures = createPictures();
  const drawing = oncePerFrame(() =>
    untrack(() => {
      const now = scene();
      if (!canvas || !now) return;
      const { width } = now.scale;
      const draw = (raster: Raster) => drawLanes(raster, now);
      const write = (context: CanvasRenderingContext2D) => {
        writeNames(context, now);
        writeScores(context, now);
      };
      pictures.show(canvas, width, now.height, draw, write);
    }),
  );
  onCleanup(drawing.cancel);
  createEffect(() => {
    scene();
    // Read the library here, so that the canvas is redrawn if its colours change.
    studio.library();
    drawing.ask();
  });

  const pointOf = (event: PointerEvent | MouseEvent) => {
    const box = canvas?.getBoundingClientRect();
    return {
      x: event.clientX - (box?.left ?? 0),
      y: event.clientY - (box?.top ?? 0) + model.top(),
      isFree: event.ctrlKey || event.metaKey,
      isAdding: event.shiftKey,
    };
  };
  const proposalAt = ({ x, y }: ReturnType<typeof pointOf>) => {
    const now = untrack(scene);
    return now && hitProposal(now, x, y);
  };
  let panFrom: number | undefined;
  const down = (event: PointerEvent) => {
    if (event.button > 1 || !canvas) return;
    canvas.setPointerCapture(event.pointerId);
    // Take the focus from any text field, so that keys go to the studio again.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    event.preventDefault();
    model.setEditing(undefined);
    model.setMenu(undefined);
    const proposal = proposalAt(pointOf(event));
    if (event.button === 1) panFrom = event.clientX;
    else if (proposal) studio.proposals.goToKey(proposal.key);
    else gestures.begin(pointOf(event));
  };
  const move = (event: PointerEvent) => {
    const point = pointOf(event);
    model.setHover(toFrame(model.scale(), point.x));
    if (panFrom !== undefined) {
      gestures.pan(event.clientX - panFrom);
      panFrom = event.clientX;
      return;
    }
    if (event.buttons !== 0) gestures.move(point);
    else if (canvas) canvas.style.cursor = cursorFor(point);
  };
  const cursorFor = (point: ReturnType<typeof pointOf>) => {
    if (proposalAt(point)) return "pointer";
    const under = gestures.under(point);
    if (under.kind === "span") return under.hit.part === "body" ? "grab" : "ew-resize";
    if (under.kind === "event") return "grab";
    return under.kind === "lane" && under.lane.kind === "tag" ? "crosshair" : "default";
  };
  const up = () => {
    panFrom = undefined;
    gestures.end();
  };
  const wheel = (event: WheelEvent) => {
    const fits = model.height() <= model.size().height;
    if (gestures.turn(event, pointOf(event).x, fits)) event.preventDefault();
  };
  const doubleClick = (event: MouseEvent) => {
    const point = pointOf(event);
    const under = gestures.under(point);
    if (under.kind === "span") studio.select([selectSpan(under.hit.span)]);
    else if (under.kind === "event") studio.select([under.one]);
    else {
      gestures.addAt(point);
      return;
    }
    model.setEditing({ frame: toFrame(model.scale(), point.x), y: point.y - model.top() });
  };
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    const under = gestures.under(pointOf(event));
    const one =
      under.kind === "span"
        ? selectSpan(under.hit.span)
        : under.kind === "event"
          ? under.one
          : undefined;
    if (one && !isSelected(studio.selection(), one)) studio.select([one]);
    model.setMenu({ x: event.clientX, y: event.clientY });
  };

  onMount(() => canvas?.addEventListener("wheel", wheel, { passive: false }));
  return (
    <canvas
      class="timeline-canvas"
      ref={canvas}
      aria-hidden="true"
      style={{ width: `${model.size().width}px`, height: `${model.size().height}px` }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => gestures.cancel()}
      onPointerLeave={() => model.setHover(undefined)}
      onDblClick={doubleClick}
      onContextMenu={openMenu}
    />
  );
}
