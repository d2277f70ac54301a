import { createMemo } from "solid-js";
import { useStudio } from "../state/studio";
import { numberText } from "../ui/counts";
import { Icon, IconButton } from "../ui/icon";
import { countMatches, matchAt } from "./matchSteps";

/** Buttons that go from match to match. */
export function StepThrough() {
  const studio = useStudio();
  const all = createMemo(() => countMatches(studio.matching()));
  const place = () =>
    matchAt(studio.matching(), { name: studio.clip(), frame: studio.clock.frame() });

  return (
    <div class="step-through">
      <IconButton
        icon="up"
        label="Previous match"
        title={studio.titled("Previous match", "match.previous")}
        disabled={all() === 0}
        onClick={() => studio.run("match.previous")}
      />
      <IconButton
        icon="down"
        label="Next match"
        title={studio.titled("Next match", "match.next")}
        disabled={all() === 0}
        onClick={() => studio.run("match.next")}
      />
      <span class="numbers quiet">
        {place() === undefined ? "–" : numberText((place() ?? 0) + 1)} / {numberText(all())}
      </span>
      <button
        type="button"
        class="icon-button loop"
        aria-pressed={studio.preferences().loopMatches}
        title="Loop each match you go to"
        onClick={() => studio.run("match.loop")}
      >
        <Icon name="loop" />
        Loop
      </button>
    </div>
  );
}
