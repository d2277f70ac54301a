import { Index, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { LoopingFigure } from "./loopingFigure";
import { scoreText } from "./texts";
import "./proposalGrid.css";

/** Up to six proposals that loop side by side over the stage, each with the number of its keys. */
export function ProposalGrid() {
  const studio = useStudio();
  const { proposals, clock } = studio;
  return (
    <Show when={proposals.isGrid() && proposals.page().some(Boolean)}>
      <section class="proposal-grid" aria-label="Proposals side by side" tabindex="0">
        <Index each={proposals.page()}>
          {(cell, place) => (
            <Show
              when={cell()}
              fallback={
                <article class="proposal-cell" aria-label={`${place + 1}: decided`}>
                  <header>
                    <kbd>{place + 1}</kbd>
                    <span class="quiet">Decided</span>
                  </header>
                </article>
              }
            >
              {(proposal) => (
                <article
                  class="proposal-cell"
                  aria-label={`${place + 1}: ${proposal().name} in ${proposal().clip}`}
                >
                  <header>
                    <kbd>{place + 1}</kbd>
                    <span class="dot" style={{ background: studio.colour(proposal().name) }} />
                    <strong>{proposal().name}</strong>
                    <span class="numbers quiet">{scoreText(proposal())}</span>
                  </header>
                  <LoopingFigure proposal={proposal()} isMoving={clock.isPlaying()} />
                  <footer>
                    <button type="button" onClick={() => proposals.acceptAt(place)}>
                      Accept
                    </button>
                    <button type="button" onClick={() => proposals.rejectAt(place)}>
                      Reject
                    </button>
                  </footer>
                </article>
              )}
            </Show>
          )}
        </Index>
      </section>
    </Show>
  );
}
