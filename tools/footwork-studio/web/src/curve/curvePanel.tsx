import type { EditorView } from "@codemirror/view";
import {
  createEffect,
  createMemo,
  createSignal,
  For,
  on,
  onCleanup,
  onMount,
  Show,
} from "solid-js";
import { createEditor, setText, showMistakes } from "../query/editor";
import { suggestionOf, withSuggestion } from "../query/suggestion";
import { useStudio } from "../state/studio";
import { Prose } from "../ui/prose";
import { CurvePlot } from "./curvePlot";
import { RuleForm } from "./ruleForm";
import "../query/queryBox.css";
import "./curve.css";

/** The maximum number of suggested channels. */
const MAX_CHANNELS = 80;

/**
 * The panel in which the user writes an expression over channels. It shows the curve over the open clip, and a rule
 * made from the curve.
 */
export function CurvePanel() {
  const studio = useStudio();
  const { curve } = studio;
  let parent: HTMLDivElement | undefined;
  let view: EditorView | undefined;
  const [level, setLevel] = createSignal(1);
  const [side, setSide] = createSignal<"above" | "below">("above");
  const [shortestSecs, setShortestSecs] = createSignal(0);
  /** Whether the user has chosen a level. Until then, the level follows the curve. */
  let isLevelChosen = false;

  curve.setIsShown(true);
  onCleanup(() => curve.setIsShown(false));
  const mistakes = createMemo(() => curve.problem()?.mistakes ?? []);
  const suggestion = createMemo(() => {
    for (const mistake of mistakes()) {
      const found = suggestionOf(mistake);
      if (found && found.stop <= curve.text().length) return found;
    }
    return undefined;
  });
  const right = () => {
    const taken = suggestion();
    if (!taken) return false;
    curve.write(withSuggestion(curve.text(), taken));
    return true;
  };
  const show = () => {
    const of = curve.text().trim();
    const { channels } = studio.preferences();
    if (of !== "" && !curve.problem() && !channels.includes(of))
      studio.prefer({ channels: [...channels, of] });
  };
  onMount(() => {
    if (!parent) return;
    view = createEditor(parent, {
      of: "expression",
      library: studio.library,
      changed: curve.write,
      entered: show,
      left: () => document.querySelector<HTMLElement>(".time")?.focus({ preventScroll: true }),
      righted: right,
    });
    onCleanup(() => view?.destroy());
  });
  createEffect(on(curve.text, (text) => view && setText(view, text)));
  createEffect(on(mistakes, (wrong) => view && showMistakes(view, wrong, "error")));
  const values = () => {
    const now = curve.curve();
    return now && now.clip === studio.clip() && now.values.length > 0 ? now : undefined;
  };
  // The initial level is in the middle of the curve.
  createEffect(
    on(
      () => values()?.of,
      (of, before) => {
        const now = values();
        if (of !== before) isLevelChosen = before === undefined && isLevelChosen;
        if (!now || isLevelChosen) return;
        const known = now.values.filter(Number.isFinite);
        if (known.length > 0)
          setLevel(
            (known.reduce((a, b) => Math.min(a, b)) + known.reduce((a, b) => Math.max(a, b))) / 2,
          );
      },
    ),
  );
  const chooseLevel = (to: number) => {
    isLevelChosen = true;
    setLevel(to);
  };
  const isLane = () => studio.preferences().channels.includes(curve.text().trim());

  return (
    <div class="curve-panel">
      <div class="query-line curve-line" classList={{ wrong: curve.problem() !== undefined }}>
        <div class="query-editor curve-editor" ref={parent} />
      </div>
      <div class="curve-said" aria-live="polite">
        <Show when={curve.problem()}>
          {(problem) => (
            <p class="curve-mistake">
              <Prose text={mistakes()[0]?.message ?? problem().message} />
              <Show when={suggestion()}>
                {(taken) => (
                  <button type="button" title="Alt+Enter applies it" onClick={right}>
                    Write <code>{taken().text}</code>
                  </button>
                )}
              </Show>
            </p>
          )}
        </Show>
        <Show when={!curve.problem() && curve.curve()?.lacks}>
          {(joint) => <p class="quiet">This clip has no {joint()}.</p>}
        </Show>
      </div>
      <Show
        when={values()}
        fallback={
          <Show when={curve.text().trim() === ""}>
            <p class="quiet">
              Write an expression over channels, such as <code>mean(speed, 0.5s)</code>. Its curve
              is drawn as you type; Enter adds it as a lane.
            </p>
          </Show>
        }
      >
        {(now) => (
          <>
            <CurvePlot
              values={now().values}
              isOld={curve.problem() !== undefined || now().of !== curve.text().trim()}
              level={level()}
              side={side()}
              shortestFrames={Math.round(shortestSecs() * studio.clock.framesPerSec())}
              chooseLevel={chooseLevel}
            />
            <div class="curve-actions">
              <button
                type="button"
                disabled={isLane() || curve.problem() !== undefined}
                onClick={show}
              >
                {isLane() ? "Shown as a lane" : "Show as a lane"}
              </button>
            </div>
            <RuleForm
              expression={curve.problem() ? undefined : now().of}
              level={level()}
              side={side()}
              shortestSecs={shortestSecs()}
              chooseLevel={chooseLevel}
              chooseSide={setSide}
              chooseShortest={setShortestSecs}
            />
          </>
        )}
      </Show>
      <details class="curve-channels" open={curve.text().trim() === ""}>
        <summary>Channels of these clips</summary>
        <div>
          <For each={(studio.library()?.channels ?? []).slice(0, MAX_CHANNELS)}>
            {(channel) => (
              <button type="button" onClick={() => curve.write(channel)}>
                {channel}
              </button>
            )}
          </For>
        </div>
      </details>
    </div>
  );
}
