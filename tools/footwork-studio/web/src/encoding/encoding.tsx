import {
  createEffect,
  createMemo,
  createSignal,
  For,
  on,
  onCleanup,
  onMount,
  Show,
} from "solid-js";
import { wrongIn } from "../state/encoding";
import { useStudio } from "../state/studio";
import { backAfterPointer } from "../ui/backAfterPointer";
import { createLatePart } from "../ui/latePart";
import { onSchemeChange } from "../view/palette";
import { eventChoices, eventToShow } from "./eventChoices";
import { figuresOf, summaryOf, tidy } from "./figures";
import { FigureView } from "./figureView";
import type { PlotColours } from "./plot";
import { SecondsField } from "./secondsField";
import { pageAt, SPANS, type Span, spanFor } from "./timeWindow";
import "./encoding.css";

/** Shows an event of the clip as the signals that networks learn, step by step. */
export function Encoding() {
  const studio = useStudio();
  const { clock, encoding } = studio;
  const plots = createLatePart(() => import("./plot"), studio.isConnected);
  onMount(plots.ask);
  const [schemes, setSchemes] = createSignal(0);
  const [span, setSpan] = createSignal<Span>(undefined);
  let colours: PlotColours | undefined;
  let holder!: HTMLDivElement;

  const choices = createMemo(() =>
    eventChoices(
      (studio.labels()?.events ?? []).map(({ event }) => event),
      (studio.library()?.events ?? []).map(({ name }) => name),
    ),
  );
  const event = createMemo(() => eventToShow(encoding.event(), choices()));
  /** The events of the clip as one text. The text changes whenever an event is added, moved or removed. */
  const moments = createMemo(() =>
    (studio.labels()?.events ?? []).map((moment) => `${moment.event} ${moment.time}`).join("\n"),
  );
  const isSaved = createMemo(() => studio.queue.pending().length === 0);
  const loadedClip = createMemo(() => studio.labels()?.clip);
  createEffect(
    on(
      [loadedClip, event, moments, isSaved, encoding.windowSecs, encoding.sigmaSecs],
      ([clip, of, , isOnDisk]) => {
        // The server encodes the events on disk, so wait until pending edits are saved.
        if (isOnDisk) encoding.ask(clip, of);
      },
    ),
  );
  onCleanup(encoding.stop);

  onMount(() => onCleanup(onSchemeChange(() => ((colours = undefined), setSchemes((n) => n + 1)))));
  const host = {
    colours: () => (colours ??= readPlotColours(holder)),
    seek: (at: number) => clock.seek(Math.round(at * clock.framesPerSec())),
  };

  const shown = createMemo(() => {
    const encoded = encoding.encoded();
    return encoded?.clip === studio.clip() ? encoded : undefined;
  });
  const figures = createMemo(() => {
    const encoded = shown();
    return encoded ? figuresOf(encoded) : [];
  });
  const times = createMemo(() => {
    const frames = shown()?.header.frames ?? 0;
    return Float64Array.from({ length: frames }, (_, at) => at / clock.framesPerSec());
  });
  const clipSecs = () => clock.frames() / clock.framesPerSec();
  createEffect(on(studio.clip, () => setSpan(spanFor(clipSecs()))));
  const page = createMemo(
    () => pageAt(clock.frame() / clock.framesPerSec(), clipSecs(), span()),
    [0, 1],
    {
      equals: (a, b) => a[0] === b[0] && a[1] === b[1],
    },
  );
  const wrong = createMemo(() => wrongIn(encoding.windowSecs(), encoding.sigmaSecs()));
  const isWrong = () => wrong().window !== undefined || wrong().sigma !== undefined;

  const choicesOf = (label: string, names: () => string[]) => (
    <Show when={names().length > 0}>
      <optgroup label={label}>
        <For each={names()}>
          {(name) => (
            <option value={name} selected={name === event()}>
              {name}
            </option>
          )}
        </For>
      </optgroup>
    </Show>
  );
  return (
    <div class="encoding" ref={holder}>
      <Show
        when={event() !== undefined}
        fallback={
          <p class="encoding-empty">
            {studio.clip() === undefined
              ? "Open a clip to see its events as signals."
              : "This library has no events yet. Mark one in the timeline, such as a foot strike, and this panel shows it as a network learns it."}
          </p>
        }
      >
        <div class="encoding-settings">
          <label class="encoding-row">
            <span>Event</span>
            <select
              value={event() ?? ""}
              onChange={(change) => encoding.choose(change.currentTarget.value)}
              {...backAfterPointer()}
            >
              {choicesOf("In this clip", () => choices().here)}
              {choicesOf("Not in this clip", () => choices().elsewhere)}
            </select>
          </label>
          <SecondsField
            label="W"
            hint="the window, how far the signal reaches before and after an event"
            value={encoding.windowSecs()}
            used={shown()?.header.windowSecs}
            least={0.01}
            most={2}
            step={0.01}
            wrong={wrong().window}
            set={encoding.setWindowSecs}
          />
          <SecondsField
            label="σ"
            hint="the smoothing, the standard deviation of the Gaussian"
            value={encoding.sigmaSecs()}
            used={shown()?.header.sigmaSecs}
            least={0}
            most={0.25}
            step={0.001}
            wrong={wrong().sigma}
            set={encoding.setSigmaSecs}
          />
          <Show when={!isWrong() && encoding.problem()}>
            {(problem) => (
              <p class="field-wrong" role="alert">
                {problem().message}
                <Show when={problem().hint}>{(hint) => <> {hint()}</>}</Show>
              </p>
            )}
          </Show>
          <label class="encoding-row">
            <span>Show</span>
            <select
              value={span() ?? ""}
              onChange={({ currentTarget: { value } }) =>
                setSpan(value === "" ? undefined : Number(value))
              }
              {...backAfterPointer()}
            >
              <option value="">the whole clip, {clipSecs().toFixed(2)} s</option>
              <For each={SPANS.filter((each) => each < clipSecs())}>
                {(each) => (
                  <option value={each} selected={each === span()}>
                    {each} s at the playhead
                  </option>
                )}
              </For>
            </select>
          </label>
        </div>
        <Show when={shown()}>
          {(encoded) => (
            <>
              <Show when={encoded().header.warnings.length > 0}>
                <ul class="encoding-warnings" aria-label="Warnings">
                  <For each={encoded().header.warnings}>
                    {(warning) => <li>{tidy(warning)}</li>}
                  </For>
                </ul>
              </Show>
              <p class="encoding-summary" aria-live="polite">
                {summaryOf(encoded(), clock.framesPerSec())}
              </p>
            </>
          )}
        </Show>
        <Show when={plots.isMissing()}>
          <p class="field-wrong" role="alert">
            The curves did not load: the studio did not answer.{" "}
            <button type="button" onClick={plots.ask}>
              Try again
            </button>
          </p>
        </Show>
        <Show when={plots.part()}>
          {(loaded) => (
            <Show when={figures().length > 0}>
              <For each={figures().map(({ id }) => id)}>
                {(_, at) => (
                  <Show when={figures()[at()]}>
                    {(figure) => (
                      <FigureView
                        figure={figure()}
                        times={times()}
                        frame={clock.frame()}
                        framesPerSec={clock.framesPerSec()}
                        page={page()}
                        isLast={at() === figures().length - 1}
                        create={loaded().createPlot}
                        host={host}
                        colours={schemes()}
                      />
                    )}
                  </Show>
                )}
              </For>
              <p class="encoding-key">
                <span class="key-event">event</span>
                <span class="key-decoded">decoded</span>
                <span class="key-playhead">playhead: click or drag to move it</span>
              </p>
            </Show>
          )}
        </Show>
      </Show>
    </div>
  );
}

function readPlotColours(element: HTMLElement): PlotColours {
  const probe = document.createElement("span");
  probe.hidden = true;
  element.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    first: read("curve-first"),
    second: read("curve-second"),
    text: read("quiet"),
    grid: read("figure-grid"),
    zero: read("line"),
    event: read("figure-event"),
    decoded: read("figure-decoded"),
  };
  probe.remove();
  return colours;
}
