import { createMemo, Match, Show, Switch } from "solid-js";
import { labelId, showKey } from "../state/keymap";
import { useStudio } from "../state/studio";
import { selectEvent, selectSpan } from "./edits";
import { namespaceOf, type PlacedLane } from "./lanes";
import type { TimelineModel } from "./model";
import "./laneName.css";

/** The heading to the left of a lane. */
export function LaneName(props: { model: TimelineModel; placed: PlacedLane }) {
  const studio = useStudio();
  const lane = () => props.placed.lane;
  const labelled = () => {
    const one = lane();
    return one.kind === "tag" || one.kind === "event" ? one : undefined;
  };
  const group = () => {
    const one = lane();
    return one.kind === "group" ? one : undefined;
  };
  const channel = () => {
    const one = lane();
    return one.kind === "channel" ? one : undefined;
  };
  return (
    <div
      class="lane-name"
      classList={{
        "lane-head": lane().kind === "group",
        "lane-curve": lane().kind === "channel",
      }}
      style={{ top: `${props.placed.top}px`, height: `${props.placed.height}px` }}
    >
      <Switch>
        <Match when={lane().kind === "matches"}>
          <i class="lane-swatch lane-matches" />
          <span class="lane-text">Query</span>
          <span class="lane-note">{studio.matches().length}</span>
        </Match>
        <Match when={group()}>
          {(group) => (
            <button
              type="button"
              class="lane-fold"
              aria-expanded={!group().isFolded}
              onClick={() => props.model.fold(group().of, group().namespace)}
            >
              <i class="lane-arrow" classList={{ "lane-arrow-open": !group().isFolded }} />
              <span class="lane-text">{group().namespace}</span>
              <Show when={group().isFolded}>
                <span class="lane-note">{group().names.length}</span>
              </Show>
            </button>
          )}
        </Match>
        <Match when={labelled()}>
          {(one) => (
            <LabelName
              model={props.model}
              kind={one().kind}
              name={one().name}
              isInGroup={one().isInGroup}
            />
          )}
        </Match>
        <Match when={lane().kind === "second"}>
          <span class="lane-second" title={`Labels from ${studio.library()?.second ?? "others"}`}>
            {studio.library()?.second}
          </span>
        </Match>
        <Match when={lane().kind === "proposed"}>
          <span class="lane-second" title="Proposed, not labelled">
            proposed
          </span>
        </Match>
        <Match when={channel()}>
          {(one) => (
            <CurveNames model={props.model} expression={one().expression} other={one().other} />
          )}
        </Match>
      </Switch>
    </div>
  );
}

function LabelName(props: {
  model: TimelineModel;
  kind: "tag" | "event";
  name: string;
  isInGroup: boolean;
}) {
  const studio = useStudio();
  const { timeline } = studio;
  const info = () => (props.kind === "tag" ? studio.tags() : studio.events()).get(props.name);
  const short = () =>
    props.isInGroup && props.name.includes(".")
      ? props.name.slice(namespaceOf(props.name).length + 1)
      : props.name;
  const key = () => studio.keymap().keysOf(labelId(props.kind, props.name))[0];
  const isActive = () => {
    const lane = timeline.lane();
    return lane?.kind === props.kind && lane.name === props.name;
  };
  const isHeld = createMemo(() => timeline.held().some(({ tag }) => tag === props.name));
  const isEmpty = () =>
    !(props.kind === "tag" ? props.model.grouped().spans : props.model.grouped().events).has(
      props.name,
    );
  const choose = () => {
    timeline.setLane({ kind: props.kind, name: props.name });
    const { spans, events } = props.model.grouped();
    studio.select(
      props.kind === "tag"
        ? (spans.get(props.name) ?? []).map(selectSpan)
        : (events.get(props.name) ?? []).map(selectEvent),
    );
  };
  return (
    <>
      <button
        type="button"
        class="lane-label"
        classList={{
          "lane-active": isActive(),
          "lane-held": props.kind === "tag" && isHeld(),
          "lane-in-group": props.isInGroup,
        }}
        title={`${props.name}${info()?.description ? `: ${info()?.description}` : ""}`}
        onClick={choose}
      >
        <i
          class="lane-swatch"
          classList={{ "lane-diamond": props.kind === "event" }}
          style={{ "--swatch": studio.colour(props.name) }}
        />
        <span class="lane-text">{short()}</span>
        <Show when={key()}>{(key) => <kbd>{showKey(key())}</kbd>}</Show>
      </button>
      <Show when={studio.pins.isPinned({ kind: props.kind, name: props.name }) && isEmpty()}>
        <button
          type="button"
          class="lane-close"
          aria-label={`Remove the lane of ${props.name}`}
          onClick={() => studio.pins.unpin({ kind: props.kind, name: props.name })}
        >
          ×
        </button>
      </Show>
    </>
  );
}

/** The names of a lane's curves, with their values at the playhead, and the range of the lane's axis. */
function CurveNames(props: {
  model: TimelineModel;
  expression: string;
  other: string | undefined;
}) {
  const axis = () => props.model.axes().get(props.expression);
  return (
    <span class="lane-curves">
      <CurveName model={props.model} expression={props.expression} />
      <Show when={props.other}>
        {(other) => <CurveName model={props.model} expression={other()} isSecond />}
      </Show>
      <Show when={axis()}>
        {(axis) => (
          <span
            class="lane-range"
            title="The range of the visible values, without the outermost 0.5 %"
          >
            {numberText(axis().low)} … {numberText(axis().high)}
          </span>
        )}
      </Show>
    </span>
  );
}

function CurveName(props: { model: TimelineModel; expression: string; isSecond?: boolean }) {
  const studio = useStudio();
  const curve = () => props.model.curves().get(props.expression);
  const values = () => {
    const now = curve();
    return now?.kind === "values" ? now : undefined;
  };
  const why = () => {
    const now = curve();
    return now?.kind === "none" ? now.why : undefined;
  };
  const edit = () => {
    studio.curve.write(props.expression);
    studio.prefer({ panel: "curve" });
  };
  return (
    <span class="lane-curve-text" classList={{ "lane-second-curve": props.isSecond ?? false }}>
      <button
        type="button"
        class="lane-expression"
        title={`Edit ${props.expression}`}
        onClick={edit}
      >
        <code>{props.expression}</code>
      </button>
      <Show when={values()}>
        {(curve) => (
          <span class="lane-value">{numberText(curve().values[studio.clock.frame()])}</span>
        )}
      </Show>
      <Show when={why()}>
        <span class="lane-why" title={why()}>
          {why()}
        </span>
      </Show>
      <button
        type="button"
        class="lane-close"
        aria-label={`Remove the curve of ${props.expression}`}
        onClick={() => props.model.dropCurve(props.expression)}
      >
        ×
      </button>
    </span>
  );
}

/** Formats a number with two decimals below 10, one decimal below 100, and none above; a dash for `undefined`. */
function numberText(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return value.toFixed(digits).replace("-", "−");
}
