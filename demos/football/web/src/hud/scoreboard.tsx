import { Show } from "solid-js";
import { KITS } from "../body/colours";
import { useMatch } from "../state/match";
import { PHASES } from "../stream/frameType";

/** Minutes and seconds of a clock. */
export const clockText = (secs: number) =>
  `${Math.floor(secs / 60)}:${`${Math.floor(secs % 60)}`.padStart(2, "0")}`;

/** The score, the clock and what is going on, as on a television. */
export function Scoreboard() {
  const match = useMatch();
  const phase = () => PHASES[match.board.phase] ?? "";
  return (
    <section class="scoreboard" aria-label="Score">
      <span class="side team-0">{KITS[0].name}</span>
      <strong class="score" aria-live="polite">
        {match.board.score[0]}–{match.board.score[1]}
      </strong>
      <span class="side team-1">{KITS[1].name}</span>
      <span class="clock">{clockText(match.board.clock)}</span>
      <Show when={phase()}>{(text) => <span class="phase">{text()}</span>}</Show>
    </section>
  );
}
