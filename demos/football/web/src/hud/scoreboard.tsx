import { createEffect, Show } from "solid-js";
import { KITS } from "../body/colours";
import { useMatch } from "../state/match";
import { PHASES } from "../worker/frameType";

/** Formats a clock as minutes and seconds. */
export const clockText = (secs: number) =>
  `${Math.floor(secs / 60)}:${`${Math.floor(secs % 60)}`.padStart(2, "0")}`;

/** The score, the clock and the phase of play, as on television. */
export function Scoreboard() {
  const match = useMatch();
  const phase = () => PHASES[match.board.phase] ?? "";
  const team = () => match.board.team;
  const whose = () => {
    const name = KITS[team() ?? -1]?.name;
    return name === undefined ? "" : ` · ${name}`;
  };
  // The teams change ends after half-time.
  const isHalfTime = () => PHASES[match.board.phase] === "Half-time";
  const areTurned = () => match.board.half > 1 && !isHalfTime();
  createEffect(() => {
    if (isHalfTime())
      match.say(`Half-time. In the second half the ${KITS[0].name} attack to the left.`);
  });
  return (
    <section class="scoreboard" aria-label="Score">
      <span class="side team-0">
        {KITS[0].name} <Attack to={areTurned() ? "left" : "right"} />
      </span>
      <strong class="score" aria-live="polite">
        {match.board.score[0]}–{match.board.score[1]}
      </strong>
      <span class="side team-1">
        {KITS[1].name} <Attack to={areTurned() ? "right" : "left"} />
      </span>
      <span class="clock">{clockText(match.board.clock)}</span>
      <Show when={phase()}>
        {(text) => (
          <span class="phase" classList={{ "team-0": team() === 0, "team-1": team() === 1 }}>
            {text()}
            {whose()}
          </span>
        )}
      </Show>
    </section>
  );
}

/** The direction in which a team attacks. */
function Attack(props: { to: "left" | "right" }) {
  const text = () => `attack to the ${props.to}`;
  return (
    <span class="attack" role="img" title={text()} aria-label={text()}>
      {props.to === "left" ? "◀" : "▶"}
    </span>
  );
}
