import type { Proposal } from "../state/proposalQueue";
import { type Lane, laneAt, type PlacedLane, seenLanes } from "./lanes";
import { diamond, fill, fillPattern, frame, ink, mix, type Raster } from "./raster";
import { toFrame, toPixel } from "./scale";
import type { Scene } from "./scene";

/** The margin above and below a proposal, in pixels. */
const INSET = 3;
/** Proposals narrower than this show no score, in pixels. */
const TEXT_PX = 34;
/** How near to the time of an event a click counts, in pixels. */
const NEAR_PX = 7;

type Proposed = Extract<Lane, { kind: "proposed" }>;

const ofLane = ({ proposals }: Scene, { name, of }: Proposed) =>
  proposals.filter((one) => one.kind === of && one.name === name);

/** Draws what is proposed of a label: hatched, in contrast to labels, with an outline for the current one. */
export function drawProposed(raster: Raster, scene: Scene, lane: Proposed, placed: PlacedLane) {
  const { palette, scale } = scene;
  const colour = ink(scene.colour(lane.name));
  const ground = mix(palette.panel, colour, 0.12);
  const hatch = mix(palette.panel, mix(colour, palette.text, 0.35), 0.6);
  const outline = mix(colour, palette.text, 0.38);
  const [y0, y1] = [placed.top + INSET, placed.top + placed.height - INSET];
  for (const proposal of ofLane(scene, lane)) {
    const isCurrent = proposal.key === scene.proposal;
    const left = toPixel(scale, proposal.start);
    if (lane.of === "event") {
      const middle = Math.floor((y0 + y1) / 2) - 0.5;
      diamond(raster, left, middle, 6, isCurrent ? palette.accent : outline);
      diamond(raster, left, middle, 4, ground);
      continue;
    }
    const right = Math.max(toPixel(scale, proposal.stop) - 1, left + 2);
    fill(raster, left, y0, right, y1, ground);
    fillPattern(raster, left, y0, right, y1, "rising", hatch);
    frame(raster, left, y0, right, y1, isCurrent ? palette.accent : outline, isCurrent ? 2 : 1);
  }
}

/** Writes the scores onto the drawn proposals. */
export function writeScores(context: CanvasRenderingContext2D, scene: Scene) {
  if (scene.proposals.length === 0) return;
  const { lanes, top, height, scale, palette } = scene;
  context.font = `10px ${palette.font}`;
  context.textBaseline = "middle";
  const [first, behind] = seenLanes(lanes, top, top + height);
  for (const { lane, top: at, height: high } of lanes.slice(first, behind)) {
    if (lane.kind !== "proposed" || lane.of !== "tag") continue;
    for (const proposal of ofLane(scene, lane)) {
      const left = Math.max(toPixel(scale, proposal.start), 0);
      const right = Math.min(toPixel(scale, proposal.stop), scale.width);
      if (right - left < TEXT_PX) continue;
      const text = proposal.score.toFixed(2);
      const wide = context.measureText(text).width;
      const middle = at - top + high / 2;
      context.fillStyle = palette.css.panel;
      context.fillRect(left + 3, middle - 6, wide + 6, 12);
      context.fillStyle = palette.css.text;
      context.fillText(text, left + 6, middle + 0.5);
    }
  }
}

/** The proposal at a place of the lanes. */
export function hitProposal(scene: Scene, x: number, y: number): Proposal | undefined {
  const lane = laneAt(scene.lanes, y)?.lane;
  if (lane?.kind !== "proposed") return undefined;
  const frameAt = toFrame(scene.scale, x);
  return ofLane(scene, lane).find(({ start, stop }) =>
    lane.of === "event"
      ? Math.abs(toPixel(scene.scale, start) - x) <= NEAR_PX
      : frameAt >= start && frameAt < stop,
  );
}
