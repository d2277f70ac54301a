import { createEffect, For, Match, onCleanup, Switch } from "solid-js";
import type { ReviewPart } from "../state/review";
import { useStudio } from "../state/studio";
import { numberText } from "../ui/counts";
import { ComparePart } from "./comparePart";
import { FindingsPart } from "./findingsPart";
import { MeasuresPart } from "./measuresPart";
import { QueuePart } from "./queuePart";
import { RulesPart } from "./rulesPart";
import "./review.css";

/** The panel for reviewing the library: findings, measures, rules, and the second labeller if there is one. */
export function ReviewPanel() {
  const studio = useStudio();
  const { review } = studio;
  const parts = (): { id: ReviewPart; title: string; count: number | undefined }[] => [
    { id: "findings", title: "Findings", count: review.allFindings().length },
    { id: "measures", title: "Measures", count: undefined },
    { id: "rules", title: "Rules", count: review.rules.answer()?.changes.length },
    { id: "queue", title: "Queue", count: studio.clipStates.toReview().length },
    ...(review.hasSecond()
      ? [
          {
            id: "compare" as const,
            title: "Compare",
            count: review.agreement.answer()
              ? review.open().reduce((sum, { differences }) => sum + differences.length, 0)
              : undefined,
          },
        ]
      : []),
  ];
  const part = () => {
    const chosen = studio.preferences().reviewPart;
    return chosen === "compare" && !review.hasSecond() ? "findings" : chosen;
  };
  createEffect(() => review.setShown(part()));
  onCleanup(() => review.setShown(undefined));
  return (
    <div class="review">
      <div class="review-parts" role="group" aria-label="Parts of the review">
        <For each={parts()}>
          {({ id, title, count }) => (
            <button
              type="button"
              aria-pressed={part() === id}
              onClick={() => studio.prefer({ reviewPart: id })}
            >
              {title}
              {count !== undefined && count > 0 && (
                <span class="numbers"> {numberText(count)}</span>
              )}
            </button>
          )}
        </For>
      </div>
      <Switch>
        <Match when={part() === "findings"}>
          <FindingsPart />
        </Match>
        <Match when={part() === "measures"}>
          <MeasuresPart />
        </Match>
        <Match when={part() === "rules"}>
          <RulesPart />
        </Match>
        <Match when={part() === "queue"}>
          <QueuePart />
        </Match>
        <Match when={part() === "compare"}>
          <ComparePart />
        </Match>
      </Switch>
    </div>
  );
}
