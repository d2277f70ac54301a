import { createMemo, For } from "solid-js";
import type { SimilarPlace } from "../api/types";
import { splitName } from "../clips/arrange";
import { useStudio } from "../state/studio";
import { goToMatch } from "./queryCommands";

/** The places similar to given frames, the most similar first. A click goes to the place. */
export function PlaceList(props: { places: readonly SimilarPlace[] }) {
  const studio = useStudio();
  const nameOf = (place: SimilarPlace) => studio.clips()[place.clip]?.name ?? "";
  const farthest = createMemo(() =>
    Math.max(...props.places.map(({ distance }) => distance), 1e-6),
  );
  const isHere = (place: SimilarPlace) => {
    const frame = studio.clock.frame();
    return nameOf(place) === studio.clip() && place.start <= frame && frame < place.stop;
  };
  return (
    <ol class="place-list" aria-label="Similar places, the most similar first">
      <For each={props.places}>
        {(place) => (
          <li>
            <button
              type="button"
              class="place-row"
              classList={{ open: isHere(place) }}
              title={`${nameOf(place)}, frames ${place.start} – ${place.stop}`}
              onClick={(event) => {
                goToMatch(studio, {
                  name: nameOf(place),
                  start: place.start,
                  stop: place.stop,
                  place: 0,
                });
                event.currentTarget.blur();
              }}
            >
              <span class="place-name">
                {splitName(nameOf(place)).head}
                {splitName(nameOf(place)).tail}
              </span>
              <span class="numbers quiet">
                {place.start} – {place.stop}
              </span>
              <span
                class="place-distance"
                role="img"
                aria-label={`distance ${place.distance.toFixed(2)}`}
                title={`Distance ${place.distance.toFixed(2)}: 0 is the same motion`}
                style={{ "--part": `${Math.round((100 * place.distance) / farthest())}%` }}
              />
            </button>
          </li>
        )}
      </For>
    </ol>
  );
}
