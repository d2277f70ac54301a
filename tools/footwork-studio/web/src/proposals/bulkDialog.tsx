import { createEffect, createMemo, createSignal, For, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { countText } from "../ui/counts";
import { IconButton } from "../ui/icon";
import { focusQueue } from "./focusQueue";
import { ignoreHeldEnter } from "./heldEnter";
import { LoopingFigure } from "./loopingFigure";
import { scoreText } from "./texts";
import "./bulkDialog.css";

/** The number of figures shown at first, and with each press of "Show more". */
const SHOWN = 12;

/** Asks before all proposals above a score are accepted: the count, and the figures, the least certain first. */
export function BulkDialog() {
  const studio = useStudio();
  const { proposals } = studio;
  const [shown, setShown] = createSignal(SHOWN);
  let dialog: HTMLDialogElement | undefined;
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const all = createMemo(() => [...(proposals.asked() ?? [])].sort((a, b) => a.score - b.score));
  const isOpen = () => proposals.asked() !== undefined;
  const clips = () => new Set(all().map(({ clip }) => clip)).size;
  createEffect(() => {
    if (isOpen() && !dialog?.open) {
      studio.labelKeys.release(performance.now());
      studio.clock.pause();
      setShown(SHOWN);
      dialog?.showModal();
    }
    if (!isOpen() && dialog?.open) dialog.close();
  });
  const close = () => {
    proposals.cancelAll();
    focusQueue();
  };
  return (
    <dialog
      ref={dialog}
      role="dialog"
      class="key-dialog bulk"
      aria-labelledby="bulk-title"
      onClose={close}
      onKeyDown={ignoreHeldEnter}
      onClick={(event) => event.target === dialog && close()}
    >
      <div class="bulk-sheet">
        <header>
          <h2 id="bulk-title">
            {all().length === 0
              ? "No proposal reaches the score"
              : `Accept ${countText(all().length, "proposal")} in ${countText(clips(), "clip")}?`}
          </h2>
          <IconButton icon="close" label="Close" onClick={close} />
        </header>
        <p class="quiet">
          {all().length === 0
            ? `The score is ${proposals.least().toFixed(2)}. Tags with fewer than ten examples are accepted one by one.`
            : `Score ${proposals.least().toFixed(2)} and above, the least certain first. One undo takes all back.`}
        </p>
        <div class="bulk-grid" tabindex="0" role="group" aria-label="Proposals to accept">
          <For each={all().slice(0, shown())}>
            {(proposal) => (
              <figure>
                <Show when={isOpen()}>
                  <LoopingFigure proposal={proposal} isMoving={!isStill} />
                </Show>
                <figcaption>
                  <span class="dot" style={{ background: studio.colour(proposal.name) }} />
                  <span class="bulk-name" title={`${proposal.name} in ${proposal.clip}`}>
                    {proposal.name}
                  </span>
                  <span class="numbers quiet">{scoreText(proposal)}</span>
                </figcaption>
              </figure>
            )}
          </For>
        </div>
        <footer>
          <Show when={all().length > shown()}>
            <button type="button" onClick={() => setShown((now) => now + SHOWN)}>
              Show more
            </button>
          </Show>
          <span class="bulk-space" />
          <button type="button" autofocus onClick={close}>
            Cancel
          </button>
          <button
            type="button"
            class="main-button"
            disabled={all().length === 0}
            onClick={() => {
              proposals.acceptAll();
              focusQueue();
            }}
          >
            Accept {countText(all().length, "proposal")}
          </button>
        </footer>
      </div>
    </dialog>
  );
}
