import { closeCompletion } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { createEffect, createMemo, on, onCleanup, onMount, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { Icon, IconButton } from "../ui/icon";
import { Prose } from "../ui/prose";
import { createEditor, setText, showMistakes } from "./editor";
import { addQueryCommands } from "./queryCommands";
import { suggestionOf, withSuggestion } from "./suggestion";
import "../ui/ui.css";
import "./queryBox.css";

/** The query editor, with the status of the query next to it. */
export function QueryBox() {
  const studio = useStudio();
  const { query } = studio;
  let parent: HTMLDivElement | undefined;
  let view: EditorView | undefined;

  const mistakes = createMemo(() => query.problem()?.mistakes ?? []);
  /** The first mistake with a suggestion, and the text change that applies the suggestion. */
  const suggestion = createMemo(() => {
    for (const mistake of mistakes()) {
      const found = suggestionOf(mistake);
      if (found && found.stop <= query.text().length) return found;
    }
    return undefined;
  });
  const right = () => {
    const taken = suggestion();
    if (!taken || !view) return false;
    setText(view, withSuggestion(query.text(), taken));
    view.focus();
    return true;
  };
  const leave = () => {
    view?.contentDOM.blur();
    document.querySelector<HTMLElement>(".time")?.focus({ preventScroll: true });
  };
  const commands = addQueryCommands(studio, {
    focus() {
      view?.focus();
      if (view) view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
    },
  });

  onMount(() => {
    if (!parent) return;
    view = createEditor(parent, {
      of: "query",
      library: studio.library,
      changed: query.type,
      entered() {
        if (!query.problem() && query.answer()) commands.next();
        if (view) closeCompletion(view);
      },
      left: leave,
      righted: right,
    });
    onCleanup(() => view?.destroy());
  });
  // The text also changes outside the editor: by a saved query, or a suggestion accepted in the panel.
  createEffect(on(query.text, (text) => view && setText(view, text)));
  createEffect(
    on([mistakes, query.answer], ([wrong, answer]) => {
      if (!view) return;
      if (wrong.length > 0) showMistakes(view, wrong, "error");
      else showMistakes(view, answer?.hints ?? [], "info");
    }),
  );

  return (
    <search class="query-box" classList={{ wrong: query.problem() !== undefined }}>
      <div class="query-line">
        <Icon name="search" />
        <div class="query-editor" ref={parent} />
        <Show when={query.text() === ""}>
          <kbd class="query-key" aria-hidden="true">
            {studio.keymap().keysOf("query.focus")[0] ?? ""}
          </kbd>
        </Show>
        <span class="query-summary numbers" aria-live="polite">
          <Show when={query.problem()} fallback={<Found />}>
            {(problem) => (
              <span class="query-problem" title={problem().message}>
                <Prose text={mistakes()[0]?.message ?? problem().message} />
              </span>
            )}
          </Show>
        </span>
        <Show when={suggestion()}>
          {(taken) => (
            <button
              type="button"
              class="query-suggestion"
              title="Alt+Enter applies it"
              onClick={() => right()}
            >
              Write <b>{taken().text}</b> <kbd>Alt ↵</kbd>
            </button>
          )}
        </Show>
        <Show when={query.text() !== ""}>
          <IconButton
            icon="close"
            label="Clear the query"
            onClick={() => {
              if (view) setText(view, "");
              view?.focus();
            }}
          />
        </Show>
      </div>
      <div class="query-busy" classList={{ busy: query.isSlow() }} aria-hidden="true" />
    </search>
  );
}

function Found() {
  const { query } = useStudio();
  return (
    <Show when={query.answer()}>
      {(answer) => (
        <>
          <b>{numberText(answer().frames)}</b> {answer().frames === 1 ? "frame" : "frames"}
          <span class="quiet">
            {" · "}
            {countText(answer().ranges, "range")}
            {" · "}
            {countText(answer().matches.length, "clip")}
            {" · "}
            {query.tookMs() < 1 ? "< 1" : Math.round(query.tookMs())} ms
          </span>
        </>
      )}
    </Show>
  );
}
