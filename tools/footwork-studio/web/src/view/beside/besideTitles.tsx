import { Show } from "solid-js";
import { splitName } from "../../clips/arrange";
import { useStudio } from "../../state/studio";
import type { Stage } from "../stage/stage";

/** Moves the clips' names together with their characters. */
export interface BesideTitlesHandle {
  draw(stage: Pick<Stage, "tops" | "size">): void;
}

/** The height of a name, in pixels. */
const HEIGHT = 18;
/** The distance of a name from the edges of the picture, in pixels. */
const EDGE = 4;

/** The names of both clips above their characters, shown if there are two clips. */
export function BesideTitles(props: { handle(handle: BesideTitlesHandle): void }) {
  const studio = useStudio();
  let first: HTMLSpanElement | undefined;
  let second: HTMLSpanElement | undefined;
  props.handle({
    draw(stage) {
      if (studio.beside.clip() === undefined) return;
      const { width, height } = stage.size();
      const tops = stage.tops();
      for (const [at, title] of [first, second].entries()) {
        const top = tops[at];
        if (!title) continue;
        title.hidden = top === undefined;
        if (!top) continue;
        const half = title.offsetWidth / 2;
        const x = Math.min(Math.max(top[0], half + EDGE), width - half - EDGE);
        const y = Math.min(Math.max(top[1], HEIGHT + EDGE), height - EDGE);
        title.style.transform = `translate(${x - half}px, ${y - HEIGHT}px)`;
      }
    },
  });
  const short = (name: string | undefined) => {
    const { head, tail } = splitName(name ?? "");
    return head + tail;
  };
  return (
    <Show when={studio.beside.clip()}>
      <div class="beside-titles" aria-hidden="true">
        <span ref={first}>{short(studio.clip())}</span>
        <span ref={second}>{short(studio.beside.clip())}</span>
      </div>
    </Show>
  );
}
