import type { RecordedPose } from "../api/types";
import type { Tape } from "./tape";

/** The clip and the frame of a pose, as text. */
export function PoseName(props: { tape: Tape; pose: RecordedPose }) {
  const clip = () => props.tape.clips[props.pose.clip]?.name ?? "";
  return (
    <span class="pose-name" title={clip()}>
      <span class="pose-clip">{clip().split("/").at(-1)}</span>
      <span class="pose-frame">
        {props.pose.frame}
        {props.pose.mirrored ? " mirrored" : ""}
      </span>
    </span>
  );
}

/** A button that opens the clip of a pose in the timeline, at the frame of the pose. */
export function GoTo(props: { tape: Tape; pose: RecordedPose; go(pose: RecordedPose): void }) {
  const clip = () => props.tape.clips[props.pose.clip];
  return (
    <button
      type="button"
      class="go-to"
      aria-label={`Go to frame ${props.pose.frame} of ${clip()?.name}`}
      title={clip()?.problem ?? "Go to this frame in its clip"}
      disabled={clip()?.problem !== null}
      onClick={() => props.go(props.pose)}
    >
      Go to
    </button>
  );
}
