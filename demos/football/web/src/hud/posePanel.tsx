import { For, Show } from "solid-js";
import { useMatch } from "../state/match";
import { TextField } from "../text/textField";

/** The clip that one footballer plays, and the reason; its query can be edited in place. */
export function PosePanel() {
  const match = useMatch();
  const who = match.selected;
  const footballer = () => match.scene()?.footballers[who()];
  const query = () => match.scene()?.texts.queries[who()] ?? "";
  return (
    <section class="panel pose" aria-label="Pose">
      <h2>
        <button
          type="button"
          class="small"
          aria-label="Previous footballer"
          onClick={() => match.select(who() - 1)}
        >
          ‹
        </button>
        <span class={`pose-who team-${footballer()?.team ?? 0}`}>{footballer()?.number}</span>
        <button
          type="button"
          class="small"
          aria-label="Next footballer"
          onClick={() => match.select(who() + 1)}
        >
          ›
        </button>
        <span>{footballer()?.isKeeper ? "Keeper" : "Footballer"}</span>
      </h2>
      <Show
        when={match.pose()}
        fallback={
          <p class="quiet">
            {match.run().frame === 0
              ? "It plays nothing before the match begins."
              : "Its pose comes with the next frame."}
          </p>
        }
      >
        {(pose) => (
          <dl>
            <dt>Clip</dt>
            <dd class="mono">
              {pose().clip}{" "}
              <span class="quiet">
                {pose().isMirrored ? "mirrored " : ""}frame {pose().frame}
              </span>
            </dd>
            <dt>Tags</dt>
            <dd class="tags">
              <For each={pose().tags} fallback={<span class="quiet">none</span>}>
                {(tag) => <span class="tag">{tag}</span>}
              </For>
            </dd>
            <dt>Why</dt>
            <dd>{pose().why}</dd>
            <dt>Feet</dt>
            <dd>
              {["left", "right"].filter((_, foot) => pose().locks[foot]).join(" and ") || "neither"}{" "}
              locked
            </dd>
            <dt>Speed</dt>
            <dd>
              × {pose().speed.toFixed(2)}
              <span
                class="meter"
                role="img"
                aria-label={`${Math.round(pose().tired * 100)} percent tired`}
              >
                <span style={{ width: `${Math.round(pose().tired * 100)}%` }} />
              </span>
              <span class="quiet">tired {pose().tired.toFixed(2)}</span>
            </dd>
          </dl>
        )}
      </Show>
      <Show when={who() + 1} keyed>
        <TextField
          label={`Query of number ${footballer()?.number}`}
          short="Query"
          target={{ what: "query", who: who() }}
          text={query()}
          shipped={match.scene()?.shipped.query ?? ""}
        />
      </Show>
    </section>
  );
}
