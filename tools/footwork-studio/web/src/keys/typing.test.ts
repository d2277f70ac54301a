import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Desk, fakeBrowser, openDesk, type Part } from "../../tests/desk";
import { keysOf, PACES, type Pace, RECORDED, type Stroke, strokesOf } from "../../tests/typist";
import type { Selected } from "../state/selection";
import { isSelected } from "../timeline/edits";

vi.mock("../api/changes", () => ({ listenToChanges: () => () => {} }));

/** The number of random texts. The soak test runs more. */
const STREAMS = process.env.FOOTWORK_SOAK ? 100_000 : 1000;
const LONG = { timeout: process.env.FOOTWORK_SOAK ? 7_200_000 : 600_000 };

let desks: Desk[] = [];
beforeAll(async () => {
  fakeBrowser();
  desks = await Promise.all(RECORDED.clips.map(openDesk));
});
afterAll(() => {
  for (const desk of desks) desk.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Creates a generator of numbers from 0 to below 1, which are the same in every run. */
function random(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
const KEYS = [
  ..."abcdefghijklmnopqrstuvwxyz0123456789",
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  ...".,;:'()[]{}<>-_=+*!\"",
  ..."    ",
  "Backspace",
  "Delete",
  "Enter",
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Home",
  "End",
];

/** The pace at which the first letter of each text is typed. */
const SLOW: Pace = { msPerKey: 100, pauseMs: 0, heldShare: 0.5 };
const later = (strokes: readonly Stroke[], ms: number) =>
  strokes.map((stroke) => ({ ...stroke, at: stroke.at + ms }));

/** Returns a recorded text or random keys, at one of the paces. */
function stream(next: () => number, without: readonly string[] = []) {
  const pick = <T>(all: readonly T[]) => all[Math.floor(next() * all.length)] as T;
  const length = 4 + Math.floor(next() * 36);
  const keys =
    next() < 0.5 ? keysOf(pick(RECORDED.streams).text) : Array.from({ length }, () => pick(KEYS));
  return strokesOf(
    keys.filter((key) => !without.includes(key)),
    pick(PACES),
  );
}

/** Actions after which tagging is not armed. Each returns the part of the page that has the focus. */
const DISARMED: readonly ((desk: Desk) => Part)[] = [
  () => "body",
  (desk) => (desk.press("Escape"), "timeline"),
  (desk) => (desk.click("timeline"), desk.press("Escape"), "timeline"),
  (desk) => (desk.click("timeline"), desk.click("row"), "row"),
  (desk) => (desk.click("timeline"), desk.click("tab"), "body"),
  (desk) => (desk.click("timeline"), desk.focus("cell"), "cell"),
  (desk) => (desk.click("timeline"), desk.focus("query"), desk.focus("view"), "view"),
  (desk) => (desk.press("Enter", "timeline"), desk.press("Escape"), desk.click("play"), "play"),
  (desk) => (desk.click("timeline"), desk.focus("frame"), "frame"),
  (desk) => (desk.click("view"), "view"),
  ...(["split", "tagKey", "remove", "state", "undo", "cell"] as const).map(
    (part) => (desk: Desk) => (desk.press("Escape"), desk.press("Tab"), desk.focus(part), part),
  ),
];

/** Makes sure that tagging is not armed, by one of the `DISARMED` actions. Returns the part with the focus. */
function disarm(desk: Desk, next: () => number): Part {
  desk.studio.arming.disarm();
  const part = DISARMED[Math.floor(next() * DISARMED.length)]?.(desk) ?? "body";
  expect(desk.studio.arming.isArmed()).toBe(false);
  return part;
}

/** Sets a random selection or none, and the mode hold or tap. */
function vary(desk: Desk, next: () => number) {
  const { studio } = desk;
  studio.prefer({ tagging: next() < 0.7 ? "hold" : "tap" });
  studio.clock.pause();
  studio.clock.seek(Math.floor(next() * studio.clock.frames()));
  const spans = studio.labels()?.spans ?? [];
  const span = spans[Math.floor(next() * spans.length)];
  studio.select(span && next() < 0.5 ? [{ kind: "span", ...span }] : []);
}

/** Returns the labels that an edit removes. */
const removed = ({ clips }: Desk["made"][number]): Selected[] =>
  clips
    .flatMap(({ operations }) => operations)
    .flatMap((one): Selected[] =>
      one.kind === "removeSpan"
        ? [{ ...one, kind: "span" }]
        : one.kind === "removeEvent"
          ? [{ ...one, kind: "event" }]
          : [],
    );

/** Returns the desk for the stream with this number. */
const deskOf = (seed: number) => desks[seed % desks.length] as Desk;

describe("while tagging is not armed", () => {
  it("typed text changes no label", LONG, () => {
    for (let seed = 0; seed < STREAMS; seed += 1) {
      const next = random(seed);
      const desk = deskOf(seed);
      const before = desk.content();
      const part = disarm(desk, next);
      vary(desk, next);
      const from = performance.now();
      // Begin with a letter. At the start of a text, Enter would arm tagging on the timeline, or activate a button.
      const strokes = strokesOf(["x"], SLOW).concat(later(stream(next), SLOW.msPerKey));
      desk.type(strokes, part);
      expect(desk.content(), `stream ${seed}`).toBe(before);
      expect(desk.edits(), `stream ${seed}`).toBe(0);
      const letters = strokes.filter(
        ({ key, isDown }) => isDown && key.length === 1 && key !== " ",
      );
      for (const { at } of desk.activated.splice(0))
        expect(
          letters.some((letter) => Math.abs(at - from - letter.at - 1000) <= 1000),
          `stream ${seed}`,
        ).toBe(false);
    }
  });

  it("Space, Enter, Delete and Backspace act on the focused element unless they follow letters", () => {
    const desk = deskOf(0);
    const text = (keys: string, part: Part) => {
      desk.studio.arming.disarm();
      for (const key of keysOf(keys)) {
        desk.press(key, part);
        vi.advanceTimersByTime(150);
      }
      return desk.activated.splice(0).length;
    };
    for (const part of ["split", "remove", "state", "undo"] as const) {
      const said = desk.said.length;
      expect(text("{Tab} ", part)).toBe(1);
      expect(text("{Tab}{Enter}", part)).toBe(1);
      expect(desk.said.slice(said).filter(({ text }) => text.includes("letters"))).toEqual([]);
      expect(text("{Tab}pack zzz {Enter}{Backspace}", part)).toBe(0);
      // Tab ends a text, and so does a pause or a click.
      expect(text("{Tab}pack{Tab}zzz ", part)).toBe(0);
      expect(text("pack{Tab} ", part)).toBe(1);
      text("pack", part);
      vi.advanceTimersByTime(2000);
      expect(text("{Enter}", part)).toBe(1);
    }
    expect(text("{Escape}word{Delete}12", "cell")).toBe(0);
    desk.click("cell");
    expect(text(" {Delete}", "cell")).toBe(1);
    expect(desk.said.at(-1)?.text).toContain("followed typed letters");
    text("{Escape}word{Enter}", "timeline");
    expect(desk.studio.arming.isArmed()).toBe(false);
    text("word{Escape}{Enter}", "timeline");
    expect(desk.studio.arming.isArmed()).toBe(true);
    // In a text field, these keys type.
    expect(text("word {Enter}", "query") + text("{Enter}", "undo")).toBe(1);
  });

  it("a button that tags also arms tagging", async () => {
    const desk = deskOf(0);
    const { arming, clock } = desk.studio;
    arming.disarm();
    clock.seek(3);
    desk.press("Escape");
    for (const key of ["Tab", " "]) desk.press(key, "tagKey");
    expect([desk.activated.splice(0).length, arming.isArmed()]).toEqual([1, true]);
    desk.press("Escape");
    await desk.settle();
    desk.studio.undo();
    await desk.settle();
  });
});

describe("while tagging is armed", () => {
  it("a burst is one step, and keys remove and relabel only selected labels", LONG, async () => {
    const seen = { steps: 0, remove: 0, relabel: 0, hidden: 0 };
    for (let seed = 0; seed < STREAMS; seed += 1) {
      const next = random(seed);
      const desk = deskOf(seed);
      const { studio } = desk;
      desk.click("timeline");
      vary(desk, next);
      if (next() < 0.3) studio.timeline.setView({ start: 0, stop: 4 });
      const before = desk.content();
      const from = { made: desk.made.length, said: desk.said.length };
      desk.type(stream(next));
      await desk.settle();

      const { length } = desk.steps;
      seen.steps = Math.max(seen.steps, length);
      const bursts = new Set(desk.steps.map(({ burst }) => burst));
      expect(bursts.size, `stream ${seed}`).toBe(Math.min(length, 1));
      const said = desk.said.slice(from.said);
      const done = said.findLast(({ kind }) => kind === "done")?.text;
      if (length > 1) expect(done, `stream ${seed}`).toMatch(new RegExp(`^${length} edits\\b`));
      if (said.some(({ text }) => text.includes("out of sight"))) seen.hidden += 1;
      for (const made of desk.made.slice(from.made)) {
        const [verb] = made.label.split(" ");
        if (verb !== "remove" && verb !== "relabel") continue;
        seen[verb] += 1;
        expect(removed(made).every((one) => isSelected(made.selection, one))).toBe(true);
        if (verb === "relabel") expect(made.isInSight, `stream ${seed}`).toBe(true);
      }

      studio.undo();
      await desk.settle();
      expect(desk.content(), `stream ${seed}`).toBe(before);
      studio.timeline.setView({ start: 0, stop: studio.clock.frames() });
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
  });

  it("ends a burst after a long pause, a click or an undo", async () => {
    const desk = deskOf(0);
    const { studio } = desk;
    studio.prefer({ tagging: "hold" });
    desk.click("timeline");
    const bursts = () => new Set(desk.steps.map(({ burst }) => burst)).size;
    const frames = [10, 12, 14, 16, 18, 20];
    const mark = (at: number) => {
      studio.clock.pause();
      studio.clock.seek(frames[at] ?? 0);
      desk.press("3");
    };
    mark(0);
    vi.advanceTimersByTime(1900);
    mark(1);
    await vi.advanceTimersByTimeAsync(1900);
    expect(bursts()).toBe(1);
    vi.advanceTimersByTime(200);
    mark(2);
    await vi.advanceTimersByTimeAsync(10);
    expect(bursts()).toBe(2);
    desk.click("view");
    mark(3);
    await vi.advanceTimersByTimeAsync(10);
    expect(bursts()).toBe(3);
    studio.undo();
    mark(4);
    await vi.advanceTimersByTimeAsync(10);
    expect([bursts(), desk.steps.length]).toEqual([3, 4]);
    for (let step = 0; step < 3; step += 1) studio.undo();
    await desk.settle();
    expect(desk.steps).toEqual([]);
  });
});

it("every command that changes labels is marked with `edits`", LONG, async () => {
  const seen = new Set<string>();
  for (const [at, desk] of desks.entries()) {
    const { studio } = desk;
    for (const command of desk.commands) {
      vary(desk, random(at));
      const [span] = studio.labels()?.spans ?? [];
      if (span) studio.select([{ kind: "span", ...span }]);
      studio.clock.seek(Math.floor(((span?.start ?? 0) + (span?.stop ?? 0)) / 2));
      const from = desk.made.length;
      command.run();
      await desk.settle();
      if (desk.made.length === from) continue;
      seen.add(command.id);
      expect(command.edits, command.id).toBe(true);
      studio.undo();
      await desk.settle();
    }
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(["edit.remove", "edit.split", "edit.trimStart", "edit.moveLeft"]),
  );
});
