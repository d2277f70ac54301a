import type { Proposal } from "../state/proposalQueue";
import { secsText } from "../ui/counts";

/** `0.93`; `certain` sources have no scores. */
export const scoreText = ({ score, source }: Pick<Proposal, "score" | "source">) =>
  source === "rules" || source === "contacts" ? "" : score.toFixed(2);

/** `40 – 72`, or the frame of an event. */
export const framesText = ({ start, stop }: Pick<Proposal, "start" | "stop">) =>
  start === stop ? `${Math.round(start * 10) / 10}` : `${start} – ${stop}`;

/** The duration of a proposal. */
export const durationText = ({ start, stop }: Proposal, perSec: number) =>
  start === stop ? "event" : secsText((stop - start) / perSec);

/** `87 %`. */
export const shareText = (share: number | null) =>
  share === null ? "" : `${Math.round(100 * share)} %`;
