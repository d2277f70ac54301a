import { Show } from "solid-js";
import { KITS } from "../body/colours";
import { toPitch } from "../input/focus";
import { useMatch } from "../state/match";

/** The card after the last whistle: the result, and a button for another match. */
export function FullTimeCard() {
  const match = useMatch();
  const [reds, blues] = [() => match.board.score[0], () => match.board.score[1]];
  const result = () => {
    if (reds() === blues()) return "A draw";
    return `The ${KITS[reds() > blues() ? 0 : 1].name} win`;
  };
  const again = () => {
    match.playAgain();
    toPitch();
  };
  return (
    <Show when={match.isOver()}>
      <section class="card full-time" aria-label="Full time">
        <p class="quiet">Full time</p>
        <h2>{result()}</h2>
        <p class="result">
          <span class="side team-0">{KITS[0].name}</span>
          <strong>
            {reds()}–{blues()}
          </strong>
          <span class="side team-1">{KITS[1].name}</span>
        </p>
        <p class="card-begin">
          <button type="button" class="kick-off" onClick={again}>
            Play again
          </button>
          <span>
            or choose another under <em>Match</em>
          </span>
        </p>
      </section>
    </Show>
  );
}
