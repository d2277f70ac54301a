import { For, Show } from "solid-js";
import { useMatch } from "../state/match";

/** Whom you control and why, in a sentence. */
export function ReasonLine() {
  const match = useMatch();
  const number = (who: number | null) =>
    who === null ? undefined : match.scene()?.footballers[who]?.number;
  const humans = () => match.scene()?.setup.humans ?? 0;
  return (
    <section class="reasons" aria-label="Whom you control">
      <Show when={humans() === 0 && match.scene()}>
        <p class="reason">
          Both teams play by themselves.{" "}
          <button type="button" onClick={() => join(match)}>
            Play along
          </button>
        </p>
      </Show>
      <Show when={match.isOn("control")}>
        <For each={match.control()}>
          {(control) => (
            <p class={`reason human-${control.human}`}>
              <span class="reason-mark" aria-hidden="true" />
              <span>
                {humans() === 1 ? "You are" : `Player ${control.human + 1} is`}{" "}
                <strong>
                  {number(control.who) === undefined ? "nobody" : `number ${number(control.who)}`}
                </strong>
                {control.reason === "" ? "" : `: ${control.reason}`}
              </span>
              <Show when={number(control.next) !== undefined}>
                <span class="quiet">next: {number(control.next)}</span>
              </Show>
              <span class="idle" role="status">
                {match.idle(control.human)}
              </span>
            </p>
          )}
        </For>
      </Show>
    </section>
  );
}

function join(match: ReturnType<typeof useMatch>) {
  const setup = match.scene()?.setup;
  if (setup) match.restart({ ...setup, humans: 1 });
}
