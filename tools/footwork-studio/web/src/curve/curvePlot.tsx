import { createMemo, For, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { columns, extent } from "../timeline/decimate";
import { beyond, numberOf } from "./ruleOf";

const WIDTH = 280;
const HEIGHT = 96;
/** The margin above and below the curve, in pixels. */
const INSET = 6;

/**
 * The curve over the whole clip, a draggable level, and the frames on its side of the level. A press on the plot goes
 * to the frame there.
 */
export function CurvePlot(props: {
  values: Float32Array;
  isOld: boolean;
  level: number;
  side: "above" | "below";
  shortestFrames: number;
  chooseLevel(to: number): void;
}) {
  const studio = useStudio();
  let svg: SVGSVGElement | undefined;
  const range = createMemo((): [number, number] => {
    const [low, high] = extent(props.values) ?? [0, 1];
    return low === high ? [low - 1, high + 1] : [low, high];
  });
  const yOf = (value: number) => {
    const [low, high] = range();
    return INSET + ((high - value) / (high - low)) * (HEIGHT - 2 * INSET);
  };
  const valueAt = (y: number) => {
    const [low, high] = range();
    return high - ((y - INSET) / (HEIGHT - 2 * INSET)) * (high - low);
  };
  const path = createMemo(() => {
    const count = Math.min(WIDTH, props.values.length);
    const step = props.values.length / count;
    const pairs = columns(props.values, 0, step, count);
    let text = "";
    let isDown = false;
    for (let column = 0; column < count; column += 1) {
      const [least, most] = [pairs[2 * column], pairs[2 * column + 1]];
      if (least === undefined || most === undefined || Number.isNaN(least)) {
        isDown = false;
        continue;
      }
      const x = ((column + 0.5) * WIDTH) / count;
      text += `${isDown ? "L" : "M"}${x.toFixed(1)} ${yOf(least).toFixed(1)}`;
      if (most !== least) text += `L${x.toFixed(1)} ${yOf(most).toFixed(1)}`;
      isDown = true;
    }
    return text;
  });
  const found = createMemo(() =>
    beyond(props.values, props.side, props.level, props.shortestFrames),
  );
  const xOf = (frame: number) => (frame / Math.max(props.values.length, 1)) * WIDTH;
  const now = () => props.values[studio.clock.frame()];
  const place = (event: PointerEvent) => {
    const box = svg?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return {
      x: ((event.clientX - box.left) / box.width) * WIDTH,
      y: ((event.clientY - box.top) / box.height) * HEIGHT,
    };
  };
  let drags: "level" | "frame" | undefined;
  const move = (event: PointerEvent) => {
    const { x, y } = place(event);
    if (drags === "level") {
      const [low, high] = range();
      props.chooseLevel(Number(numberOf(Math.min(Math.max(valueAt(y), low), high))));
    }
    if (drags === "frame") studio.clock.seek((x / WIDTH) * props.values.length);
  };
  return (
    <figure class="curve-plot" classList={{ old: props.isOld }}>
      <svg
        ref={svg}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The curve from ${numberOf(range()[0])} to ${numberOf(range()[1])}; it is ${props.side} ${numberOf(props.level)} in ${found().length} ranges`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drags = Math.abs(place(event).y - yOf(props.level)) < 6 ? "level" : "frame";
          move(event);
        }}
        onPointerMove={move}
        onPointerUp={() => {
          drags = undefined;
        }}
        onPointerCancel={() => {
          drags = undefined;
        }}
      >
        <For each={found()}>
          {([start, stop]) => (
            <rect
              class="curve-found"
              x={xOf(start)}
              y={0}
              width={xOf(stop - start)}
              height={HEIGHT}
            />
          )}
        </For>
        <path class="curve-path" d={path()} />
        <line class="curve-level" x1={0} x2={WIDTH} y1={yOf(props.level)} y2={yOf(props.level)} />
        <line
          class="curve-now"
          x1={xOf(studio.clock.time())}
          x2={xOf(studio.clock.time())}
          y1={0}
          y2={HEIGHT}
        />
      </svg>
      <figcaption class="numbers quiet">
        <span>
          {numberOf(range()[0])} … {numberOf(range()[1])}
        </span>
        <Show when={Number.isFinite(now())}>
          <span>
            now <b class="curve-value">{numberOf(now() ?? 0)}</b>
          </span>
        </Show>
      </figcaption>
    </figure>
  );
}
