import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from "solid-js";
import type { Problem, RulesAnswer } from "../api/types";
import { framesIn } from "../clips/arrange";
import { ClipName } from "../review/clipName";
import { problemOf } from "../state/editQueue";
import { suggestColour } from "../state/namespaceColours";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { Prose } from "../ui/prose";
import { stripPath } from "../ui/strip";
import { ruleOf } from "./ruleOf";

/** The delay between the last change of the rule and the request to the server, in milliseconds. */
const PAUSE_MS = 250;
/** The maximum number of listed clips. */
const MAX_LISTED = 40;
const COLUMNS = 80;

/** The effect of the rule, or the reason why it is invalid. */
type Tried = { answer: RulesAnswer } | { problem: Problem };

/**
 * A form that turns a curve and a level into a rule. It shows the rule's text and the frames that the rule would tag,
 * and has a button that writes the rule.
 */
export function RuleForm(props: {
  /** The expression; `undefined` if it is incomplete. */
  expression: string | undefined;
  level: number;
  side: "above" | "below";
  shortestSecs: number;
  chooseLevel(to: number): void;
  chooseSide(to: "above" | "below"): void;
  chooseShortest(secs: number): void;
}) {
  const studio = useStudio();
  const [tag, setTag] = createSignal("");
  const [tried, setTried] = createSignal<Tried | undefined>(undefined);
  const [isSaving, setIsSaving] = createSignal(false);
  const query = createMemo(() => {
    const { expression, level, side, shortestSecs } = props;
    return expression === undefined ? "" : ruleOf({ expression, level, side, shortestSecs });
  });
  const name = () => tag().trim();
  const revision = () => studio.library()?.revision;
  createEffect(
    on([query, name, revision], ([query, tag]) => {
      if (query === "" || tag === "") return void setTried(undefined);
      const asked = new AbortController();
      const timer = setTimeout(async () => {
        try {
          setTried({ answer: await studio.client.tryRule({ tag, query }, asked.signal) });
        } catch (error) {
          if (!asked.signal.aborted) setTried({ problem: problemOf(error) });
        }
      }, PAUSE_MS);
      onCleanup(() => {
        clearTimeout(timer);
        asked.abort();
      });
    }),
  );
  const answer = () => {
    const now = tried();
    return now && "answer" in now ? now.answer : undefined;
  };
  const problem = () => {
    const now = tried();
    return now && "problem" in now ? now.problem : undefined;
  };
  const there = () => answer()?.rules.find((rule) => rule.tag === name());
  /** The ranges that the rule would tag. The open clip comes first. */
  const adds = createMemo(() => {
    const all = (answer()?.changes ?? []).filter(({ added }) => added.length > 0);
    const here = ({ clip }: { clip: string }) => Number(clip !== studio.clip());
    return all.sort((a, b) => here(a) - here(b));
  });
  const can = () => answer() !== undefined && !there() && !isSaving() && query() !== "";
  const write = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!can()) return;
    setIsSaving(true);
    const known = [...studio.tags().values(), ...studio.events().values()];
    const label = {
      kind: "tag" as const,
      name: name(),
      colour: suggestColour(name(), known),
      key: null,
      description: null,
    };
    const isDeclared = (studio.tags().get(name())?.place ?? null) !== null;
    const isDone = await studio.history.setUp({
      labels: isDeclared ? [] : [label],
      exclusive: [],
      rules: [{ tag: name(), query: query() }],
    });
    setIsSaving(false);
    // In the Review panel, the user accepts the tagged frames clip by clip.
    if (isDone) studio.prefer({ panel: "review", reviewPart: "rules" });
  };

  return (
    <form class="rule-form" onSubmit={(event) => void write(event)}>
      <h2>A rule from this curve</h2>
      <div class="rule-words">
        <label>
          <span>Tag</span>
          <input
            type="text"
            list="rule-tags"
            placeholder="Auto.Fast"
            autocomplete="off"
            spellcheck={false}
            value={tag()}
            onInput={(event) => setTag(event.currentTarget.value)}
          />
        </label>
        <datalist id="rule-tags">
          <For each={[...studio.tags().keys()]}>{(name) => <option value={name} />}</For>
        </datalist>
        <label>
          <span>while it is</span>
          <select
            value={props.side}
            onChange={(event) =>
              props.chooseSide(event.currentTarget.value === "below" ? "below" : "above")
            }
          >
            <option value="above">above</option>
            <option value="below">below</option>
          </select>
        </label>
        <label>
          <span>level</span>
          <input
            type="number"
            step="any"
            value={Number(props.level.toPrecision(3))}
            onChange={(event) => {
              const level = event.currentTarget.valueAsNumber;
              if (Number.isFinite(level)) props.chooseLevel(level);
            }}
          />
        </label>
        <label>
          <span>for at least, s</span>
          <input
            type="number"
            min="0"
            step="0.05"
            value={props.shortestSecs}
            onChange={(event) => {
              const secs = event.currentTarget.valueAsNumber;
              if (secs >= 0) props.chooseShortest(secs);
            }}
          />
        </label>
      </div>
      <code class="rule-text">{query()}</code>
      <div class="rule-tried" aria-live="polite">
        <Show when={problem()}>
          {(problem) => (
            <p class="error">
              <Prose text={problem().message} />
            </p>
          )}
        </Show>
        <Show when={there()}>
          {(rule) => (
            <p class="error">
              {rule().tag} has a rule already: <code>{rule().query}</code>. Give this one another
              tag, or change that one in <code>footwork.toml</code>.
            </p>
          )}
        </Show>
        <Show when={answer()}>
          <p class="quiet">
            Would tag {numberText(framesIn(adds().flatMap(({ added }) => added)))} frames in{" "}
            {countText(adds().length, "clip")}.
          </p>
        </Show>
      </div>
      <Show when={adds().length > 0}>
        <ul class="rule-clips" aria-label="What the rule would tag">
          <For each={adds().slice(0, MAX_LISTED)}>
            {({ clip, frames, added }) => (
              <li>
                <button
                  type="button"
                  aria-label={`Go to ${clip}`}
                  onClick={() => void studio.open(clip, added[0]?.[0] ?? 0)}
                >
                  <ClipName name={clip} />
                  <svg
                    class="rule-strip"
                    viewBox={`0 0 ${COLUMNS} 1`}
                    preserveAspectRatio="none"
                    aria-hidden="true"
                  >
                    <path class="added" d={stripPath(added, frames, COLUMNS)} />
                  </svg>
                </button>
              </li>
            )}
          </For>
          <Show when={adds().length > MAX_LISTED}>
            <li class="quiet">and {countText(adds().length - MAX_LISTED, "more clip")}</li>
          </Show>
        </ul>
      </Show>
      <button type="submit" class="main-button" disabled={!can()}>
        Write the rule
      </button>
    </form>
  );
}
