import { createEffect, createSignal, Index, on, Show } from "solid-js";
import type { Proposal } from "../state/proposalQueue";
import { useStudio } from "../state/studio";
import { numberText } from "../ui/counts";
import { nameParts } from "../ui/nameParts";
import { createVirtualRows } from "../ui/virtualRows";
import { framesText, scoreText } from "./texts";

const ROW_PX = 36;

/** The list of proposals, the most useful to decide first. It has the focus while its keys decide. */
export function ProposalQueue() {
  const studio = useStudio();
  const { proposals } = studio;
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const virtual = createVirtualRows({
    count: () => proposals.queue().length,
    height: () => ROW_PX,
    element: scroller,
  });
  createEffect(on(proposals.index, (at) => virtual.show(at)));
  return (
    <div
      class="proposal-queue"
      role="listbox"
      aria-label="Proposals"
      tabindex="0"
      ref={setScroller}
      aria-activedescendant={proposals.index() >= 0 ? `proposal-${proposals.index()}` : undefined}
    >
      <div role="presentation" style={{ height: `${virtual.total()}px` }}>
        <Index each={virtual.slots()}>
          {(index) => (
            <Show when={proposals.queue()[index()]}>
              {(proposal) => (
                <div
                  class="proposal-row"
                  classList={{ "proposal-possible": proposal().possible }}
                  id={`proposal-${index()}`}
                  role="option"
                  aria-selected={index() === proposals.index()}
                  aria-setsize={proposals.queue().length}
                  aria-posinset={index() + 1}
                  style={{ transform: `translateY(${index() * ROW_PX}px)` }}
                  onClick={() => proposals.goTo(index())}
                >
                  <Row proposal={proposal()} />
                </div>
              )}
            </Show>
          )}
        </Index>
      </div>
    </div>
  );
}

function Row(props: { proposal: Proposal }) {
  const studio = useStudio();
  const clip = () => nameParts(props.proposal.clip);
  return (
    <>
      <i class="proposal-swatch" style={{ "--swatch": studio.colour(props.proposal.name) }} />
      <span class="proposal-what">
        <span class="proposal-name">{props.proposal.name}</span>
        <span class="proposal-clip quiet" title={props.proposal.clip}>
          {clip().join("")}
        </span>
      </span>
      <span class="proposal-numbers numbers">
        <span>
          {props.proposal.possible ? "possibly " : ""}
          {scoreText(props.proposal)}
        </span>
        <span class="quiet">{framesText(props.proposal)}</span>
      </span>
    </>
  );
}

/** `12 proposals`, with those left out of a long answer. */
export const totalText = (shown: number, total: number) =>
  total > shown ? `${numberText(shown)} of ${numberText(total)}` : numberText(shown);
