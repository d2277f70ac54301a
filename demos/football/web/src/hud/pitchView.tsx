import { createEffect, createMemo, createSignal, onCleanup, onMount, Show } from "solid-js";
import { PITCH_ID } from "../input/focus";
import { isSoftware } from "../pitch3d/renderer";
import { createStage, type Stage } from "../pitch3d/stage";
import { useMatch } from "../state/match";

/** The pitch, which receives the keys. Its picture may start later. */
export function PitchView(props: {
  isNight: boolean;
  /** Whether the pitch takes the focus, for the keys. */
  isPlayed: boolean;
  ready(stage: Stage): void;
}) {
  const match = useMatch();
  const [isFine, setFine] = createSignal<boolean>();
  let host!: HTMLElement;
  // On the CPU, the first picture blocks the page for seconds: until the kick-off, plain grass stands in its place.
  const isDrawn = createMemo<boolean>(
    (was) =>
      was ||
      isFine() === true ||
      (isFine() === false && match.scene() !== undefined && !match.run().isWaiting),
    false,
  );
  onMount(() => {
    void isSoftware().then((is) => setFine(!is));
    if (props.isPlayed) host.focus({ preventScroll: true });
  });
  return (
    <main
      class="pitch"
      id={PITCH_ID}
      ref={host}
      tabindex={0}
      aria-label="The pitch: play here with the keys"
    >
      <Show when={isDrawn()}>
        <Picture
          host={host}
          isFine={isFine() ?? false}
          isNight={props.isNight}
          ready={props.ready}
        />
      </Show>
    </main>
  );
}

/** The picture of the match. A click on a footballer selects it. */
function Picture(props: {
  host: HTMLElement;
  isFine: boolean;
  isNight: boolean;
  ready(stage: Stage): void;
}) {
  const match = useMatch();
  const { host } = props;
  let canvas!: HTMLCanvasElement;
  let layer!: HTMLDivElement;
  onMount(() => {
    const stage = createStage(canvas, layer, props.isFine);
    props.ready(stage);
    const size = new ResizeObserver(() =>
      stage.resize({ width: host.clientWidth, height: host.clientHeight }),
    );
    size.observe(host);
    stage.resize({ width: host.clientWidth, height: host.clientHeight });
    let shown = "";
    createEffect(() => {
      const scene = match.scene();
      if (!scene) return;
      // Edited texts change the scene but not the picture.
      const { setup, pitch, footballers } = scene;
      const key = JSON.stringify([setup, pitch, footballers.length, props.isNight]);
      if (key === shown) return;
      shown = key;
      stage.setScene(scene, props.isNight);
    });
    let request = 0;
    const draw = () => {
      request = requestAnimationFrame(draw);
      const now = performance.now() / 1000;
      const between = match.playout.at(now);
      if (!between) return;
      stage.draw(
        {
          between,
          overlay: match.overlay(),
          selected: match.selected(),
          next: match.next,
          idle: match.idle,
          isOn: match.isOn,
        },
        now,
      );
    };
    draw();
    onCleanup(match.hearLeaves((leaves) => stage.addLeaves(leaves)));
    onCleanup(() => {
      cancelAnimationFrame(request);
      size.disconnect();
      stage.dispose();
    });
    const choose = (event: PointerEvent) => {
      const box = host.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * 2 - 1;
      const y = 1 - ((event.clientY - box.top) / box.height) * 2;
      const who = stage.nearestTo(x, y);
      if (who !== undefined) match.select(who);
    };
    host.addEventListener("pointerdown", choose);
    const wheel = (event: WheelEvent) => stage.zoomBy(Math.exp(-event.deltaY * 0.0012));
    host.addEventListener("wheel", wheel, { passive: true });
  });
  return (
    <>
      <canvas ref={canvas} aria-hidden="true" />
      <div class="labels" ref={layer} aria-hidden="true" />
    </>
  );
}
