import { createUniqueId, Show } from "solid-js";

/** A number of seconds, edited by a slider or as a number. It can also be left to the server. */
export function SecondsField(props: {
  label: string;
  hint: string;
  /** The user's value; `null` if the server chooses it. */
  value: number | null;
  /** The value that the server used. */
  used: number | undefined;
  /** The smallest and the largest value of the slider. */
  least: number;
  most: number;
  step: number;
  wrong: string | undefined;
  set(to: number | null): void;
}) {
  const id = createUniqueId();
  const shown = () => props.value ?? props.used ?? 0;
  const digits = () => (Number.isFinite(shown()) ? Number(shown().toFixed(4)) : "");
  // A slider should be finer at small values, so it works on the square root.
  const toSlider = (secs: number) =>
    Math.sqrt(Math.min(Math.max(secs, 0), props.most) / props.most);
  const fromSlider = (at: number) =>
    Math.max(Math.round((at * at * props.most) / props.step) * props.step, props.least);
  return (
    <div class="seconds-field" role="group" aria-label={props.label}>
      <label for={id} title={props.hint}>
        {props.label}
      </label>
      <input
        type="range"
        min="0"
        max="1"
        step="0.002"
        value={toSlider(shown())}
        aria-label={`${props.label}, slider`}
        aria-valuetext={`${digits()} seconds`}
        onInput={(event) =>
          props.set(Number(fromSlider(event.currentTarget.valueAsNumber).toFixed(4)))
        }
      />
      <input
        id={id}
        type="number"
        min="0"
        step={props.step}
        value={digits()}
        aria-invalid={props.wrong !== undefined}
        aria-describedby={props.wrong === undefined ? undefined : `${id}-wrong`}
        onInput={(event) => props.set(event.currentTarget.valueAsNumber)}
      />
      <span class="seconds-unit">s</span>
      <button
        type="button"
        aria-pressed={props.value === null}
        title={`Choose automatically: ${props.hint}`}
        onClick={() =>
          props.set(props.value === null ? Number((props.used ?? 0).toFixed(4)) : null)
        }
      >
        auto
      </button>
      <Show when={props.wrong}>
        {(wrong) => (
          <p class="field-wrong" id={`${id}-wrong`} role="alert">
            {wrong()}
          </p>
        )}
      </Show>
    </div>
  );
}
