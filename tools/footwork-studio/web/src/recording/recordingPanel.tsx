import { createMemo, createSignal, onCleanup, Show } from "solid-js";
import type { RecordedPose } from "../api/types";
import { useStudio } from "../state/studio";
import { Prose } from "../ui/prose";
import { CostTable } from "./costTable";
import { GoTo, PoseName } from "./poseName";
import { decisionText, nextJump, searchBefore, type Tape, triggerText } from "./tape";
import { TapeStrip } from "./tapeStrip";
import "./recording.css";

/** The panel that explains why a recorded character played each pose. */
export function RecordingPanel() {
  const { recording } = useStudio();
  const [isOver, setIsOver] = createSignal(false);
  recording.setIsShown(true);
  onCleanup(() => recording.setIsShown(false));
  const openFirst = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) void recording.open(file);
  };
  return (
    <div
      class="recording"
      classList={{ "recording-over": isOver() }}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        openFirst(event.dataTransfer?.files);
      }}
    >
      <Show when={recording.problem()}>
        {(problem) => (
          <p class="recording-problem" role="alert">
            <Prose text={problem().message} />
          </p>
        )}
      </Show>
      <Show
        when={recording.tape()}
        fallback={
          <div class="recording-empty">
            <p>A recording of a character shows which pose played in each frame, and why.</p>
            <p>
              Drop a <code>.fwrec</code> file here, or open one.
            </p>
            <OpenFile label="Open a recording" open={openFirst} />
          </div>
        }
      >
        {(tape) => <Opened tape={tape()} openFile={openFirst} />}
      </Show>
    </div>
  );
}

function OpenFile(props: { label: string; open(files: FileList | null): void }) {
  let input: HTMLInputElement | undefined;
  return (
    <>
      <button type="button" onClick={() => input?.click()}>
        {props.label}
      </button>
      <input
        ref={input}
        type="file"
        accept=".fwrec"
        aria-label="Recording file"
        hidden
        onChange={(event) => {
          props.open(event.currentTarget.files);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

/** The controls and figures of an open recording. */
function Opened(props: { tape: Tape; openFile(files: FileList | null): void }) {
  const studio = useStudio();
  const { recording } = studio;
  const lost = createMemo(() => props.tape.clips.filter(({ problem }) => problem !== null));
  const end = () => props.tape.frames - 1;
  const search = recording.search;
  const searchAt = (way: 1 | -1) => {
    const at = searchBefore(props.tape, recording.frame());
    const here = props.tape.searches[at]?.frame === recording.frame();
    return props.tape.searches[way > 0 ? at + 1 : here ? at - 1 : at]?.frame;
  };
  const goTo = (pose: RecordedPose) => {
    const clip = props.tape.clips[pose.clip];
    if (!clip || clip.problem !== null) return;
    recording.setIsShown(false);
    void studio.open(clip.name, pose.frame);
  };
  const step = (label: string, text: string, frame: () => number | undefined) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={frame() === undefined}
      onClick={() => {
        const to = frame();
        if (to !== undefined) recording.seek(to);
      }}
    >
      {text}
    </button>
  );
  return (
    <>
      <div class="recording-head">
        <strong title={props.tape.name}>{props.tape.name.split(/[\\/]/).at(-1)}</strong>
        <OpenFile label="Open another" open={props.openFile} />
      </div>
      <Show when={props.tape.hasOtherTags}>
        <p class="recording-note" role="status">
          The tags have changed since the recording.
        </p>
      </Show>
      <Show when={lost()[0]}>
        {(first) => (
          <p class="recording-note" role="status" title={first().problem ?? ""}>
            {lost().length} of {props.tape.clips.length} clips differ: {first().problem}
          </p>
        )}
      </Show>
      <TapeStrip tape={props.tape} />
      <div class="recording-steps" role="group" aria-label="Steps">
        {step("Previous jump", "⇤", () => nextJump(props.tape, recording.frame(), -1))}
        {step("Previous search", "←", () => searchAt(-1))}
        {step("Next search", "→", () => searchAt(1))}
        {step("Next jump", "⇥", () => nextJump(props.tape, recording.frame(), 1))}
        <label class="recording-shown">
          <input
            type="checkbox"
            checked={recording.isShown()}
            onChange={(event) => recording.setIsShown(event.currentTarget.checked)}
          />
          In the view
        </label>
      </div>
      <Show when={recording.now()}>
        {(now) => (
          <dl class="recording-facts">
            <dt>Frame</dt>
            <dd>
              {recording.frame()} of {end()} · {now().secs.toFixed(2)} s
            </dd>
            <dt>Plays</dt>
            <dd>
              <PoseName tape={props.tape} pose={now().pose} />
              <GoTo tape={props.tape} pose={now().pose} go={goTo} />
            </dd>
            <dt>Decision</dt>
            <dd>{decisionText(now().decision, searchOf())}</dd>
            <Show when={now().blend < 1}>
              <dt>Blend</dt>
              <dd>{Math.round(100 * now().blend)} % of the new clip</dd>
            </Show>
          </dl>
        )}
      </Show>
      <Show when={search()} fallback={<p class="recording-empty">No search has happened yet.</p>}>
        {(found) => (
          <section class="recording-search" aria-label="Search">
            <h2>
              Search in frame {found().frame}
              <span>because {triggerText(found())}</span>
            </h2>
            <p class="recording-filter">
              <Show when={found().filter !== null} fallback="No filter">
                Filter <code>{props.tape.filters[found().filter ?? -1] || "without a name"}</code>
              </Show>
            </p>
            <CostTable tape={props.tape} search={found()} go={goTo} />
          </section>
        )}
      </Show>
    </>
  );

  /** Returns the search in the shown frame; `undefined` if there was none. */
  function searchOf() {
    const found = search();
    return found?.frame === recording.frame() ? found : undefined;
  }
}
