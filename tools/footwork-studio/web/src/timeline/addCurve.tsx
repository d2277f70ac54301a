import { createSignal, For, Show } from "solid-js";
import type { Problem } from "../api/types";
import { useStudio } from "../state/studio";
import { Prose } from "../ui/prose";
import { load } from "./curves";
import { Popover } from "./popover";

/** Adds a lane with the curve of an expression over channels. */
export function AddCurve() {
  return (
    <Popover title="+ Curve" label="Add a curve">
      {(close) => <Expression close={close} />}
    </Popover>
  );
}

function Expression(props: { close(): void }) {
  const studio = useStudio();
  const [text, setText] = createSignal("");
  const [problem, setProblem] = createSignal<{ of: string; problem: Problem } | undefined>();
  let asked: AbortController | undefined;

  const add = async (expression: string) => {
    const clip = studio.clip();
    const wanted = expression.trim();
    if (wanted === "" || clip === undefined) return;
    asked?.abort();
    asked = new AbortController();
    const curve = await load(studio, clip, wanted, asked.signal);
    if (!curve) return;
    if (curve.kind === "none" && curve.problem) {
      setProblem({ of: wanted, problem: curve.problem });
      return;
    }
    const { channels } = studio.preferences();
    if (!channels.includes(wanted)) studio.prefer({ channels: [...channels, wanted] });
    props.close();
  };
  return (
    <form
      class="add-curve"
      onSubmit={(event) => {
        event.preventDefault();
        void add(text());
      }}
    >
      <div class="add-curve-line">
        <input
          class="popover-input"
          aria-label="Expression over channels"
          aria-invalid={problem() !== undefined}
          aria-describedby="add-curve-problem"
          placeholder="mean(speed, 0.5s)"
          spellcheck={false}
          autocomplete="off"
          ref={(input) => queueMicrotask(() => input.focus())}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <button type="submit">Add</button>
      </div>
      <div id="add-curve-problem" aria-live="polite">
        <Show when={problem()}>
          {(now) => <Mistakes text={now().of} problem={now().problem} />}
        </Show>
      </div>
      <p class="popover-note">Channels of these clips:</p>
      <div class="add-curve-channels">
        <For each={(studio.library()?.channels ?? []).slice(0, 80)}>
          {(channel) => (
            <button type="button" onClick={() => void add(channel)}>
              {channel}
            </button>
          )}
        </For>
      </div>
    </form>
  );
}

/** The expression with its first mistake marked, and a suggestion. */
function Mistakes(props: { text: string; problem: Problem }) {
  const first = () => props.problem.mistakes[0];
  return (
    <div class="mistake">
      <Show when={first()}>
        {(mistake) => (
          <code>
            {props.text.slice(0, mistake().start)}
            <mark>
              {props.text.slice(mistake().start, Math.max(mistake().stop, mistake().start + 1)) ||
                " "}
            </mark>
            {props.text.slice(Math.max(mistake().stop, mistake().start + 1))}
          </code>
        )}
      </Show>
      <p>
        <Prose text={first()?.message ?? props.problem.message} />
      </p>
      <Show when={first()?.hint ?? props.problem.hint}>
        {(hint) => (
          <p>
            <Prose text={hint()} />
          </p>
        )}
      </Show>
    </div>
  );
}
