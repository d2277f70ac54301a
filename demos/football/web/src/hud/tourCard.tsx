import { For, Show } from "solid-js";
import { toPitch } from "../input/focus";
import { useMatch } from "../state/match";
import { CAPTIONS, type Tour } from "../state/tour";
import { Keys } from "./kickOffCard";
import "./tour.css";

/** The caption of the tour, and after the last one the keys. */
export function TourCard(props: { tour: Tour }) {
  const match = useMatch();
  const humans = () => match.scene()?.setup.humans ?? 0;
  const end = () => {
    props.tour.end();
    toPitch();
  };
  const next = () => {
    props.tour.next();
    toPitch();
  };
  const isLast = () => props.tour.step() === CAPTIONS.length;
  return (
    <Show when={props.tour.step() !== undefined}>
      <section class="tour" aria-label="Tour">
        <h2>{CAPTIONS[props.tour.step() ?? 0]?.title ?? "Your turn"}</h2>
        <Show
          when={isLast()}
          fallback={
            <p role="status">
              <For each={props.tour.text().split("`")}>
                {(part, at) => (at() % 2 === 1 ? <code>{part}</code> : part)}
              </For>
            </p>
          }
        >
          <For each={Array.from({ length: humans() }, (_, human) => human)}>
            {(human) => <Keys human={human} humans={humans()} />}
          </For>
        </Show>
        <div class="tour-foot">
          <progress
            aria-label="Progress of the tour"
            value={props.tour.step() ?? 0}
            max={CAPTIONS.length}
          />
          <Show when={!isLast()}>
            <button type="button" onClick={next}>
              Next
            </button>
          </Show>
          <button type="button" onClick={end}>
            {isLast() ? "Play" : "Skip"}
          </button>
        </div>
      </section>
    </Show>
  );
}
