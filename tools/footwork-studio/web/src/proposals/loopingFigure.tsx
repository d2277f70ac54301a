import { createEffect, createSignal, on, onCleanup, onMount } from "solid-js";
import type { Proposal } from "../state/proposalQueue";
import { AROUND_SECS } from "../state/proposals";
import { useStudio } from "../state/studio";
import { type SmallMotion, smallMotion } from "./pose";
import "./loopingFigure.css";

/** How long the last frame of a loop stays, in milliseconds. */
const REST_MS = 250;

/** A small figure that loops the frames of a proposal with half a second around it. */
export function LoopingFigure(props: { proposal: Proposal; isMoving: boolean }) {
  const studio = useStudio();
  const [motion, setMotion] = createSignal<SmallMotion | undefined>(undefined);
  const [isMissing, setIsMissing] = createSignal(false);
  let canvas: HTMLCanvasElement | undefined;
  let bar: HTMLElement | undefined;
  let request = 0;

  const rate = () => {
    const row = studio.rowOf(props.proposal.clip);
    return row ? (row.rate[0] ?? 30) / (row.rate[1] ?? 1) : 30;
  };
  /** The shown frames. */
  const shown = () => {
    const { clip, start, stop } = props.proposal;
    const around = Math.round(AROUND_SECS * rate());
    const frames = studio.rowOf(clip)?.frames ?? Math.ceil(stop);
    return {
      from: Math.max(Math.floor(start) - around, 0),
      to: Math.min(Math.ceil(stop) + around, frames),
    };
  };
  createEffect(
    on(
      () => props.proposal.key,
      () => {
        const { from, to } = shown();
        const over = new AbortController();
        setMotion(undefined);
        setIsMissing(false);
        studio.client.motion(props.proposal.clip, from, to, over.signal).then(
          ({ header, values }) => setMotion(smallMotion(header, values)),
          () => setIsMissing(!over.signal.aborted),
        );
        onCleanup(() => over.abort());
      },
    ),
  );

  const draw = (frame: number) => {
    const current = motion();
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.clearRect(0, 0, width, height);
    if (!current || current.frames === 0) return;
    const size = Math.min(width, height);
    const [left, top] = [(width - size) / 2, (height - size) / 2];
    const style = getComputedStyle(canvas);
    const { from } = shown();
    const isInside = frame + from >= props.proposal.start && frame + from < props.proposal.stop;
    const line = style.getPropertyValue("--figure-line");
    context.fillStyle = line;
    context.fillRect(
      left + size * 0.15,
      top + current.floor * size,
      size * 0.7,
      Math.max(ratio, 1),
    );
    context.lineCap = "round";
    context.lineWidth = size * 0.028;
    for (const { joint, parent, side } of current.bones) {
      const [x0, y0] = current.at(frame, parent);
      const [x1, y1] = current.at(frame, joint);
      const far = side === "right" ? "--figure-far" : "--figure-near";
      context.strokeStyle = style.getPropertyValue(isInside ? far : "--figure-out");
      context.beginPath();
      context.moveTo(left + x0 * size, top + y0 * size);
      context.lineTo(left + x1 * size, top + y1 * size);
      context.stroke();
    }
    if (bar) {
      const { to } = shown();
      bar.style.setProperty("--at", `${((frame + 0.5) / Math.max(to - from, 1)) * 100}%`);
    }
  };
  const began = performance.now();
  const tick = (now: number) => {
    const { from, to } = shown();
    const length = ((to - from) / rate()) * 1000 + REST_MS;
    const at = ((now - began) % length) * (rate() / 1000);
    draw(Math.min(Math.floor(at), to - from - 1));
    request = props.isMoving ? requestAnimationFrame(tick) : 0;
  };
  onMount(() => {
    createEffect(() => {
      cancelAnimationFrame(request);
      const { from } = shown();
      motion();
      // A figure that rests shows the middle of the proposal.
      if (props.isMoving) request = requestAnimationFrame(tick);
      else draw(Math.floor((props.proposal.start + props.proposal.stop) / 2) - from);
    });
  });
  onCleanup(() => cancelAnimationFrame(request));

  const part = (frame: number) => {
    const { from, to } = shown();
    return `${((frame - from) / Math.max(to - from, 1)) * 100}%`;
  };
  return (
    <div class="figure" classList={{ "figure-missing": isMissing() }}>
      <canvas ref={canvas} aria-hidden="true" />
      <i
        ref={bar}
        class="figure-bar"
        aria-hidden="true"
        style={{
          "--from": part(props.proposal.start),
          "--to": part(Math.max(props.proposal.stop, props.proposal.start + 1)),
          "--swatch": studio.colour(props.proposal.name),
        }}
      />
    </div>
  );
}
