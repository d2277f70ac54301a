/** A body that slides into a corner, seen from above. */

import { FW_BODY_CAPSULE, FW_VOLUME_BOX, Mover, type MoverState, World } from "../src/index.js";
import { answer } from "./answer.js";
import { redraw } from "./curves.js";
import { begin, element, line } from "./plot.js";

/** Boxes: half extents along x and z, then x and z of the centre, in metres. */
const WALLS: readonly [number, number, number, number][] = [
  [4, 0.3, 0, 2.5],
  [0.3, 2.8, 4, 0],
  [0.5, 0.5, 1.2, 0.3],
  [4, 0.3, 0, -2.5],
];
const RADIUS_M = 0.35;
const WIDE_M = 9;
const HIGH_M = 5.8;

export function startCorner(): () => void {
  const world = new World();
  for (const [halfX, halfZ, x, z] of WALLS) {
    world.addVolume(
      { kind: FW_VOLUME_BOX, halfM: [halfX, 2, halfZ] },
      { pose: { position: [x, 1, z] } },
    );
  }
  const mover = new Mover({ kind: FW_BODY_CAPSULE, radiusM: RADIUS_M, heightM: 1.8 });
  let position: MoverState["position"] = [-2.5, 1, -0.6];
  let state: Partial<MoverState> = { position };
  let wanted: [number, number] = [0, 0];
  let trail: [number, number][] = [];
  const canvas = element<HTMLCanvasElement>("corner-plot");
  /** Pixels per metre, so that all walls are visible. */
  const scaleOf = () => {
    const { width, height } = canvas.getBoundingClientRect();
    return Math.min(width / WIDE_M, height / HIGH_M);
  };
  const show = () => {
    const plot = begin(canvas);
    const scale = scaleOf();
    const x = (at: number) => plot.width / 2 + at * scale;
    const z = (at: number) => plot.height / 2 + at * scale;
    plot.context.fillStyle = plot.colour("line");
    for (const [halfX, halfZ, at, to] of WALLS) {
      plot.context.fillRect(x(at - halfX), z(to - halfZ), 2 * halfX * scale, 2 * halfZ * scale);
    }
    line(
      plot,
      plot.colour("soft"),
      trail.map(([a, b]) => [x(a), z(b)] as const),
    );
    const [bodyX, , bodyZ] = position;
    line(plot, plot.colour("two"), [
      [x(bodyX), z(bodyZ)],
      [x(bodyX + wanted[0]), z(bodyZ + wanted[1])],
    ]);
    plot.context.fillStyle = plot.colour("one");
    plot.context.beginPath();
    plot.context.arc(x(bodyX), z(bodyZ), RADIUS_M * scale, 0, 7);
    plot.context.fill();
  };
  const move = (way: [number, number]) => {
    wanted = way;
    answer("corner-answer", "", () => {
      const { moved, contacts } = mover.moveBy(world, state, [way[0], 0, way[1]]);
      state = moved.state;
      position = moved.state.position;
      trail = [...trail.slice(-200), [position[0], position[2]]];
      const outcome = ["free", "slid", "blocked"][moved.outcome];
      const normals = contacts.map(
        ({ normal }) => `(${normal[0].toFixed(2)}, ${normal[2].toFixed(2)})`,
      );
      element("corner-answer").textContent =
        `${outcome}; x ${position[0].toFixed(3)}, z ${position[2].toFixed(3)}; touches ${normals.join(" ") || "nothing"}`;
    });
    show();
  };
  let last: [number, number] | undefined;
  canvas.addEventListener("pointerdown", (event) => {
    last = [event.clientX, event.clientY];
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (last) {
      const scale = scaleOf();
      move([(event.clientX - last[0]) / scale, (event.clientY - last[1]) / scale]);
      last = [event.clientX, event.clientY];
    }
  });
  canvas.addEventListener("pointerup", () => {
    last = undefined;
  });
  canvas.addEventListener("keydown", (event) => {
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-0.2, 0],
      ArrowRight: [0.2, 0],
      ArrowUp: [0, -0.2],
      ArrowDown: [0, 0.2],
    };
    const way = ways[event.key];
    if (way) {
      event.preventDefault();
      move(way);
    }
  });
  redraw(show);
  return () => {
    for (let step = 0; step < 90; step++) {
      move([0.12, 0.08]);
    }
  };
}
