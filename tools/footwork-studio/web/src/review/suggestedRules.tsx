import { createMemo, createResource, For, Show } from "solid-js";
import type { NewRule } from "../api/types";
import { framesIn } from "../clips/arrange";
import { type Studio, useStudio } from "../state/studio";
import { countText } from "../ui/counts";

const rootOf = (studio: Studio) => studio.library()?.root ?? "";

/** Stores rules as suggestions for this library. They stay until the user writes or dismisses them. */
export function suggest(studio: Studio, rules: readonly NewRule[]) {
  const { suggestedRules } = studio.preferences();
  const texts = rules.map(({ tag, query }) => JSON.stringify({ tag, query }));
  studio.prefer({ suggestedRules: { ...suggestedRules, [rootOf(studio)]: texts } });
}

/** Returns the suggested rules of this library. */
function suggestedRules(studio: Studio): NewRule[] {
  return (studio.preferences().suggestedRules[rootOf(studio)] ?? []).flatMap((text) => {
    try {
      const { tag, query } = JSON.parse(text) as Partial<NewRule>;
      return typeof tag === "string" && typeof query === "string" ? [{ tag, query }] : [];
    } catch {
      return [];
    }
  });
}

/** The suggested rules, with the frames that each would tag. A rule is written only when the user accepts it. */
export function SuggestedRules() {
  const studio = useStudio();
  const rules = createMemo(() => suggestedRules(studio));
  const drop = ({ tag }: NewRule) =>
    suggest(
      studio,
      rules().filter((rule) => rule.tag !== tag),
    );
  const write = async (rule: NewRule) => {
    if (await studio.history.setUp({ labels: [], exclusive: [], rules: [rule] })) drop(rule);
  };
  return (
    <Show when={rules().length > 0}>
      <ul class="suggested-rules" aria-label="Suggested rules">
        <For each={rules()}>
          {(rule) => (
            <Suggestion rule={rule} write={() => void write(rule)} drop={() => drop(rule)} />
          )}
        </For>
      </ul>
    </Show>
  );
}

function Suggestion(props: { rule: NewRule; write(): void; drop(): void }) {
  const studio = useStudio();
  const [answer] = createResource(
    () => [props.rule, studio.library()?.revision] as const,
    ([rule]) => studio.client.tryRule(rule).catch(() => undefined),
  );
  const text = () => {
    const now = answer.latest;
    if (answer.loading && !now) return "looking…";
    if (!now) return "cannot run on these clips";
    const frames = now.changes.reduce((sum, { added }) => sum + framesIn(added), 0);
    const clips = now.changes.filter(({ added }) => added.length > 0).length;
    return `would tag ${countText(frames, "frame")} in ${countText(clips, "clip")}`;
  };
  return (
    <li>
      <span class="rule-tag">
        <span class="dot" style={{ background: studio.colour(props.rule.tag) }} />
        <strong>{props.rule.tag}</strong>
      </span>
      <code>{props.rule.query}</code>
      <span class="quiet numbers" role="status">
        {text()}
      </span>
      <span class="suggested-choice">
        <button
          type="button"
          aria-label={`Show the frames of ${props.rule.tag}`}
          onClick={() => studio.query.type(props.rule.query)}
        >
          Show
        </button>
        <button
          type="button"
          aria-label={`Dismiss the rule of ${props.rule.tag}`}
          onClick={() => props.drop()}
        >
          Dismiss
        </button>
        <button
          type="button"
          class="main-button"
          aria-label={`Write the rule of ${props.rule.tag}`}
          onClick={() => props.write()}
        >
          Write the rule
        </button>
      </span>
    </li>
  );
}
