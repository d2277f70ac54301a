import { onCleanup } from "solid-js";
import { commandsOf } from "../state/keymap";
import { useStudio } from "../state/studio";

/** A button that shows whether tagging is armed, and arms or disarms it. */
export function ArmButton() {
  const studio = useStudio();
  const { arming } = studio;
  const word = () =>
    arming.isArmed() ? "Tagging" : arming.isSuspended() ? "Enter to resume" : "Tag keys off";
  const toggle = (isArmed = arming.isArmed()) => (isArmed ? arming.disarm() : arming.arm());
  /**
   * Whether tagging was armed before the press. The press itself takes the focus from a field, which resumes tagging.
   */
  let wasArmed = false;
  onCleanup(
    studio.addCommands([
      commandsOf("Tagging")("tagging.arm", "Start or end tagging with keys", [], () => toggle()),
    ]),
  );
  return (
    <>
      <button
        type="button"
        class="arm-button"
        classList={{ "arm-missed": arming.isMissed() }}
        aria-pressed={arming.isArmed()}
        title={
          arming.isArmed()
            ? "Keys tag and edit. Esc ends it"
            : arming.isSuspended()
              ? "Keys tag again after Enter in the field, or a click on the timeline"
              : "Click the timeline, or press Enter on it, to tag with keys"
        }
        onPointerDown={() => {
          wasArmed = arming.isArmed();
        }}
        onClick={({ detail }) => toggle(detail > 0 ? wasArmed : undefined)}
      >
        {word()}
      </button>
      <span class="unseen" role="status">
        {arming.isArmed() ? "Keys tag now" : arming.isMissed() ? "Keys do not tag" : ""}
      </span>
    </>
  );
}
