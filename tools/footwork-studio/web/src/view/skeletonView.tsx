import {
  createEffect,
  createMemo,
  createSignal,
  on,
  onCleanup,
  onMount,
  Show,
  untrack,
} from "solid-js";
import { splitName } from "../clips/arrange";
import { useStudio } from "../state/studio";
import { createLatePart } from "../ui/latePart";
import { Prose } from "../ui/prose";
import { BesideTitles, type BesideTitlesHandle } from "./beside/besideTitles";
import { showBeside } from "./beside/showBeside";
import { gridUnit } from "./cameraFit";
import { clearStage } from "./clearStage";
import { Compass, type CompassHandle } from "./compass";
import { createFigure, type Figure } from "./figure";
import { posesOf } from "./frames";
import type { NamesLayer } from "./namesLayer";
import { onSchemeChange, readColours } from "./palette";
import { showRecording } from "./recording/showRecording";
import type { Stage } from "./stage/stage";
import { COLOURS } from "./stage/stageColours";
import { Toolbar } from "./toolbar";
import { steer, viewCommands, viewOf } from "./viewCommands";
import "./skeletonView.css";

/** The height of the controls at the lower edge of the picture, in pixels. */
const LEGEND_PIXELS = 24;
/** The height of the line above the controls that explains a missing mesh, in pixels. */
const MESH_PROBLEM_PIXELS = 20;

/** Why there is no picture; `none` if there is one. */
type Failure = "none" | "no-file" | "no-webgl" | "lost";

// Three.js is in a separate file, which loads while the rest of the page can be used already.
const loadDrawing = () => Promise.all([import("./stage/stage"), import("./namesLayer")]);

