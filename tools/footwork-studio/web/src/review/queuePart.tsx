import { createMemo, For, Show } from "solid-js";
import type { ClipRow } from "../api/types";
import { useStudio } from "../state/studio";
import { countText } from "../ui/counts";
import { Icon } from "../ui/icon";
import { ClipName } from "./clipName";
import { Rows } from "./rows";

const ROW_PX = 44;

/** The clips that wait for a review. Those assigned to this reviewer come first. */
export function QueuePart() {
  const studio = useStudio();
  const { clipStates, review } = studio;
  const queue = createMemo(() => clipStates.toReview());
  const name = () => studio.preferences().name.trim();
  const about = ({ signed }: ClipRow) =>
    [signed?.by ? `by ${signed.by}` : "unsigned", signed?.assignee && `for ${signed.assignee}`]
      .filter(Boolean)
      .join(", ");
  return (
    <>
      <div class="review-note review-all">
        <div class="review-parts queue-of" role="group" aria-label="Clips in the queue">
          <For each={["all", "mine"] as const}>
            {(of) => (
              <button
                type="button"
                aria-pressed={studio.preferences().reviewOf === of}
                disabled={of === "mine" && name() === ""}
                title={
                  of === "all"
                    ? "All clips that are done"
                    : name() === ""
                      ? "Sign with your name in the panel Clip first"
                      : `Those for ${name()}, and unassigned ones of others`
                }
                onClick={() => studio.prefer({ reviewOf: of })}
              >
                {of === "all" ? "All" : "For me"}
              </button>
            )}
          </For>
        </div>
        <button
          type="button"
          class="main-button"
          disabled={studio.labels() === undefined || studio.labels()?.readOnly !== null}
          title={studio.titled(
            "Mark the open clip reviewed, and open the next",
            "clip.reviewedAndNext",
          )}
          onClick={() => studio.run("clip.reviewedAndNext")}
        >
          Reviewed, next
        </button>
      </div>
      <Show
        when={queue().length > 0}
        fallback={
          <div class="empty">
            <h2>Nothing to review</h2>
            <p>
              Clips appear here once their state is done. Select clips in the list to assign them.
            </p>
          </div>
        }
      >
        <Rows
          label="Clips to review"
          rows={queue()}
          height={ROW_PX}
          row={(row) => (
            <button
              type="button"
              class="queue-row"
              classList={{ open: row().name === studio.clip() }}
              onClick={() => void studio.open(row().name)}
            >
              <ClipName name={row().name} />
              <span class="quiet">{about(row())}</span>
              <Show when={review.differencesOf(row().name) > 0}>
                <span class="queue-differences numbers">
                  <Icon name="beside" />
                  {countText(review.differencesOf(row().name), "difference")}
                </span>
              </Show>
            </button>
          )}
        />
      </Show>
    </>
  );
}
