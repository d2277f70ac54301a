import { onCleanup } from "solid-js";
import { commandsOf } from "../state/keymap";
import { useStudio } from "../state/studio";

/** Says whether tagging is armed, and arms or disarms it. */
export function ArmButton() {
  const studio = useStudio();
  const { arming } = studio;
  const toggle = () => (arming.isArmed() ? arming.disarm() : arming.arm());
  onCleanup(
    studio.addCommands([
      commandsOf("Tagging")("tagging.arm", "Arm tagging, or disarm it", [], toggle),
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
            : "Click the timeline, or press Enter on it, to tag with keys"
        }
        onClick={toggle}
      >
        {arming.isArmed() ? "Tagging" : "Tag keys off"}
      </button>
      <span class="unseen" role="status">
        {arming.isArmed() ? "Keys tag now" : arming.isMissed() ? "Keys do not tag" : ""}
      </span>
    </>
  );
}
