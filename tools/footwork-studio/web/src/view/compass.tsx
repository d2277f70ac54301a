import { For } from "solid-js";

const AXES = ["x", "y", "z"] as const;
const ARM = 20;
const MIDDLE = 30;

/** Which way the axes point in the picture. */
export interface CompassHandle {
  /** Takes the camera's turn, as the elements of its matrix of the world, column by column. */
  turn(matrix: readonly number[]): void;
}

/** The three axes, turned as the camera sees them; a mark for the eye. */
export function Compass(props: { handle(handle: CompassHandle): void }) {
  const lines: SVGLineElement[] = [];
  const letters: SVGTextElement[] = [];
  const arms: SVGGElement[] = [];
  props.handle({
    turn(matrix) {
      AXES.forEach((_, axis) => {
        // A row of the turn is an axis of the world as the camera has it.
        const x = MIDDLE + ARM * (matrix[axis] ?? 0);
        const y = MIDDLE - ARM * (matrix[4 + axis] ?? 0);
        lines[axis]?.setAttribute("x2", x.toFixed(1));
        lines[axis]?.setAttribute("y2", y.toFixed(1));
        letters[axis]?.setAttribute("x", (MIDDLE + (x - MIDDLE) * 1.36).toFixed(1));
        letters[axis]?.setAttribute("y", (MIDDLE + (y - MIDDLE) * 1.36).toFixed(1));
        arms[axis]?.setAttribute("opacity", (matrix[8 + axis] ?? 0) < -0.2 ? "0.55" : "1");
      });
    },
  });
  return (
    <svg class="compass" viewBox="0 0 60 60" aria-hidden="true">
      <For each={AXES}>
        {(name, axis) => (
          <g class={`axis-${name}`} ref={(element) => (arms[axis()] = element)}>
            <line
              x1={MIDDLE}
              y1={MIDDLE}
              x2={MIDDLE}
              y2={MIDDLE}
              ref={(element) => (lines[axis()] = element)}
            />
            <text ref={(element) => (letters[axis()] = element)}>{name.toUpperCase()}</text>
          </g>
        )}
      </For>
    </svg>
  );
}
