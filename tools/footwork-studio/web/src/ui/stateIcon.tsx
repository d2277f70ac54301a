import { Match, Switch } from "solid-js";
import type { WorkState } from "../api/types";
import { stateTitle } from "../state/workState";
import "./stateIcon.css";

/** A state as an icon that does not depend on colour: an empty ring, half a ring, a tick, or two ticks. */
export function StateIcon(props: { state: WorkState }) {
  return (
    <svg class={`state-icon ${props.state}`} viewBox="0 0 16 16" aria-hidden="true">
      <title>{stateTitle(props.state)}</title>
      <Switch>
        <Match when={props.state === "untouched"}>
          <circle cx="8" cy="8" r="5.2" />
        </Match>
        <Match when={props.state === "inProgress"}>
          <circle cx="8" cy="8" r="5.2" />
          <path class="full" d="M8 2.8a5.2 5.2 0 0 0 0 10.4Z" />
        </Match>
        <Match when={props.state === "done"}>
          <circle class="full" cx="8" cy="8" r="6" />
          <path class="tick" d="m5.2 8.2 2 2 3.6-4.2" />
        </Match>
        <Match when={props.state === "reviewed"}>
          <circle class="full" cx="8" cy="8" r="6" />
          <path class="tick" d="m3.4 8.3 1.9 2 3-4M8 10.2l4-4.8" />
        </Match>
      </Switch>
    </svg>
  );
}
