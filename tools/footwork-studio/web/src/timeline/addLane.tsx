import { useStudio } from "../state/studio";
import { LabelSearch } from "./labelSearch";
import { Popover } from "./popover";

/** A button that adds a lane for a label that the clip does not have yet. */
export function AddLane() {
  const { timeline, pins } = useStudio();
  return (
    <Popover title="+ Lane" label="Add a lane">
      {(close) => (
        <LabelSearch
          kinds={["tag", "event"]}
          title="Find a tag or an event"
          take={(label) => {
            pins.pin(label);
            timeline.setLane(label);
            close();
          }}
        />
      )}
    </Popover>
  );
}
