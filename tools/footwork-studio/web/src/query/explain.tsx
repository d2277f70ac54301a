import { createEffect, createSignal, For, on, Show } from "solid-js";
import type { Explanation } from "../api/types";
import { problemOf } from "../state/editQueue";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { Icon } from "../ui/icon";

/** The number of matches of each part of the query. */
export function Explain() {
  const studio = useStudio();
  const [isOpen, setIsOpen] = createSignal(false);
  const [explanation, setExplanation] = createSignal<Explanation | undefined>(undefined);
  const [problem, setProblem] = createSignal<string | undefined>(undefined);

  // Request the explanation when the result changes, not the text: an incomplete text has no parts.
  createEffect(
    on([isOpen, studio.query.answer], async ([open, answer]) => {
      if (!open || !answer) return;
      const text = studio.query.text();
      try {
        const explained = await studio.client.explain(text);
        if (text !== studio.query.text()) return;
        setExplanation(explained);
        setProblem(undefined);
      } catch (error) {
        setProblem(problemOf(error).message);
      }
    }),
  );

  let root: HTMLDetailsElement | undefined;
  // Scroll the explanation into view, because it can open below the visible area.
  createEffect(on(explanation, () => isOpen() && root?.scrollIntoView({ block: "nearest" })));

  return (
    <details
      class="explain"
      ref={root}
      open={isOpen()}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <Icon name="tree" /> Explain
      </summary>
      <Show when={problem()}>{(text) => <p class="quiet">{text()}</p>}</Show>
      <Show when={explanation()}>
        {(root) => (
          <ul class="explain-tree">
            <Part part={root()} most={widest(root())} />
          </ul>
        )}
      </Show>
    </details>
  );
}

function Part(props: { part: Explanation; most: number }) {
  const share = () => (props.most === 0 ? 0 : (100 * props.part.frames) / props.most);
  return (
    <li>
      <div
        class="explain-part"
        title={`${countText(props.part.ranges, "range")} in ${countText(props.part.clips, "clip")}`}
      >
        <code>{props.part.node}</code>
        <span class="numbers">{numberText(props.part.frames)}</span>
        <span class="explain-bar" aria-hidden="true">
          <span style={{ width: `${share()}%` }} />
        </span>
        <span class="quiet numbers explain-more">
          {countText(props.part.ranges, "range")} · {countText(props.part.clips, "clip")}
        </span>
      </div>
      <Show when={props.part.children.length > 0}>
        <ul>
          <For each={props.part.children}>{(child) => <Part part={child} most={props.most} />}</For>
        </ul>
      </Show>
    </li>
  );
}

/** Returns the largest number of frames that any part of a query matches. */
const widest = (part: Explanation): number => Math.max(part.frames, ...part.children.map(widest));
