import { createMemo, For } from "solid-js";
import { useStudio } from "../state/studio";
import { runsOf, type Tape } from "./tape";

/** The number of clip colours. Clips this far apart in the list have the same colour. */
const COLOURS = 6;

/** A strip with the clips that played in each frame of the recording, and a slider that selects a frame. */
export function TapeStrip(props: { tape: Tape }) {
  const { recording } = useStudio();
  const runs = createMemo(() => runsOf(props.tape));
  const share = (frame: number) => (100 * frame) / Math.max(props.tape.frames, 1);
  return (
    <div class="tape">
      <div class="tape-runs" aria-hidden="true">
        <For each={runs()}>
          {({ start, stop, clip }) => (
            <span
              class={`tape-run tape-run-${clip % COLOURS}`}
              title={props.tape.clips[clip]?.name}
              style={{ left: `${share(start)}%`, width: `${share(stop - start)}%` }}
            />
          )}
        </For>
        <span class="tape-now" style={{ left: `${share(recording.frame() + 0.5)}%` }} />
      </div>
      <input
        type="range"
        aria-label="Frame of the recording"
        min={0}
        max={props.tape.frames - 1}
        value={recording.frame()}
        onInput={(event) => recording.seek(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
