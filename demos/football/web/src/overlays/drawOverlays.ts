import { keyOf, keySetsOf } from "../input/playerKeys";
import { type Frame, FULL_TIME } from "../worker/frameType";
import type { Overlay, Point, Scene, WindowInfo } from "../worker/messages";
import type { GroundMarks } from "./groundMarks";
import { BOUNCE, CHOSEN, faded, HUMANS, NORMAL, PATH, TEAMS, WANTED } from "./inks";
import type { Labels } from "./labels";

type Flat = readonly [number, number];
const flat = ([x, , z]: Point): Flat => [x, z];

/** The state to draw over the pitch in a frame. */
export interface Drawn {
  scene: Scene;
  frame: Frame;
  overlay: Overlay | undefined;
  /** Returns the interpolated position of a footballer's hips on the ground. */
  place(who: number): Flat;
  /** Returns the interpolated position of the head. */
  head(who: number): Point;
  /** Returns the footballer that a human would switch to next. */
  next(human: number): number | null;
  /** Returns why the button that a human pressed last does nothing. */
  idle(human: number): string | undefined;
}

/** Draws the controlled and the next footballer of each human. Always shown. */
export function drawControl(marks: GroundMarks, labels: Labels, drawn: Drawn) {
  const { scene, frame, place, head } = drawn;
  if (frame.phase === FULL_TIME) return;
  for (let human = 0; human < scene.setup.humans; human += 1) {
    const ink = HUMANS[human === 0 ? 0 : 1];
    const [who, next] = [frame.controlled[human], drawn.next(human)];
    const isAlone = scene.setup.humans === 1;
    if (who !== null && who !== undefined) {
      marks.ring(place(who), 0.52, 0.09, ink);
      marks.disc(place(who), 0.47, faded(ink, 0.16));
      const text = `${isAlone ? "You" : `Player ${human + 1}`} · ${scene.footballers[who]?.number}`;
      labels.put(`you-${human}`, text, lifted(head(who), 0.34), `label-human human-${human}`, true);
      const why = drawn.idle(human);
      if (why) labels.put(`idle-${human}`, why, lifted(head(who), 0.34), "label-idle", true);
    }
    if (next !== null && next !== undefined && next !== who) {
      marks.ring(place(next), 0.42, 0.05, faded(ink, 0.75));
      const key = keyOf(keySetsOf(human, scene.setup.humans)[0] ?? {}, "switch");
      const text = `next: ${scene.footballers[next]?.number} (${key})`;
      labels.put(`next-${human}`, text, lifted(head(next), 0.3), `label-next human-${human}`, true);
    }
  }
}

const lifted = ([x, y, z]: Point, by: number): Point => [x, y + by, z];

/** Draws the predicted path of the ball, with a ring at each bounce. */
export function drawPath(marks: GroundMarks, { overlay }: Drawn) {
  const path = overlay?.path;
  if (!path) return;
  const { points, bounces } = path;
  for (let at = 1; at < points.length; at += 1) {
    const [a, b] = [points[at - 1], points[at]];
    if (a && b && at % 2 === 0)
      marks.line(flat(a), flat(b), 0.07, faded([0, 0, 0, 0.5], 1 - (0.7 * at) / points.length));
  }
  for (const bounce of bounces) marks.ring(flat(bounce), 0.24, 0.06, BOUNCE);
  const last = points.at(-1);
  if (last) marks.ring(flat(last), 0.16, 0.05, PATH);
}

/** For the best few footballers of each team who can reach the ball, draws the part of the ball's path on which the
 * footballer can reach it, and a line to that part. The first footballer of each team and the chosen ones also have a
 * label. */
export function drawWindows(marks: GroundMarks, labels: Labels, drawn: Drawn) {
  const { overlay, scene, place } = drawn;
  const windows = overlay?.windows ?? [];
  const path = overlay?.path;
  const chosen = new Set((overlay?.choices ?? []).map(({ who }) => who));
  const ranked = [...windows].sort((a, b) => a.from - b.from);
  const shownOf = [0, 0];
  for (const window of ranked) {
    const team = scene.footballers[window.who]?.team === 1 ? 1 : 0;
    const isChosen = chosen.has(window.who);
    const rank = shownOf[team] ?? 0;
    if (!isChosen && rank >= 3) continue;
    shownOf[team] = rank + 1;
    const ink = faded(TEAMS[team], isChosen ? 1 : 0.42);
    marks.line(place(window.who), flat(window.at), isChosen ? 0.09 : 0.05, ink);
    marks.ring(flat(window.at), isChosen ? 0.3 : 0.2, 0.06, ink);
    if (path)
      stretch(marks, path, window, 0.2 + 0.13 * rank + (team === 1 ? -0.4 - 0.26 * rank : 0), ink);
    if (!isChosen && rank > 0) continue;
    const number = scene.footballers[window.who]?.number ?? 0;
    const text = `${number} ${window.way} in ${window.from.toFixed(1)} s${overlay?.dribbled ? ", if left to roll" : ""}`;
    labels.put(`window-${window.who}`, text, lifted(window.at, 0.35), `label-window team-${team}`);
  }
}

/** Draws the part of a path between two times, offset sideways. */
function stretch(
  marks: GroundMarks,
  path: { step: number; points: Point[] },
  { from, until }: WindowInfo,
  aside: number,
  ink: readonly [number, number, number, number],
) {
  const first = Math.max(0, Math.floor(from / path.step));
  const last = Math.min(path.points.length - 1, Math.ceil(until / path.step));
  let before: Flat | undefined;
  for (let at = first; at <= last; at += 1) {
    const [a, b] = [path.points[at], path.points[Math.min(at + 1, path.points.length - 1)]];
    if (!a || !b) break;
    const [dx, dz] = [b[0] - a[0], b[2] - a[2]];
    const length = Math.hypot(dx, dz) || 1;
    const here: Flat = [a[0] - (dz / length) * aside, a[2] + (dx / length) * aside];
    if (before) marks.line(before, here, 0.09, ink);
    before = here;
  }
}

/** Draws the contacts of sliding footballers: their normals, and the wanted and the chosen direction. */
export function drawSlide(marks: GroundMarks, { overlay, place, frame }: Drawn) {
  for (const slide of overlay?.slide ?? []) {
    if (slide.who >= frame.footballers) continue;
    const from = place(slide.who);
    const to = ([x, z]: readonly [number, number], scale: number): Flat => [
      from[0] + x * scale,
      from[1] + z * scale,
    ];
    for (const contact of slide.contacts) {
      const at = flat(contact.at);
      const [nx, , nz] = contact.normal;
      marks.arrow(at, [at[0] + nx * 0.7, at[1] + nz * 0.7], 0.07, NORMAL);
      marks.disc(at, 0.09, NORMAL);
    }
    if (slide.contacts.length === 0) continue;
    marks.arrow(from, to(slide.wanted, 0.28), 0.06, WANTED);
    marks.arrow(from, to(slide.chosen, 0.28), 0.1, CHOSEN);
  }
}
