import { useStudio } from "../state/studio";
import "./splitter.css";

/** How far an arrow key moves a splitter, in pixels. */
const STEP_PX = 16;

/** A draggable line at the edge of its parent that resizes the parent. */
export function Splitter(props: {
  /** The size that dragging changes. */
  of: "clips" | "side" | "time";
  /** The accessible name, such as `Width of the clips`. */
  label: string;
  min: number;
  max: number;
}) {
  const studio = useStudio();
  const isUpright = () => props.of !== "time";
  // The clips grow to the right, the side panel to the left, and the timeline upwards.
  const sign = () => (props.of === "clips" ? 1 : -1);
  let line: HTMLDivElement | undefined;

  const size = () => {
    const part = line?.parentElement?.getBoundingClientRect();
    return Math.round((isUpright() ? part?.width : part?.height) ?? 0);
  };
  const set = (to: number | undefined) => {
    const { [props.of]: _, ...others } = studio.preferences().sizes;
    const most = (isUpright() ? innerWidth : innerHeight) * props.max;
    const within = to === undefined ? undefined : Math.min(Math.max(to, props.min), most);
    studio.prefer({
      sizes: within === undefined ? others : { ...others, [props.of]: Math.round(within) },
    });
  };
  const drag = (down: PointerEvent) => {
    if (down.button !== 0 || !line) return;
    down.preventDefault();
    const from = size();
    const start = isUpright() ? down.clientX : down.clientY;
    const target = line;
    target.setPointerCapture(down.pointerId);
    target.classList.add("dragged");
    const move = (event: PointerEvent) =>
      set(from + sign() * ((isUpright() ? event.clientX : event.clientY) - start));
    const end = () => {
      target.classList.remove("dragged");
      target.removeEventListener("pointermove", move);
      target.removeEventListener("lostpointercapture", end);
    };
    target.addEventListener("pointermove", move);
    target.addEventListener("lostpointercapture", end);
  };
  const key = (event: KeyboardEvent) => {
    const grow = isUpright() ? "ArrowRight" : "ArrowDown";
    const shrink = isUpright() ? "ArrowLeft" : "ArrowUp";
    if (event.key === grow) set(size() + sign() * STEP_PX);
    else if (event.key === shrink) set(size() - sign() * STEP_PX);
    else if (event.key === "Enter") set(undefined);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={line}
      class={`splitter splitter-${props.of}`}
      role="separator"
      tabindex="0"
      aria-orientation={isUpright() ? "vertical" : "horizontal"}
      aria-label={props.label}
      aria-valuenow={studio.preferences().sizes[props.of] ?? props.min}
      aria-valuemin={props.min}
      title="Drag to resize; double-click to reset"
      onPointerDown={drag}
      onDblClick={() => set(undefined)}
      onKeyDown={key}
    />
  );
}