/** The motion of the open clip in 3D. */
export function SkeletonView() {
  const studio = useStudio();
  const { clock, motion, recording } = studio;
  const [stage, setStage] = createSignal<Stage | undefined>(undefined);
  const drawing = createLatePart(loadDrawing, studio.isConnected);
  const [broken, setBroken] = createSignal<Failure>("none");
  const failure = (): Failure => (drawing.isMissing() ? "no-file" : broken());
  const [figure, setFigure] = createSignal<Figure | undefined>(undefined);
  const view = createMemo(() => viewOf(studio.preferences()));
  const namesAny = () => view().names || studio.marked() !== undefined;
  let names: NamesLayer | undefined;
  let reinset: (() => void) | undefined;
  let titles: BesideTitlesHandle | undefined;
  let compass: CompassHandle | undefined;
  let frame!: HTMLDivElement;
  let holder!: HTMLDivElement;
  let head!: HTMLDivElement;
  let layer!: HTMLDivElement;

  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");

  function begin([{ createStage }, { createNamesLayer }]: Awaited<ReturnType<typeof loadDrawing>>) {
    let made: Stage;
    try {
      made = createStage(canvas, {
        drawn(at) {
          compass?.turn(at.camera.matrixWorld.elements);
          if (namesAny()) names?.draw(at);
          titles?.draw(at);
        },
        lost: () => setBroken("lost"),
        restored: () => setBroken("none"),
      });
    } catch {
      setBroken("no-webgl");
      return;
    }
    names = createNamesLayer(layer);
    const colour = () => made.setColours(readColours(frame, COLOURS));
    colour();
    onCleanup(onSchemeChange(colour));
    onCleanup(watchSize(holder, made.resize));
    // In a narrow view, the buttons are above the picture and cover no part of it.
    const inset = () => {
      const buttons = head.querySelector(".view-toolbar") ?? head;
      const [over, under] = [buttons, holder].map((part) => part.getBoundingClientRect());
      const top = Math.max((over?.bottom ?? 0) - (under?.top ?? 0), 0);
      const line = untrack(meshProblem) ? LEGEND_PIXELS + MESH_PROBLEM_PIXELS : 0;
      made.setInsets({ top, bottom: Math.max(top > 0 ? LEGEND_PIXELS : 0, line) });
    };
    reinset = inset;
    onCleanup(watchSize(head, inset));
    onCleanup(watchSize(holder, inset));
    onCleanup(made.dispose);
    setStage(made);
  }
  createEffect(
    on(drawing.part, (loaded) => {
      if (loaded) begin(loaded);
    }),
  );

  onMount(() => holder.prepend(canvas));
  // Creating the picture blocks the page for a while, so wait until the list of clips is loaded.
  let hasBegun = false;
  createEffect(() => {
    if (hasBegun || !studio.library()) return;
    hasBegun = true;
    requestAnimationFrame(() => setTimeout(drawing.ask));
  });
  onCleanup(studio.addCommands(viewCommands(studio, stage)));

  /** The skeleton of the clip, and a frame that shows its stance; `undefined` until both are loaded. */
  const ready = createMemo(
    () => {
      const joints = motion.joints();
      motion.loaded();
      // After a reload of the library, the shown frame is loaded first, and the first frame may be missing.
      const frame = untrack(() => [0, clock.frame()].find((at) => motion.positions(at)));
      return joints && frame !== undefined ? { joints, frame } : undefined;
    },
    undefined,
    { equals: (before, now) => before?.joints === now?.joints },
  );
  createEffect(
    on([ready, stage, motion.problem, recording.isShown], ([known, at, problem, isRecorded]) => {
      if (!at || isRecorded) return;
      const pose = known && motion.positions(known.frame);
      if (!pose) {
        // The last pose stays visible briefly while the next clip loads, unless the next clip has no pose.
        clearStage(at.clear, problem !== undefined || clock.frames() <= 1);
        setFigure(undefined);
        return;
      }
      const first = motion.chunkAt(known.frame);
      const later = motion.positions(Math.max((first?.stop ?? 1) - 1, 0)) ?? pose;
      const made = createFigure(known.joints, pose, later, posesOf(motion, first));
      setFigure(made);
      const { chunkAt, positions } = motion;
      const { turnsAt } = studio.mesh;
      const framesPerSec = clock.framesPerSec();
      // The motion may arrive after the user went to another frame, so show the current frame.
      const shown = { chunkAt, positions, turnsAt, frames: clock.frames(), framesPerSec };
      at.show(shown, made, clock.frame());
      at.setMesh(untrack(studio.mesh.mesh));
    }),
  );
  createEffect(
    on(studio.mesh.mesh, (mesh) => {
      if (!recording.isShown()) stage()?.setMesh(mesh);
    }),
  );
  createEffect(on(studio.mesh.loaded, () => stage()?.ask()));
  showBeside(studio, stage, () => (recording.isShown() ? undefined : figure()));
  showRecording(studio, stage, () => frame, setFigure);
  createEffect(() => stage()?.setFrame(recording.isShown() ? recording.frame() : clock.frame()));
  createEffect(() => stage()?.setOptions(view()));
  createEffect(on(motion.loaded, () => stage()?.ask()));
  createEffect(() => {
    names?.show(studio.marked(), view().names);
    if (!namesAny() || !figure()) names?.clear();
    stage()?.ask();
  });

  /** The shown frame of the recording; `undefined` if the view does not show the recording. */
  const recorded = () => (recording.isShown() ? recording.now() : undefined);
  const recordedClip = () => recording.tape()?.clips[recorded()?.pose.clip ?? -1];
  const name = createMemo(() =>
    splitName(recordedClip()?.name ?? studio.clip() ?? "No clip is open"),
  );
  const frames = () => studio.rowOf(studio.clip())?.frames;
  const seconds = (at: number) => (at / clock.framesPerSec()).toFixed(2);
  const message = () => {
    if (!recorded() && studio.clip() === undefined) return undefined;
    if (failure() === "no-file") return "The 3D view did not load: the studio did not answer.";
    if (failure() === "no-webgl")
      return "This browser cannot show 3D: WebGL is disabled or missing. Everything else works.";
    if (failure() === "lost")
      return "The graphics card is not available. The picture returns when it is.";
    if (recorded()) return recordedClip()?.problem ?? undefined;
    const problem = motion.problem();
    if (problem) return problem.message;
    if (frames() === 0) return "This clip has no frames.";
    return undefined;
  };
  /** Why the open clip or the second clip shows only bones. */
  const meshProblem = () => {
    const { beside, mesh } = studio;
    const own = mesh.problem();
    const other = beside.clip() === undefined ? undefined : beside.mesh.problem();
    const said = [
      own && `No mesh: ${own.message}`,
      other && `No mesh of ${beside.clip()}: ${other.message}`,
    ];
    return said.filter((text) => text !== undefined).join(" · ");
  };
  createEffect(on(createMemo(meshProblem), () => reinset?.(), { defer: true }));
  const isWaiting = () => {
    if (message() !== undefined) return false;
    if (recorded()) return !recording.problem() && !recording.jointsAt(recording.frame());
    return studio.clip() !== undefined && !motion.isLoaded(clock.frame());
  };
  /** Why the open clip cannot be shown; `undefined` while the view shows a recording. */
  const clipProblem = () => (recorded() ? undefined : motion.problem());
  // The description stays the same during playback, because a screen reader cannot read 60 descriptions per second.
  const told = createMemo((before: string) => {
    const shown = recorded();
    if (shown)
      return `Recorded character, frame ${recording.frame()}, playing ${recordedClip()?.name}`;
    const clip = studio.clip();
    if (clip === undefined) return "No clip is open";
    if (failure() !== "none") return `No picture of ${clip}`;
    if (clock.isPlaying()) {
      const playing = `Skeleton of ${clip}, playing`;
      return before === playing ? before : playing;
    }
    const other = studio.beside.clip();
    const both = other === undefined ? clip : `${clip} beside ${other}`;
    return `Skeleton of ${both}, frame ${clock.frame()} of ${clock.frames()}, ${seconds(clock.frame())} seconds`;
  }, "");
  createEffect(() => canvas.setAttribute("aria-label", told()));

  return (
    <div class="skeleton-view" ref={frame}>
      <div
        class="view-picture"
        role="group"
        aria-label="Camera: arrows turn it, with Shift they move it, Page Up and Page Down zoom"
        tabIndex={0}
        ref={holder}
        onMouseDown={(event) => {
          // After a click, keys must play and tag instead of going to a text field.
          event.preventDefault();
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        }}
        onKeyDown={(event) => {
          const at = stage();
          if (at && steer(at, event)) {
            event.preventDefault();
            event.stopPropagation();
          }
        }}
      >
        <div class="view-names" aria-hidden="true" ref={layer} />
        <BesideTitles handle={(handle) => (titles = handle)} />
      </div>
      <div class="view-head" ref={head}>
        <div class="view-where own-layer">
          <strong title={studio.clip() ?? ""}>
            <span class="view-name-start">{name().folder + name().head}</span>
            <span>{name().tail}</span>
          </strong>
          <Show
            when={recorded()}
            fallback={
              <Show when={studio.clip() !== undefined}>
                <span class="view-time">
                  {clock.frame()} / {clock.frames()} · {seconds(clock.frame())} s
                </span>
              </Show>
            }
          >
            {(shown) => (
              <span class="view-time">
                {shown().pose.frame} · recorded at {shown().secs.toFixed(2)} s
              </span>
            )}
          </Show>
        </div>
        <Toolbar stage={stage()} />
      </div>
      <Show when={!message() && !isWaiting() && meshProblem()}>
        {(text) => (
          <p class="view-mesh-problem" role="status" title={text()}>
            {text()}
          </p>
        )}
      </Show>
      <Show when={figure() && failure() === "none" && !message()}>
        <p class="view-legend" aria-hidden="true">
          <span class="limb-left">left</span>
          <span class="limb-right">right</span>
          <span class="grid-unit">{gridUnit(figure()?.stature ?? 1)} m</span>
          <Show when={recorded()}>
            <span class="path-wanted">wanted</span>
            <span class="path-got">got</span>
          </Show>
          <Show when={view().ghosts}>
            <span class="ghost-before">before</span>
            <span class="ghost-after">after</span>
          </Show>
        </p>
        <Compass handle={(handle) => (compass = handle)} />
      </Show>
      <Show when={message()}>
        {(text) => (
          <div class="view-message" role="status">
            <p>
              <Prose text={text()} />
            </p>
            <Show when={failure() === "none" && clipProblem()?.hint}>
              {(hint) => (
                <p class="view-hint">
                  <Prose text={hint()} />
                </p>
              )}
            </Show>
            <Show when={failure() === "no-file" ? drawing.ask : clipProblem() && motion.retry}>
              {(retry) => (
                <button type="button" onClick={() => retry()()}>
                  Try again
                </button>
              )}
            </Show>
          </div>
        )}
      </Show>
      <Show when={isWaiting()}>
        <p class="view-loading" role="status">
          {studio.isConnected() ? "Loading …" : "Not loaded: the studio does not answer"}
        </p>
      </Show>
    </div>
  );
}

function watchSize(element: HTMLElement, changed: (width: number, height: number) => void) {
  const observer = new ResizeObserver(([entry]) => {
    if (entry) changed(entry.contentRect.width, entry.contentRect.height);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
