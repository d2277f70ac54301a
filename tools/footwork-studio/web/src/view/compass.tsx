import { onCleanup, onMount } from "solid-js";
import { type Colour, onSchemeChange, readColours } from "./palette";

const AXES = ["axis-x", "axis-y", "axis-z"] as const;
const LETTERS = ["X", "Y", "Z"];
const SIZE = 64;
const ARM = 21;
const LETTER = 29;

/** Receives the orientation of the camera. */
export interface CompassHandle {
  /** Sets the camera's orientation, from the elements of its world matrix, column by column. */
  turn(matrix: readonly number[]): void;
}

/** The three axes as the camera sees them. They are only decoration. */
export function Compass(props: { handle(handle: CompassHandle): void }) {
  let canvas: HTMLCanvasElement | undefined;
  let colours: Colour[] = [];
  let last: readonly number[] = [];

  const draw = () => {
    // The CPU draws a few lines faster than it could send them to the graphics card.
    const context = canvas?.getContext("2d", { willReadFrequently: true });
    if (!canvas || !context) return;
    const ratio = window.devicePixelRatio || 1;
    if (canvas.width !== SIZE * ratio) {
      canvas.width = SIZE * ratio;
      canvas.height = SIZE * ratio;
    }
    context.setTransform(ratio, 0, 0, ratio, (SIZE / 2) * ratio, (SIZE / 2) * ratio);
    context.clearRect(-SIZE / 2, -SIZE / 2, SIZE, SIZE);
    context.lineWidth = 2;
    context.lineCap = "round";
    context.font = "600 9px sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    AXES.forEach((_, axis) => {
      // A row of the rotation matrix is a world axis in camera space.
      const [x, y, z] = [last[axis] ?? 0, -(last[4 + axis] ?? 0), last[8 + axis] ?? 0];
      const colour = (colours[axis] ?? [0.5, 0.5, 0.5]).map((part) => Math.round(part * 255));
      context.globalAlpha = z < -0.2 ? 0.55 : 1;
      context.strokeStyle = context.fillStyle = `rgb(${colour.join(" ")})`;
      context.beginPath();
      context.moveTo(0, 0);
      context.lineTo(x * ARM, y * ARM);
      context.stroke();
      context.fillText(LETTERS[axis] ?? "", x * LETTER, y * LETTER);
    });
  };
  const readAxes = () => {
    if (!canvas?.parentElement) return;
    const read = readColours(canvas.parentElement, AXES);
    colours = AXES.map((axis) => read[axis]);
    draw();
  };

  props.handle({
    turn(matrix) {
      // Copy the matrix, because it belongs to the camera and keeps changing.
      last = [...matrix];
      draw();
    },
  });
  onMount(() => {
    readAxes();
    onCleanup(onSchemeChange(readAxes));
  });
  return <canvas class="compass own-layer" ref={canvas} aria-hidden="true" />;
}
