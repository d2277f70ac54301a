import { For, Show } from "solid-js";
import { useMatch } from "../state/match";
import type { ControlInfo } from "../worker/messages";

/** A sentence per human: the controlled footballer, and why. */
export function ReasonLine() {
  const match = useMatch();
  const number = (who: number | null) =>
    who === null ? undefined : match.scene()?.footballers[who]?.number;
  const humans = () => match.scene()?.setup.humans ?? 0;
  /** Before the first frame and after full time no footballer is controlled. */
  const said = () =>
    match.isOver() ? [] : match.control().filter(({ who }) => number(who) !== undefined);
  const subject = (control: ControlInfo) => {
    const isChange = number(control.was) !== undefined;
    if (humans() === 1) return isChange ? "You were" : "You are";
    return `Player ${control.human + 1} ${isChange ? "was" : "is"}`;
  };
  return (
    <section class="reasons" aria-label="Whom you control">
      <Show when={humans() === 0 && match.scene()}>
        <p class="reason">
          Both teams play by themselves.{" "}
          <button type="button" onClick={() => join(match)}>
            Play a new match
          </button>
        </p>
      </Show>
      <Show when={match.isOn("control")}>
        <For each={said()}>
          {(control) => (
            <p class={`reason human-${control.human}`}>
              <span class="reason-mark" aria-hidden="true" />
              <span>
                {subject(control)}{" "}
                <strong>
                  {number(control.was) === undefined
                    ? `number ${number(control.who)}`
                    : `${number(control.was)}, now ${number(control.who)}`}
                </strong>
                {control.reason === "" ? "" : `: ${control.reason}`}
              </span>
              <Show when={number(match.next(control.human)) !== undefined}>
                <span class="quiet reason-next">next: {number(match.next(control.human))}</span>
              </Show>
              {/* The pitch shows this text over the footballer, so it is only for screen readers here. */}
              <span class="unseen" role="status">
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
