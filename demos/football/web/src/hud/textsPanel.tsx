import { For } from "solid-js";
import { useMatch } from "../state/match";
import { TextField } from "../text/textField";

const AXES = ["x", "y", "z"] as const;

/** The wind and the play speed as expressions, which take effect as they are typed. */
export function TextsPanel() {
  const match = useMatch();
  const texts = () => match.scene()?.texts;
  const shipped = () => match.scene()?.shipped;
  const names = (of: "wind" | "speed") => match.scene()?.variables[of].join(", ");
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
            kept="The old wind still blows."
          />
        )}
      </For>
      <p class="quiet">
        Newtons on the ball, which every leaf rides too, from <code>{names("wind")}</code>
      </p>
      <h2>Play speed</h2>
      <TextField
        label="Play speed"
        short="×"
        target={{ what: "speed" }}
        text={texts()?.speed ?? ""}
        shipped={shipped()?.speed ?? ""}
        kept="The old speed still holds."
      />
      <p class="quiet">
        of everybody's motion, from <code>{names("speed")}</code>
      </p>
    </section>
  );
}
