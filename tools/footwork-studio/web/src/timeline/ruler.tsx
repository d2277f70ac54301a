import { createEffect, onCleanup, untrack } from "solid-js";
import { useStudio } from "../state/studio";
import { oncePerFrame, prepare } from "./canvas";
import { drawRuler, RULER_HEIGHT } from "./drawRuler";
import type { Gestures } from "./gestures";
import type { TimelineModel } from "./model";
import { toFrame } from "./scale";

/** The ruler of frames and seconds. Dragging on it seeks; dragging with Shift marks a loop. */
export function Ruler(props: { model: TimelineModel; gestures: Gestures }) {
  const { clock } = useStudio();
  const { model, gestures } = props;
  let canvas: HTMLCanvasElement | undefined;
  let loopFrom: number | undefined;
  let panFrom: number | undefined;

  const ruler = () => {
    const palette = model.palette();
    if (!palette) return undefined;
    const { framesPerSec, frames, loop } = clock;
    return {
      scale: model.scale(),
      frames: frames(),
      framesPerSec: framesPerSec(),
      loop: loop(),
      palette,
    };
  };
  const drawing = oncePerFrame(() =>
    untrack(() => {
      const now = ruler();
      const context = canvas && now && prepare(canvas, now.scale.width, RULER_HEIGHT);
      if (context && now) drawRuler(context, now);
    }),
  );
  onCleanup(drawing.cancel);
  createEffect(() => {
    ruler();
    drawing.ask();
  });

  const frameAt = (event: PointerEvent) =>
    toFrame(model.scale(), event.clientX - (canvas?.getBoundingClientRect().left ?? 0));
  const goTo = (event: PointerEvent, how: "seek" | "scrub") => {
    const frame = Math.floor(frameAt(event));
    if (loopFrom === undefined) clock[how](frame);
    else clock.setLoop({ start: Math.min(loopFrom, frame), stop: Math.max(loopFrom, frame) + 1 });
  };
  const down = (event: PointerEvent) => {
    if (event.button > 1) return;
    canvas?.setPointerCapture(event.pointerId);
    if (event.button === 1) {
      panFrom = event.clientX;
      return;
    }
    if (event.shiftKey) loopFrom = Math.floor(frameAt(event));
    else clock.pause();
    goTo(event, "seek");
  };
  const move = (event: PointerEvent) => {
    model.setHover(frameAt(event));
    if (panFrom !== undefined) {
      gestures.pan(event.clientX - panFrom);
      panFrom = event.clientX;
    } else if (event.buttons & 1) {
      goTo(event, "scrub");
    }
  };
  const end = () => {
    loopFrom = undefined;
    panFrom = undefined;
  };
  return (
    <canvas
      class="timeline-ruler"
      ref={canvas}
      aria-hidden="true"
      title="Drag to scrub. Shift-drag marks a loop, a double-click ends it."
      style={{ width: `${model.size().width}px`, height: `${RULER_HEIGHT}px` }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onPointerLeave={() => model.setHover(undefined)}
      onDblClick={() => clock.setLoop(undefined)}
      onWheel={(event) => {
        const left = event.currentTarget.getBoundingClientRect().left;
        if (gestures.turn(event, event.clientX - left, true)) event.preventDefault();
      }}
    />
  );
}
