import { onCleanup, onMount } from "solid-js";
import { KITS } from "../body/colours";
import { useMatch } from "../state/match";
import type { Frame } from "../worker/frameType";
import type { Scene } from "../worker/messages";

const WIDTH = 208;
const css = (hex: number) => `#${hex.toString(16).padStart(6, "0")}`;
const HUMAN_COLOURS = ["#ffd338", "#4deeff"];

/** The whole pitch from above, redrawn a few times per second. */
export function Minimap() {
  const match = useMatch();
  let canvas!: HTMLCanvasElement;
  onMount(() => {
    const timer = setInterval(() => {
      const [scene, frame] = [match.scene(), match.playout.newest()];
      if (scene && frame) draw(canvas, scene, frame);
    }, 100);
    onCleanup(() => clearInterval(timer));
  });
  return (
    <section class="minimap" aria-label="Map">
      <canvas
        ref={canvas}
        width={WIDTH * 2}
        height={272}
        role="img"
        aria-label="The whole pitch from above"
      />
    </section>
  );
}

function draw(canvas: HTMLCanvasElement, scene: Scene, frame: Frame) {
  const pen = canvas.getContext("2d");
  if (!pen || frame.footballers !== scene.footballers.length) return;
  const { length, width, area, circle } = scene.pitch;
  const margin = 14;
  const scale = (canvas.width - 2 * margin) / length;
  const height = Math.round(width * scale + 2 * margin);
  if (canvas.height !== height) canvas.height = height;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.strokeStyle = "rgb(255 255 255 / 0.6)";
  pen.lineWidth = 2;
  const at = (x: number, z: number): [number, number] => [x * scale, z * scale];
  pen.strokeRect(...at(-length / 2, -width / 2), length * scale, width * scale);
  pen.beginPath();
  pen.moveTo(...at(0, -width / 2));
  pen.lineTo(...at(0, width / 2));
  pen.stroke();
  dot(pen, 0, 0, circle * scale, undefined);
  for (const side of [-1, 1]) {
    const left = side < 0 ? -length / 2 : length / 2 - area[0];
    pen.strokeRect(...at(left, -area[1]), area[0] * scale, 2 * area[1] * scale);
  }
  const joints = frame.joints;
  if (joints === 0) return;
  scene.footballers.forEach((one, who) => {
    const [x, y] = at(frame.roots[who * 3] ?? 0, frame.roots[who * 3 + 2] ?? 0);
    const human = frame.controlled.indexOf(who);
    if (human >= 0) dot(pen, x, y, 15, HUMAN_COLOURS[human]);
    dot(pen, x, y, 10, css(KITS[one.team === 0 ? 0 : 1].shirt));
    pen.strokeStyle = "#fff";
    pen.lineWidth = 2;
    dot(pen, x, y, 10, undefined);
    pen.fillStyle = "#fff";
    pen.font = "bold 12px sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(`${one.number}`, x, y + 1);
  });
  const [bx, , bz] = frame.ball.position;
  pen.strokeStyle = "#000";
  dot(pen, ...at(bx, bz), 7, "#fff");
  dot(pen, ...at(bx, bz), 7, undefined);
}

function dot(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  r: number,
  fill: string | undefined,
) {
  pen.beginPath();
  pen.arc(x, y, r, 0, 2 * Math.PI);
  if (fill === undefined) return pen.stroke();
  pen.fillStyle = fill;
  pen.fill();
}
