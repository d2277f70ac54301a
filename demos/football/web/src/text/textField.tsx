import type { EditorView } from "@codemirror/view";
import {
  createEffect,
  createSignal,
  createUniqueId,
  For,
  onCleanup,
  onMount,
  Show,
} from "solid-js";
import { toPitch } from "../input/focus";
import { useMatch } from "../state/match";
import type { EditTarget } from "../worker/messages";
import { createTextEditor, replaceText, showMistakes, showText } from "./textEditor";

/** The delay between the last key and sending a text, in milliseconds. */
const REST_MS = 180;

/** A text of the match, edited in place. Mistakes are underlined; the last valid text stays in force and is shown. */
export function TextField(props: {
  label: string;
  short: string;
  target: EditTarget;
  text: string;
  /** The text before any edit. */
  shipped: string;
}) {
  const match = useMatch();
  const id = createUniqueId();
  let place!: HTMLDivElement;
  let said!: HTMLDivElement;
  let view: EditorView | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const [typed, setTyped] = createSignal(props.text);
  const mistakes = () => match.mistakes(props.target);
  onMount(() => {
    view = createTextEditor(place, {
      label: props.label,
      text: props.text,
      shown: setTyped,
      changed(text) {
        clearTimeout(timer);
        const { target } = props;
        timer = setTimeout(() => match.edit(target, text), REST_MS);
      },
      left: toPitch,
    });
    setTyped(props.text);
    view.contentDOM.setAttribute("aria-describedby", id);
  });
  createEffect(() => {
    if (view && mistakes().length === 0) showText(view, props.text);
  });
  createEffect(() => {
    const list = mistakes();
    if (view) showMistakes(view, list);
    view?.contentDOM.setAttribute("aria-invalid", `${list.length > 0}`);
    // The message may be below the end of a full column.
    if (list.length > 0 && view?.hasFocus)
      requestAnimationFrame(() => said.scrollIntoView({ block: "nearest" }));
  });
  onCleanup(() => {
    clearTimeout(timer);
    view?.destroy();
  });
  const reset = () => {
    if (view) replaceText(view, props.shipped);
    view?.focus();
  };
  return (
    <div class="text-field" classList={{ wrong: mistakes().length > 0 }}>
      <span class="text-field-name" aria-hidden="true">
        {props.short}
      </span>
      <div class="text-field-line">
        <div class="text-field-box" ref={place} />
        <button
          type="button"
          class="small reset"
          classList={{ spare: typed() === props.shipped }}
          title={`Back to ${props.shipped}`}
          aria-label={`Reset ${props.label}`}
          onClick={reset}
        >
          ↺
        </button>
      </div>
      <div class="text-field-mistakes" id={id} role="status" ref={said}>
        <For each={mistakes().slice(0, 2)}>
          {(mistake) => (
            <p>
              {mistake.message}
              {mistake.hint === null ? "" : `: ${mistake.hint}`}
            </p>
          )}
        </For>
        <Show when={mistakes().length > 0}>
          <p class="quiet">
            Still in force: <code>{props.text}</code>
          </p>
        </Show>
      </div>
    </div>
  );
}
