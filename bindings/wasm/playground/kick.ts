/** A kick from the side, and the times at which players can take the ball. */

import {
  defaultPitch,
  defaultPlayer,
  defaultPredictionOptions,
  FlightPath,
  FW_REACH_FULL,
  InterceptSearch,
  Physics,
  Prediction,
  placeBall,
  Statics,
} from "../src/index.js";
import { answer } from "./answer.js";
import { redraw } from "./curves.js";
import { begin, element, label, line } from "./plot.js";

const FAR_M = 52;
const HIGH_M = 14;

export function startKick(): () => void {
  const physics = new Physics(new Statics(defaultPitch()));
  const options = { ...defaultPredictionOptions(), hasTolerance: 1, toleranceM: 0.005 };
  const path = new FlightPath();
  const search = new InterceptSearch(FW_REACH_FULL);
  const players = [12, 24, 40].map((x, id) => defaultPlayer(id, [x - 26, 0, id * 3 - 3]));
  const [speed, angle, spin] = ["speed", "angle", "spin"].map((id) =>
    element<HTMLInputElement>(`kick-${id}`),
  ) as [HTMLInputElement, HTMLInputElement, HTMLInputElement];
  const show = () => {
    const plot = begin(element<HTMLCanvasElement>("kick-plot"));
    answer("kick-answer", "", () => {
      const up = (Number(angle.value) * Math.PI) / 180;
      const along = Number(speed.value);
      const ball = placeBall(
        0,
        [-26, 0.11, 0],
        [along * Math.cos(up), along * Math.sin(up), 0],
        [0, 0, Number(spin.value)],
      );
      const flight = new Prediction(physics, ball, options);
      flight.run(physics);
      path.read(flight);
      const found = search.run(path, players, 0);
      const ground = plot.height - 66;
      const x = (at: number) => ((at + 26) / FAR_M) * plot.width;
      const y = (at: number) => ground - (at / HIGH_M) * ground;
      line(plot, plot.colour("line"), [
        [0, ground],
        [plot.width, ground],
      ]);
      const secs = Math.min(flight.state.horizonSecs, 6);
      const points: (readonly [number, number])[] = [];
      for (let at = 0; at <= secs; at += 1 / 60) {
        const place = flight.positionAt(at);
        if (place) {
          points.push([x(place[0]), y(place[1])]);
        }
      }
      line(plot, plot.colour("one"), points);
      players.forEach((player, i) => {
        const row = ground + 16 + 16 * i;
        plot.context.fillStyle = plot.colour("two");
        plot.context.fillRect(x(player.position[0]) - 2, y(1.8), 4, ground - y(1.8));
        label(plot, String(i + 1), x(player.position[0]) - 3, y(1.8) - 4);
        label(plot, `player ${i + 1}`, 4, row + 6);
        for (const window of search.windows(i)) {
          const at = (time: number) => 70 + (time / secs) * (plot.width - 80);
          plot.context.fillStyle = plot.colour("found");
          const from = at(window.fromSecs);
          plot.context.fillRect(
            from,
            row - 3,
            Math.max(2, Math.min(plot.width, at(window.toSecs)) - from),
            9,
          );
        }
        const first = found[i];
        if (first?.canTake) {
          plot.context.beginPath();
          plot.context.arc(x(first.position[0]), y(first.position[1]), 4, 0, 7);
          plot.context.fill();
        }
      });
      const bounce = flight.events()[0];
      const firsts = found.map(
        (it, i) => `${i + 1} ${it.canTake ? `after ${it.secs.toFixed(2)} s` : "never"}`,
      );
      element("kick-answer").textContent =
        `${bounce ? `bounces at ${(bounce.position[0] + 26).toFixed(1)} m after ${bounce.secs.toFixed(2)} s; ` : ""}player ${firsts.join(", ")}`;
      flight.free();
    });
  };
  for (const it of [speed, angle, spin]) {
    it.addEventListener("input", show);
  }
  redraw(show);
  return show;
}
