import { useStudio } from "../state/studio";
import { LabelSearch } from "./labelSearch";
import { Popover } from "./popover";

/** Adds the lane of a label that the clip does not have yet. */
export function AddLane() {
  const { timeline } = useStudio();
  return (
    <Popover title="+ Lane" label="Add a lane">
      {(close) => (
        <LabelSearch
          kinds={["tag", "event"]}
          title="Find a tag or an event"
          take={(label) => {
            timeline.pin(label);
            timeline.setLane(label);
            close();
          }}
        />
      )}
    </Popover>
  );
}
