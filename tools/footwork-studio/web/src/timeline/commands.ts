import { similarText } from "../query/similarText";
import { type Command, commandsOf } from "../state/keymap";
import type { Selected, Studio } from "../state/studio";
import { countText } from "../ui/counts";
import { copy, lostAtEnd, placeCopies } from "./clipboard";
import { edgePlaces, middleAround, nextPlace } from "./edges";
import {
  addAll,
  type Change,
  merge,
  nudgeEdges,
  remove,
  selectEvent,
  selectSpan,
  spansOf,
  split,
  trim,
} from "./edits";
import { editTarget } from "./editTarget";
import { createLabelClipboard } from "./labelClipboard";
import { isLabelLane, laneKey } from "./lanes";
import type { TimelineModel } from "./model";
import { moveAll } from "./moving";
import type { Nudges } from "./nudges";
import { around, zoomed } from "./scale";
import { nearestEdge, nextLabel } from "./spanSteps";

const NOTHING_SELECTED = "Nothing is selected";

/** Returns the commands of the timeline, for keys, buttons and the menu. */
export function timelineCommands(studio: Studio, model: TimelineModel, nudges: Nudges): Command[] {
  const { clock, timeline } = studio;
  type Labels = NonNullable<ReturnType<typeof studio.labels>>;
  const { whenShown } = studio.history;
  const editing = (make: (labels: Labels) => Change, otherwise: string) => () =>
    whenShown(() => {
      const labels = studio.labels();
      if (!labels) return;
      const change = make(labels);
      if (change.operations.length > 0) model.commit(change, labels.clip);
      else news(otherwise);
    });
  const news = (text: string) => studio.notices.say({ kind: "news", text });
  const nothing = "Nothing is selected, and the active lane has no label here";
  const target = (labels: Labels) =>
    editTarget(labels, studio.selection(), timeline.lane(), clock.frame());
  const cannotTrim = "No selected span can start or end here, and the active lane has no span here";
  const edit = commandsOf("Editing labels");
  /** Returns a command that changes labels. */
  const changing = (...of: Parameters<typeof edit>): Command => ({ ...edit(...of), edits: true });
  const view = commandsOf("Timeline");
  type Nudge = Parameters<Nudges["press"]>[1];
  const nudging = (id: string, title: string, key: string, make: Nudge, after = () => {}) => {
    const press = () =>
      whenShown(() => {
        nudges.press(id, make);
        after();
      });
    const end = () => whenShown(nudges.end);
    const run = () => {
      press();
      end();
    };
    return { ...changing(id, title, [key], run, "repeats"), hold: { press, end } };
  };
  const nudgeEdge = (id: string, title: string, key: string, side: "start" | "stop", by: 1 | -1) =>
    nudging(
      id,
      title,
      key,
      (labels, target, times) => nudgeEdges(labels, target, side, by * times),
      () => {
        // Show the pose at the moved edge. For an end, this is the last frame with the tag.
        const [only, ...rest] = nudges.selection();
        clock.pause();
        if (only?.kind === "span" && rest.length === 0)
          clock.seek(side === "start" ? only.start : only.stop - 1);
      },
    );
  const move = (id: string, title: string, key: string, by: 1 | -1) =>
    nudging(id, title, key, (labels, target, times) => moveAll(labels, target, by * times));
  const selectNext = (by: 1 | -1, of: "lane" | "clip") => () => {
    const labels = studio.labels();
    const lane = of === "lane" ? timeline.lane() : undefined;
    const next = labels && nextLabel(labels, studio.selection(), lane, clock.frame(), by);
    if (!next) return news(by > 0 ? "No label follows here" : "No label comes before");
    if (of === "clip")
      timeline.setLane(
        next.kind === "span"
          ? { kind: "tag", name: next.tag }
          : { kind: "event", name: next.event },
      );
    clock.pause();
    studio.select([next]);
    clock.seek(next.kind === "span" ? next.start : next.time);
  };
  const activate = (by: 1 | -1) => () => {
    const all = model.lanes().flatMap(({ lane }) => (isLabelLane(lane) ? [lane] : []));
    const now = timeline.lane();
    const at = all.findIndex((lane) => lane.kind === now?.kind && lane.name === now.name);
    const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
    if (!next) return;
    studio.select([]);
    timeline.setLane({ kind: next.kind, name: next.name });
  };
  const playAround = () => {
    const frame = clock.frame();
    const labels = studio.labels();
    const edge = nearestEdge(labels ? target(labels) : [], frame) ?? frame;
    const half = Math.round(clock.framesPerSec() / 2);
    clock.playOnce({ start: edge - half, stop: edge + half }, frame);
  };

  const clipboard = createLabelClipboard(navigator.clipboard);
  const copyAll = (some: readonly Selected[], otherwise: string) => {
    const labels = studio.labels();
    if (!labels || some.length === 0) news(otherwise);
    else void clipboard.copy(copy(labels, some));
  };
  const paste = async (how: "frame" | "proportion" | "shown") => {
    const clip = studio.clip();
    const frame = clock.frame();
    const copied = await clipboard.read();
    // Do not paste into a clip opened while the browser asked for permission.
    if (studio.clip() !== clip) return news("Another clip was opened: nothing was pasted");
    if (!copied) return news("Nothing has been copied");
    const length = clock.frames();
    const { cut, left } = lostAtEnd(copied, length, how, frame);
    const count = copied.spans.length + copied.events.length;
    editing(
      (labels) => addAll(labels, placeCopies(copied, labels.frames, how, frame)),
      left === count
        ? "All of it lies beyond the end of this clip"
        : "All of it is already in this clip",
    )();
    if (cut > 0) news(`${countText(cut, "span is", "spans are")} cut at the end of this clip`);
    if (left > 0 && left < count)
      news(`${countText(left, "label is", "labels are")} left out: beyond the end of this clip`);
  };
  const jump = (direction: 1 | -1) => {
    const labels = studio.labels();
    const to = labels && nextPlace(edgePlaces(labels), clock.frame(), direction);
    clock.pause();
    if (to !== undefined) clock.seek(to);
  };
  /**
   * Goes to the middle of the selection. Without a selection, goes to the middle between the edges before and after the
   * playhead.
   */
  const goToMiddle = () => {
    const labels = studio.labels();
    const range = selectedFrames();
    const places = range ? [range.start, range.stop] : labels ? edgePlaces(labels) : [];
    const isInside = range && range.start <= clock.frame() && clock.frame() < range.stop;
    const from = range && !isInside ? range.start : clock.frame();
    const to = middleAround(places, from);
    clock.pause();
    if (to !== undefined) clock.seek(to);
  };
  const zoom = (by: number) =>
    timeline.setView((now) => zoomed(now, clock.frames(), clock.time(), by));
  /** Returns the frames from the first to the last selected frame. */
  const selectedFrames = () => framesOf(studio.selection());
  const framesOf = (some: readonly Selected[]) => {
    if (some.length === 0) return undefined;
    const starts = some.map((one) => (one.kind === "span" ? one.start : Math.floor(one.time)));
    const stops = some.map((one) => (one.kind === "span" ? one.stop : Math.floor(one.time) + 1));
    return { start: Math.min(...starts), stop: Math.max(...stops) };
  };
  const selectAll = () => {
    const labels = studio.labels();
    if (labels) studio.select([...labels.spans.map(selectSpan), ...labels.events.map(selectEvent)]);
  };
  const editNumbers = () => {
    const labels = studio.labels();
    const [first] = labels ? target(labels) : [];
    if (!first) return news(nothing);
    studio.select([first]);
    const key = first.kind === "span" ? `tag:${first.tag}` : `event:${first.event}`;
    const placed = model.lanes().find(({ lane }) => laneKey(lane) === key);
    const frame = first.kind === "span" ? first.start : first.time;
    model.setEditing({ frame, y: (placed?.top ?? 0) - model.top() });
  };

  return [
    changing(
      "edit.remove",
      "Remove",
      ["Delete", "Backspace"],
      editing(() => remove(studio.selection()), NOTHING_SELECTED),
    ),
    changing(
      "edit.split",
      "Split at the playhead",
      ["Shift+s"],
      editing(
        (labels) => split(target(labels), clock.frame()),
        "The playhead is not inside a selected span or a span of the active lane",
      ),
    ),
    changing(
      "edit.merge",
      "Merge spans, or a span with the next one",
      ["Shift+m"],
      editing((labels) => merge(labels, target(labels)), "No span to merge with"),
    ),
    changing(
      "edit.trimStart",
      "Start at the shown frame",
      ["["],
      editing((labels) => trim(labels, target(labels), "start", clock.frame()), cannotTrim),
    ),
    changing(
      "edit.trimStop",
      "End with the shown frame",
      ["]"],
      editing((labels) => trim(labels, target(labels), "stop", clock.frame()), cannotTrim),
    ),
    nudgeEdge("edit.startEarlier", "Start a frame earlier", "Shift+q", "start", -1),
    nudgeEdge("edit.startLater", "Start a frame later", "Shift+w", "start", 1),
    nudgeEdge("edit.stopEarlier", "End a frame earlier", "Shift+e", "stop", -1),
    nudgeEdge("edit.stopLater", "End a frame later", "Shift+r", "stop", 1),
    move("edit.moveLeft", "Move a frame to the left", "<", -1),
    move("edit.moveRight", "Move a frame to the right", ">", 1),
    edit(
      "edit.nextLabel",
      "Select the next label of the lane",
      ["}"],
      selectNext(1, "lane"),
      "repeats",
    ),
    edit(
      "edit.previousLabel",
      "Select the previous label of the lane",
      ["{"],
      selectNext(-1, "lane"),
      "repeats",
    ),
    edit(
      "edit.nextLabelOfClip",
      "Select the next label of any lane",
      ["Alt+ArrowDown"],
      selectNext(1, "clip"),
      "repeats",
    ),
    edit(
      "edit.previousLabelOfClip",
      "Select the previous label of any lane",
      ["Alt+ArrowUp"],
      selectNext(-1, "clip"),
      "repeats",
    ),
    edit("edit.laneBelow", "Go to the lane below", ["Mod+ArrowDown"], activate(1), "repeats"),
    edit("edit.laneAbove", "Go to the lane above", ["Mod+ArrowUp"], activate(-1), "repeats"),
    edit(
      "edit.playAround",
      "Play half a second before and after the edge",
      ["Shift+Space"],
      playAround,
    ),
    changing("edit.numbers", "Edit the numbers", ["Enter", "F2"], editNumbers),
    changing("edit.relabel", "Change the tag or the event", ["F4"], () => {
      const labels = studio.labels();
      if (!labels || studio.selection().length === 0) return news(NOTHING_SELECTED);
      if (labels.readOnly) return news(labels.readOnly);
      model.setRelabelling(true);
    }),
    changing("edit.shiftAll", "Shift all labels by some frames", ["Alt+m"], () => {
      const labels = studio.labels();
      if (!labels) return;
      if (labels.readOnly) return news(labels.readOnly);
      model.setShifting(true);
    }),
    edit("edit.selectLane", "Select all of the lane", ["Shift+a"], () => {
      const lane = timeline.lane();
      const labels = studio.labels();
      if (!lane || !labels) return selectAll();
      studio.select([
        ...labels.spans
          .filter(({ tag }) => lane.kind === "tag" && tag === lane.name)
          .map(selectSpan),
        ...labels.events
          .filter(({ event }) => lane.kind === "event" && event === lane.name)
          .map(selectEvent),
      ]);
    }),
    edit("edit.selectAll", "Select all of the clip", ["Mod+a"], selectAll),
    edit("edit.selectNone", "Select nothing", ["Shift+d"], () => studio.select([])),
    edit("edit.copy", "Copy", ["Mod+c"], () => {
      const labels = studio.labels();
      copyAll(labels ? target(labels) : [], nothing);
    }),
    changing("edit.cut", "Cut", ["Mod+x"], () => {
      copyAll(studio.selection(), NOTHING_SELECTED);
      const gone = remove(studio.selection());
      if (gone.operations.length === 0) return;
      editing(() => ({ ...gone, label: gone.label.replace("remove", "cut") }), "")();
    }),
    changing("edit.paste", "Paste on the same frames", ["Mod+v"], () => void paste("frame")),
    changing("edit.pasteHere", "Paste at the playhead", ["Shift+v"], () => void paste("shown")),
    changing(
      "edit.pasteScaled",
      "Paste by proportion of the clip",
      ["Mod+Shift+v"],
      () => void paste("proportion"),
    ),
    view("timeline.nextEdge", "Go to the next edge", ["ArrowDown"], () => jump(1), "repeats"),
    view(
      "timeline.previousEdge",
      "Go to the previous edge",
      ["ArrowUp"],
      () => jump(-1),
      "repeats",
    ),
    view("timeline.middle", "Go to the middle between two marks", ["Shift+Home"], goToMiddle),
    view("timeline.zoomIn", "Zoom in", ["+", "="], () => zoom(0.6), "repeats"),
    view("timeline.zoomOut", "Zoom out", ["-"], () => zoom(1 / 0.6), "repeats"),
    view("timeline.fit", "Show the whole clip", ["0"], () =>
      timeline.setView({ start: 0, stop: clock.frames() }),
    ),
    view("timeline.fitSelected", "Zoom to the selection", ["Shift+f"], () => {
      const range = selectedFrames();
      if (range) timeline.setView(around(range, clock.frames()));
    }),
    view("similar.find", "Find similar frames in all clips", ["Shift+h"], () => {
      const labels = studio.labels();
      if (!labels) return;
      const frame = clock.frame();
      const { start, stop } = framesOf(target(labels)) ??
        clock.loop() ?? { start: frame, stop: frame + 1 };
      clock.pause();
      studio.query.type(similarText(labels.clip, start, Math.min(stop, labels.frames)));
      studio.prefer({ panel: "result" });
    }),
    view("timeline.loop", "Loop the selection", ["Shift+l"], () => {
      const range = selectedFrames();
      const now = clock.loop();
      const isSame = now && range && now.start === range.start && now.stop === range.stop;
      clock.setLoop(isSame ? undefined : range);
    }),
  ];
}

/** Returns whether the menu and the buttons enable the command with this id. */
export const canEdit = (studio: Studio, id: string): boolean => {
  const labels = studio.labels();
  const { clock, timeline } = studio;
  const some = labels ? editTarget(labels, studio.selection(), timeline.lane(), clock.frame()) : [];
  if (labels?.readOnly) return !/^edit\.(?!copy|select)/.test(id);
  switch (id) {
    case "edit.copy":
    case "edit.numbers":
      return some.length > 0;
    case "edit.remove":
    case "edit.cut":
    case "edit.relabel":
    case "timeline.fitSelected":
      return studio.selection().length > 0;
    case "edit.split":
    case "edit.merge":
    case "edit.trimStart":
    case "edit.trimStop":
      return spansOf(some).length > 0;
    case "timeline.loop":
      return studio.selection().length > 0 || clock.loop() !== undefined;
    default:
      return true;
  }
};
