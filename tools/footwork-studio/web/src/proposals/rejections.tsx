import { createResource, createSignal, For, Show } from "solid-js";
import type { Reject } from "../api/types";
import { problemOf } from "../state/editQueue";
import { useStudio } from "../state/studio";
import { countText } from "../ui/counts";
import { framesText } from "./texts";

/** The remembered rejections. Each can be withdrawn, however old it is. */
export function Rejections() {
  const studio = useStudio();
  const { proposals } = studio;
  const count = () => proposals.remembered().count;
  const [isOpen, setIsOpen] = createSignal(false);
  const [list, { refetch }] = createResource(
    () => isOpen() && proposals.remembered(),
    () => studio.client.rejections(),
  );
  const withdraw = async (rejection: Reject) => {
    try {
      proposals.withdrew((await studio.client.withdraw(rejection)).rejected);
    } catch (error) {
      studio.notices.say({ kind: "error", text: problemOf(error).message });
      void refetch();
    }
  };
  return (
    <Show when={count() > 0}>
      <details
        class="proposal-quality"
        onToggle={({ currentTarget }) => {
          setIsOpen(currentTarget.open);
          currentTarget.scrollIntoView({ block: "end" });
        }}
      >
        <summary>
          Rejected<span class="quiet">: {countText(count(), "proposal")}</span>
        </summary>
        <Show when={list.error === undefined ? list() : undefined}>
          {(all) => (
            <>
              <p class="quiet">
                Newest first
                <Show when={all().total > all().rejected.length}>
                  : the last {countText(all().rejected.length, "rejection")}
                </Show>
              </p>
              <ul class="rejections">
                <For each={all().rejected}>
                  {(rejection) => (
                    <li>
                      <span title={rejection.clip}>
                        {rejection.name} <span class="quiet">{rejection.clip}</span>{" "}
                        <span class="numbers quiet">{framesText(rejection)}</span>
                      </span>
                      <button
                        type="button"
                        aria-label={`Withdraw ${rejection.name} ${framesText(rejection)} in ${rejection.clip}`}
                        onClick={() => void withdraw(rejection)}
                      >
                        Withdraw
                      </button>
                    </li>
                  )}
                </For>
              </ul>
            </>
          )}
        </Show>
      </details>
    </Show>
  );
}
