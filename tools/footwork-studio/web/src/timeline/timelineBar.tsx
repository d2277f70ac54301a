import { createMemo, For, onCleanup, Show } from "solid-js";
import { type Command, commandsOf, showKey } from "../state/keymap";
import { useStudio } from "../state/studio";
import { countText } from "../ui/counts";
import { Prose } from "../ui/prose";
import { AddLane } from "./addLane";
import { AddToVocabulary } from "./addToVocabulary";
import { ArmButton } from "./armButton";
import { canEdit } from "./commands";
import { subject } from "./edits";
import { editTarget } from "./editTarget";
import type { TimelineModel } from "./model";
import { RenameTag } from "./renameTag";
import { timeText } from "./ticks";

const BUTTONS: [id: string, title: string][][] = [
  [
    ["edit.split", "Split"],
    ["edit.merge", "Merge"],
    ["edit.trimStart", "Trim start"],
    ["edit.trimStop", "Trim end"],
    ["edit.remove", "Remove"],
  ],
  [["similar.find", "Similar"]],
  [
    ["timeline.zoomOut", "−"],
    ["timeline.fit", "Whole clip"],
    ["timeline.zoomIn", "+"],
  ],
];

/** Buttons that add lanes and make the most common edits, and the target of the next edit. */
export function TimelineBar(props: { model: TimelineModel; commands: readonly Command[] }) {
  const studio = useStudio();
  const find = (id: string) => props.commands.find((command) => command.id === id);
  /** The target of the next edit: the selection, or the label in the active lane at the playhead. */
  const chosen = createMemo(() => {
    const labels = props.model.labels();
    const { clock, timeline } = studio;
    const selection = props.model.selection();
    const some = labels ? editTarget(labels, selection, timeline.lane(), clock.frame()) : [];
    const [first] = some;
    if (!first) return undefined;
    const isAtPlayhead = selection.length === 0;
    const detail =
      some.length > 1
        ? ""
        : first.kind === "event"
          ? `frame ${first.time} · ${timeText(first.time / studio.clock.framesPerSec())}`
          : spanText(first.start, first.stop);
    return { name: subject(some), detail: isAtPlayhead ? `${detail} · at the playhead` : detail };
  });
  const spanText = (start: number, stop: number) =>
    `${start} – ${stop} · ${countText(stop - start, "frame")} · ${timeText((stop - start) / studio.clock.framesPerSec())}`;
  /** Explains how to start tagging until the user has once done so. While tagging, explains how to end it. */
  const hint = () =>
    studio.arming.isArmed()
      ? "Hold a tag's key to paint it. Esc ends tagging."
      : studio.preferences().hasArmed
        ? ""
        : "To tag with keys, click the timeline, or press Enter on it.";
  const writeCurve = () => {
    studio.prefer({ panel: "curve" });
    // Wait until the panel is rendered.
    queueMicrotask(() => document.querySelector<HTMLElement>(".curve-editor .cm-content")?.focus());
  };
  onCleanup(
    studio.addCommands([
      commandsOf("Timeline")("curve.write", "Write an expression over channels", [], writeCurve),
    ]),
  );
  const button = (id: string, title: string) => {
    const command = find(id);
    const key = () => studio.keymap().keysOf(id)[0];
    return (
      <button
        type="button"
        disabled={!canEdit(studio, id)}
        aria-label={/^\w/.test(title) ? undefined : command?.title}
        title={`${command?.title}${key() ? ` (${showKey(key() ?? "")})` : ""}`}
        onClick={() => command?.run()}
      >
        {title}
      </button>
    );
  };
  return (
    <div class="timeline-bar">
      <ArmButton />
      <AddLane />
      <button
        type="button"
        title={studio.titled("Write an expression over channels", "curve.write")}
        onClick={() => studio.run("curve.write")}
      >
        + Curve
      </button>
      <AddToVocabulary />
      <RenameTag />
      <div class="timeline-bar-chosen" aria-live="polite">
        <Show
          when={chosen()}
          fallback={
            <span class="timeline-hint">
              <Prose text={studio.labels()?.readOnly ?? hint()} />
            </span>
          }
        >
          {(now) => (
            <>
              <strong>{now().name}</strong>
              <span title={now().detail}>{now().detail}</span>
            </>
          )}
        </Show>
      </div>
      <For each={BUTTONS}>
        {(group) => (
          <div class="timeline-bar-group">
            <For each={group}>{([id, title]) => button(id, title)}</For>
          </div>
        )}
      </For>
    </div>
  );
}
