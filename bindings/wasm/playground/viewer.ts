/** The pose of a clip at the playhead, and the buttons that move the playhead. */

import { redraw } from "./curves.js";
import { drawFigure } from "./figure.js";
import type { Motion } from "./motion.js";
import { begin, element, label } from "./plot.js";

/** Frames of a clip: the first frame, and the frame after the last. */
export interface Span {
  start: number;
  stop: number;
}

/** A clip as the viewer shows it. */
export interface Shown {
  clip: number;
  frames: number;
  /** Frames per second. */
  rate: number;
}

/** The angle between the direction a character faces and the camera, when a clip opens. */
const CAMERA_RAD = 0.9;
const RAD_PER_PIXEL = 0.01;

export class Viewer {
  private shown: Shown = { clip: 0, frames: 1, rate: 1 };
  private frame = 0;
  private cameraRad = 0;
  /** The frames that play in a loop; `undefined` during a pause. */
  private span: Span | undefined;
  private last = 0;
  private readonly canvas = element<HTMLCanvasElement>("figure");
  private readonly slider = element<HTMLInputElement>("frame");
  private readonly button = element<HTMLButtonElement>("play");

  /** Calls `moved` with each new place of the playhead, as a fraction of the clip. */
  constructor(
    private readonly motion: () => Motion | undefined,
    private readonly moved: (part: number) => void,
  ) {
    this.slider.addEventListener("input", () => {
      this.pause();
      this.seek(Number(this.slider.value));
    });
    this.button.addEventListener("click", () => {
      if (this.span) {
        this.pause();
      } else {
        this.play({ start: 0, stop: this.shown.frames }, this.frame);
      }
    });
    this.turnByDrag();
    redraw(() => this.draw());
  }

  /** Opens a clip at its start. */
  open(shown: Shown): void {
    this.pause();
    this.shown = shown;
    this.slider.max = String(shown.frames - 1);
    this.aim();
    this.seek(0);
  }

  /** Shows the motion, once it is open. */
  refresh(): void {
    this.aim();
    this.draw();
  }

  private aim(): void {
    this.cameraRad = (this.motion()?.pose(this.shown.clip, 0)?.headingRad ?? 0) + CAMERA_RAD;
  }

  seek(frame: number): void {
    const { frames, rate } = this.shown;
    this.frame = Math.min(Math.max(frame, 0), frames - 1);
    this.slider.value = String(Math.floor(this.frame));
    element("frame-text").textContent =
      `${Math.floor(this.frame)} of ${frames}, ${(this.frame / rate).toFixed(2)} s`;
    this.moved(this.frame / frames);
    this.draw();
  }

  /** Plays frames in a loop, until a pause. */
  play(span: Span, from = span.start): void {
    const isPaused = this.span === undefined;
    this.span = span;
    this.button.textContent = "Pause";
    this.seek(from >= span.stop - 1 ? span.start : from);
    if (isPaused) {
      this.last = performance.now();
      requestAnimationFrame((now) => this.advance(now));
    }
  }

  pause(): void {
    this.span = undefined;
    this.button.textContent = "Play";
  }

  private advance(now: number): void {
    const { span } = this;
    if (!span) {
      return;
    }
    const frame = this.frame + (Math.max(0, now - this.last) / 1000) * this.shown.rate;
    this.last = now;
    this.seek(frame < span.stop ? frame : span.start);
    requestAnimationFrame((next) => this.advance(next));
  }

  private draw(): void {
    const plot = begin(this.canvas);
    const posed = this.motion()?.pose(this.shown.clip, this.frame);
    if (posed) {
      drawFigure(plot, posed, this.cameraRad);
    } else if (this.motion()) {
      label(plot, "no motion", 8, 18);
    }
  }

  /** A drag turns the camera. */
  private turnByDrag(): void {
    const { canvas } = this;
    let last: number | undefined;
    canvas.addEventListener("pointerdown", ({ pointerId, clientX }) => {
      last = clientX;
      canvas.setPointerCapture(pointerId);
    });
    canvas.addEventListener("pointermove", ({ clientX }) => {
      if (last !== undefined) {
        this.cameraRad -= (clientX - last) * RAD_PER_PIXEL;
        last = clientX;
        this.draw();
      }
    });
    for (const end of ["pointerup", "pointercancel"] as const) {
      canvas.addEventListener(end, () => {
        last = undefined;
      });
    }
  }
}
