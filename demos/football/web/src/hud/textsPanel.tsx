import { For } from "solid-js";
import { useMatch } from "../state/match";
import { TextField } from "../text/textField";

const AXES = ["x", "y", "z"] as const;

const WIND: Readonly<Record<string, string>> = {
  x: "m along the pitch, to the right",
  y: "m up",
  z: "m across, towards you",
  vx: "m/s along x",
  vy: "m/s up",
  vz: "m/s along z",
  t: "s since the start",
};

const SPEED: Readonly<Record<string, string>> = {
  tired: "from 0 to 1",
  fit: "the wanted speed divided by the speed of the clip, 0.8 to 1.5",
  wanted: "the wanted speed, m/s",
};

/** The wind and the play speed as expressions, applied as you type. */
export function TextsPanel() {
  const match = useMatch();
  const texts = () => match.scene()?.texts;
  const shipped = () => match.scene()?.shipped;
  return (
    <section class="panel texts" aria-label="Wind and speed">
      <h2>Wind</h2>
      <For each={AXES}>
        {(axis, at) => (
          <TextField
            label={`Wind along ${axis}`}
            short={axis}
            target={{ what: "wind", axis: at() as 0 | 1 | 2 }}
            text={texts()?.wind[at()] ?? ""}
            shipped={shipped()?.wind[at()] ?? ""}
          />
        )}
      </For>
      <p class="quiet">
        The force on the ball in newtons, limited to -2 to 2; it moves the leaves too. NaN counts as
        0. Variables:
      </p>
      <Variables names={match.scene()?.variables.wind ?? []} mean={WIND} />
      <h2>Play speed</h2>
      <TextField
        label="Play speed"
        short="×"
        target={{ what: "speed" }}
        text={texts()?.speed ?? ""}
        shipped={shipped()?.speed ?? ""}
      />
      <p class="quiet">The speed of all motion, limited to 0.5 to 2. Variables:</p>
      <Variables names={match.scene()?.variables.speed ?? []} mean={SPEED} />
    </section>
  );
}

/** The names available in an expression, with their meanings. */
function Variables(props: { names: readonly string[]; mean: Readonly<Record<string, string>> }) {
  return (
    <details class="variables">
      <summary>
        <code>{props.names.join(", ")}</code>
      </summary>
      <dl>
        <For each={props.names}>
          {(name) => (
            <div>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{props.mean[name]}</dd>
            </div>
          )}
        </For>
      </dl>
    </details>
  );
}
