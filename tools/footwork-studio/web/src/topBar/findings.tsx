import { onCleanup, Show } from "solid-js";
import { commandsOf } from "../state/keymap";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { Icon } from "../ui/icon";

/** A button with the number of findings in the library. It opens the list of findings. */
export function Findings() {
  const studio = useStudio();
  const { review } = studio;
  const isWorst = (severity: string) =>
    review.allFindings().some((one) => one.severity === severity);
  const worst = () => (isWorst("error") ? "error" : isWorst("warning") ? "warning" : "none");
  const count = () => review.allFindings().length;
  const open = () => studio.prefer({ panel: "review", reviewPart: "findings" });
  onCleanup(
    studio.addCommands([commandsOf("Page")("page.findings", "Findings in the library", [], open)]),
  );
  return (
    <Show when={count() > 0}>
      <button
        type="button"
        class={`icon-button findings-button ${worst()} numbers`}
        aria-label={countText(count(), "finding")}
        title="Findings in the library"
        onClick={open}
      >
        <Icon name="warning" />
        {numberText(count())}
      </button>
    </Show>
  );
}
