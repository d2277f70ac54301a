import { createRoot } from "solid-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clipLabels, clipRow, span } from "../../tests/clips";
import { createServer } from "../../tests/server";
import type { ChangeListener } from "../api/changes";
import { Refused, Unreachable } from "../api/client";
import type { Change, ClipList, ClipRow, Edit, LibraryInfo } from "../api/types";
import { COLLECT_MS } from "./changes";
import { createStudio, type Studio } from "./studio";

let listener: ChangeListener | undefined;
vi.mock("../api/changes", () => ({
  listenToChanges(_: unknown, given: ChangeListener) {
    listener = given;
    return () => {};
  },
}));
/** Sends news and waits until the page shows it. */
const hear = (change: Change) => {
  listener?.changed(change);
  vi.advanceTimersByTime(COLLECT_MS);
};

const info = (revision: number, some: Partial<LibraryInfo> = {}): LibraryInfo => ({
  name: "a",
  root: "/a",
  revision,
  tags: [],
  events: [],
  exclusive: [],
  queries: {},
  queryFunctions: [],
  expressionFunctions: [],
  channels: [],
  findings: [],
  second: null,
  unsaved: [],
  ...some,
});
const row = (name: string, spans: number) => clipRow(name, { spans });
const list = (revision: number, ...clips: ClipRow[]): ClipList => ({
  generation: 1,
  revision,
  clips,
});
/** Labels with one span, whose tag tells their revision. */
const labels = (clip: string, revision: number) =>
  clipLabels({ clip, revision, spans: [span(`R${revision}`, 0, 1)] });
const problem = (status: number, code: string, kept = false) =>
  new Refused(status, { code, message: code, hint: null, kept, mistakes: [] });

let dispose = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { addEventListener() {}, removeEventListener() {} });
});
afterEach(() => {
  dispose();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const start = ({ client }: ReturnType<typeof createServer>) =>
  createRoot((end) => {
    dispose = end;
    const studio = createStudio(client, { storage: undefined, locks: undefined });
    studio.start();
    return studio;
  });

/** A studio whose first answers came at revision 1: clips a and b, a open. */
async function open() {
  const server = createServer();
  const studio = start(server);
  await server.last("library").answer(info(1));
  await server.last("clips").answer(list(1, row("a", 0), row("b", 0)));
  await server.last("labels").answer(labels("a", 1));
  return { server, studio };
}
const shown = (studio: Studio) => studio.labels()?.spans.map(({ tag }) => tag);
const paint = (studio: Studio, tag: string) =>
  studio.edit(`paint ${tag}`, [{ kind: "paint", tag, start: 5, stop: 6 }]);
const edited = (clip: string, revision: number) => ({
  changed: true,
  revision,
  labels: [labels(clip, revision)],
  rows: [row(clip, revision)],
});
const said = (studio: Studio) => studio.notices.notices().map(({ text }) => text);
const turned = (revision: number, label: string | null = "paint") => ({
  label,
  count: label === null ? 0 : 1,
  wasGone: false,
  problem: null,
  revision,
  rows: [row("a", revision)],
});

describe("starting", () => {
  it("opens the first clip, once", async () => {
    const { server, studio } = await open();
    expect([studio.clip(), shown(studio)]).toEqual(["a", ["R1"]]);
    hear({ kind: "hello", generation: 1, revision: 1, lost: null });
    expect(server.of("clips").length).toBe(1);
  });

  it("starts when the server becomes reachable", async () => {
    const server = createServer();
    const studio = start(server);
    await server.last("library").fail(new Unreachable("gone"));
    await vi.advanceTimersByTimeAsync(2000);
    await server.last("library").answer(info(1));
    await server.last("clips").answer(list(1, row("a", 0)));
    expect([studio.library()?.root, studio.clip()]).toEqual(["/a", "a"]);
    expect(studio.failure()).toBeUndefined();
  });

  it("says why the library cannot be loaded, until it can", async () => {
    const { server, studio } = await open();
    hear({ kind: "vocabulary", revision: 2 });
    await server.last("library").fail(problem(500, "panicked"));
    expect(studio.failure()?.code).toBe("panicked");
    await vi.advanceTimersByTimeAsync(2000);
    await server.last("library").answer(info(2));
    await server.last("clips").answer(list(2, row("a", 0)));
    expect(studio.failure()).toBeUndefined();
  });
});

describe("answers that overtake each other", () => {
  it("drops labels that are older than those of an edit", async () => {
    const { server, studio } = await open();
    hear({ kind: "labels", revision: 2, clips: ["a"], rows: [], outside: true, findings: [] });
    const old = server.last("labels");
    paint(studio, "T");
    await server.last("edit").answer(edited("a", 3));
    await old.answer(labels("a", 2));
    expect(shown(studio)).toEqual(["R3"]);
  });

  it("drops labels of a clip that is no longer open", async () => {
    const { server, studio } = await open();
    void studio.open("b");
    const b = server.last("labels");
    void studio.open("a");
    await server.last("labels").answer(labels("a", 1));
    await b.answer(labels("b", 1));
    expect(studio.labels()?.clip).toBe("a");
  });

  it("keeps rows that are newer than a late list", async () => {
    const { server, studio } = await open();
    hear({ kind: "reopened", generation: 1, revision: 2, clips: [], findings: [] });
    const [library, clips] = [server.last("library"), server.last("clips")];
    paint(studio, "T");
    await server.last("edit").answer(edited("a", 3));
    await library.answer(info(2));
    await clips.answer(list(2, row("a", 0), row("b", 2)));
    expect(studio.clips().map(({ spans }) => spans)).toEqual([3, 2]);
  });

  it("drops a library that is older than the current one", async () => {
    const { server, studio } = await open();
    const saving = studio.history.saveQuery("q", "A");
    hear({ kind: "vocabulary", revision: 2 });
    const old = server.last("library");
    await server.last("saveQuery").answer(info(3, { queries: { q: "A" } }));
    await old.answer(info(2));
    expect([await saving, studio.library()?.queries]).toEqual([true, { q: "A" }]);
  });

  it("accepts a new list of clips only with the library of the same revision", async () => {
    const { server, studio } = await open();
    hear({ kind: "reopened", generation: 2, revision: 5, clips: [], findings: [] });
    await server.last("library").answer(info(4));
    await server.last("clips").answer({ ...list(5, row("c", 0)), generation: 2 });
    expect(studio.clips().map(({ name }) => name)).toEqual(["a", "b"]);
    await server.last("library").answer(info(5));
    await server.last("clips").answer({ ...list(5, row("c", 0)), generation: 2 });
    expect(studio.clips().map(({ name }) => name)).toEqual(["c"]);
  });
});

describe("edits", () => {
  it("show at once, and request the library once", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    expect([shown(studio), studio.queue.state()]).toEqual([["R1", "T"], "saving"]);
    // The page receives news of its own edit before the response.
    const rows = [row("a", 2)];
    hear({ kind: "labels", revision: 2, clips: ["a"], rows, outside: false, findings: [] });
    await server.last("edit").answer(edited("a", 2));
    expect([shown(studio), studio.queue.state()]).toEqual([["R2"], "saved"]);
    await vi.advanceTimersByTimeAsync(1000);
    // One request covers the counts of all changes.
    const count = (what: string) => server.of(what).length;
    expect([count("labels"), count("clips"), count("library")]).toEqual([1, 1, 2]);
  });

  it("erase other tags of an exclusive group from their frames at once", async () => {
    const { server, studio } = await open();
    hear({ kind: "vocabulary", revision: 2 });
    const exclusive = [{ kind: "tags" as const, tags: ["R1", "T"] }];
    await server.last("library").answer(info(2, { exclusive }));
    studio.edit("paint T", [{ kind: "paint", tag: "T", start: 0, stop: 9 }]);
    expect(shown(studio)).toEqual(["T"]);
    await server.last("edit").fail(problem(409, "stale-clip"));
    expect(shown(studio)).toEqual(["R1"]);
  });

  it("are sent again with the same id, and stay visible", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    const { id } = server.last("edit").with as Edit;
    await server.last("edit").fail(problem(503, "lost"));
    expect([shown(studio), studio.queue.state()]).toEqual([["R1", "T"], "waiting"]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.of("edit").map((asked) => (asked.with as Edit).id)).toEqual([id, id]);
    await server.last("edit").answer(edited("a", 2));
    expect(studio.queue.state()).toBe("saved");
  });

  it("kept by the server are counted once", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    await server.last("edit").fail(problem(503, "not-saved", true));
    hear({ kind: "vocabulary", revision: 2 });
    await server.last("library").answer(info(2, { unsaved: ["paint T a", "paint U a"] }));
    expect(studio.history.unsaved()).toEqual(["paint U a"]);
    expect(studio.history.unsavedWhy()?.code).toBe("not-saved");
  });

  it("are discarded by the server first, and later ones are not", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    await server.last("edit").fail(problem(503, "not-saved", true));
    void studio.history.discard();
    paint(studio, "U");
    await server.last("discard").fail(new Unreachable("gone"));
    expect(studio.queue.pending().length).toBe(2);
    void studio.history.discard();
    paint(studio, "V");
    await server.last("discard").answer({ unsaved: [], problems: [], revision: 2, rows: [] });
    expect((server.last("edit").with as Edit).label).toBe("paint V");
    await server.last("edit").answer(edited("a", 3));
    expect([studio.queue.state(), shown(studio)]).toEqual(["saved", ["R3"]]);
  });

  it("apply to the clip that they were made in", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    void studio.open("b");
    await server.last("labels").answer(labels("b", 1));
    await server.last("edit").answer(edited("a", 2));
    expect([studio.labels()?.clip, shown(studio)]).toEqual(["b", ["R1"]]);
    expect((server.last("edit").with as Edit).clips[0]?.clip).toBe("a");
  });

  it("of others are not announced if they cannot be accepted", async () => {
    const { studio } = await open();
    const message = "unclosed table; the library stays as it was until then";
    const finding = { severity: "error", file: "footwork.toml", position: null, message };
    const findings = [{ ...finding, code: "bad-config" }];
    hear({ kind: "labels", revision: 2, clips: [], rows: [], outside: true, findings });
    const [notice] = studio.notices.notices();
    expect(notice?.text).toBe("Changed on disk");
    expect(notice?.detail).toBe(`footwork.toml: ${message}`);
    hear({ kind: "labels", revision: 3, clips: [], rows: [], outside: true, findings: [] });
    expect(studio.notices.notices()[1]?.text).toBe("Changed on disk, and loaded");
  });

  it("of others are accepted", async () => {
    const { server, studio } = await open();
    const rows = [row("a", 2)];
    hear({ kind: "labels", revision: 2, clips: ["a"], rows, outside: false, findings: [] });
    await server.last("labels").answer(labels("a", 2));
    expect([shown(studio), studio.clips()[0]?.spans]).toEqual([["R2"], 2]);
  });
});

describe("undo", () => {
  it("waits for the edits before it, and precedes those after it", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    studio.undo();
    paint(studio, "U");
    expect(server.of("undo").length).toBe(0);
    await server.last("edit").answer(edited("a", 2));
    expect([server.of("undo").length, server.of("edit").length]).toEqual([1, 1]);
    await server.last("undo").answer(turned(3));
    expect((server.last("edit").with as Edit).label).toBe("paint U");
  });

  it("is not announced if there was nothing to undo", async () => {
    const { server, studio } = await open();
    studio.undo();
    await server.last("undo").answer({ ...turned(2, "paint T a"), wasGone: true });
    const text = "paint T a: discarded, since it no longer exists";
    expect(studio.notices.notices()).toMatchObject([{ text }]);
  });

  it("names the clips once", async () => {
    const { server, studio } = await open();
    const said = () => studio.notices.notices().map(({ text, detail }) => [text, detail]);
    studio.undo();
    await server.last("undo").answer({ ...turned(2), label: "paint T a", rows: [row("a", 0)] });
    expect(said()).toEqual([["paint T a: undone", undefined]]);
    studio.undo();
    const rows = [row("a", 0), row("b", 0)];
    await server.last("undo").answer({ ...turned(3), label: "paint T 2 clips", rows });
    // Instead of the one before.
    expect(said()).toEqual([["paint T 2 clips: undone", "a, b"]]);
  });

  it("also covers a change of the library's settings", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    const renamed = studio.history.renameQuery("fast", "quick");
    expect(server.of("renameQuery")).toEqual([]);
    await server.last("edit").answer(edited("a", 2));
    expect(server.last("renameQuery").with).toEqual({ name: "fast", to: "quick" });
    await server.last("renameQuery").answer(info(3, { queries: { quick: "all" } }));
    expect([await renamed, studio.library()?.queries]).toEqual([true, { quick: "all" }]);
    const removed = studio.history.removeQuery("fast");
    await server.last("removeQuery").fail(problem(404, "unknown-query"));
    expect(await removed).toBe(false);
    const label = { kind: "tag" as const, name: "T", colour: null, key: null, description: null };
    const added = studio.history.addLabel(label);
    await server.last("addLabel").answer(info(4));
    expect([await added, studio.library()?.revision]).toEqual([true, 4]);
  });

  it("runs one at a time", async () => {
    const { server, studio } = await open();
    studio.undo();
    studio.undo();
    expect(server.of("undo").length).toBe(1);
    await server.last("undo").answer(turned(2));
    await server.last("undo").answer(turned(3));
    expect(server.of("undo").length).toBe(2);
    await server.last("labels").answer(labels("a", 3));
    expect(shown(studio)).toEqual(["R3"]);
  });

  it("is not done later if edits before it cannot be saved", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    studio.undo();
    await server.last("edit").fail(new Unreachable("gone"));
    await vi.advanceTimersByTimeAsync(1000);
    await server.last("edit").answer(edited("a", 2));
    expect(server.of("undo").length).toBe(0);
    expect(said(studio)).toEqual(["Undo: not done, since earlier edits cannot be saved now"]);
  });

  it("offers to discard a step that no longer exists, until the next edit", async () => {
    const { server, studio } = await open();
    studio.undo();
    await server.last("undo").fail(problem(409, "conflict"));
    expect(studio.notices.notices()[0]?.action?.title).toBe("Discard that edit");
    paint(studio, "T");
    expect(studio.notices.notices().map(({ action }) => action?.title)).toEqual(["Undo"]);
  });

  it("is offered by the notice of each edit, until the next one or one of somebody else", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    paint(studio, "U");
    expect(said(studio)).toEqual(["2 edits: T 5 – 6 added, U 5 – 6 added"]);
    await server.last("edit").answer(edited("a", 2));
    await server.last("edit").answer(edited("a", 3));
    // The server tells this page of its own edit too.
    const tell = (revision: number) =>
      hear({ kind: "labels", revision, clips: ["a"], rows: [], outside: false, findings: [] });
    tell(3);
    expect(said(studio)).toEqual(["2 edits: T 5 – 6 added, U 5 – 6 added"]);
    tell(4);
    expect(said(studio)).toEqual([]);
  });

  it("of a burst counts its edits, offers to redo them, and says why some stay", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    paint(studio, "U");
    const ids = () => server.of("edit").map((asked) => (asked.with as Edit).id.split("/")[0]);
    await server.last("edit").answer(edited("a", 2));
    await server.last("edit").answer(edited("a", 3));
    expect(new Set(ids()).size).toBe(1);
    studio.undo();
    await server.last("undo").answer({ ...turned(4), count: 2 });
    const [notice] = studio.notices.notices();
    expect([notice?.text, notice?.action?.title]).toEqual(["2 edits: undone", "Redo"]);
    notice?.action?.run();
    const { problem: why } = problem(409, "conflict");
    await server.last("redo").answer({ ...turned(5), problem: why });
    expect(said(studio)).toEqual(["paint: redone", "Redo: conflict"]);
    // The next edit is undone separately.
    paint(studio, "V");
    expect(new Set(ids()).size).toBe(2);
  });

  it("is offered after a tag was renamed, though its news comes after the answer", async () => {
    const { server, studio } = await open();
    const renaming = studio.history.renameTag("R1", "S");
    await server.last("renameTag").answer({ changed: true, clips: 1, left: [], revision: 3 });
    await server.last("library").answer(info(3));
    await server.last("labels").answer(labels("a", 3));
    await renaming;
    for (const revision of [2, 3]) hear({ kind: "vocabulary", revision });
    expect(said(studio)).toEqual(["R1 is now S in 1 clip"]);
  });

  it.each([new Unreachable("gone"), problem(409, "unsaved"), problem(503, "lost")])(
    "offers no such step for %s",
    async (error) => {
      const { server, studio } = await open();
      studio.undo();
      await server.last("undo").fail(error);
      expect(studio.notices.notices().map(({ action }) => action)).toEqual([undefined]);
    },
  );
});

describe("applying a tag", () => {
  it("follows the edits before it, and does not offer to undo what follows", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    const applied = studio.apply("U", undefined);
    expect(server.of("apply").length).toBe(0);
    await server.last("edit").answer(edited("a", 2));
    await server.last("apply").answer({ ...edited("a", 3), labels: [] });
    await applied;
    expect(studio.notices.notices()).toMatchObject([{ text: "U: applied to 1 clip" }]);
    expect(studio.notices.notices()[0]?.action).toBeUndefined();
    await server.last("labels").answer(labels("a", 3));
    expect(shown(studio)).toEqual(["R3"]);
  });

  it("offers to do without what cannot be read", async () => {
    const { server, studio } = await open();
    const applied = studio.apply("U", ["a"]);
    await server.last("apply").fail(problem(422, "incomplete"));
    await applied;
    const action = studio.notices.notices()[0]?.action;
    expect(action?.title).toBe("Apply without them");
    action?.run();
    expect(server.last("apply").with).toMatchObject({ tag: "U", clips: ["a"], partial: true });
  });

  it("shows what the server keeps, and asks it to save again", async () => {
    const { server, studio } = await open();
    void studio.apply("U", undefined);
    await server.last("apply").fail(problem(503, "not-saved", true));
    await server.last("library").answer(info(2, { unsaved: ["paint U 1 clips"] }));
    expect(studio.history.unsaved()).toEqual(["paint U 1 clips"]);
    await vi.advanceTimersByTimeAsync(2000);
    const left = { unsaved: ["paint U 1 clips"], revision: 2, rows: [] };
    await server.last("retry").answer({ ...left, problems: [problem(503, "locked").problem] });
    await server.last("library").answer(info(2, { unsaved: left.unsaved }));
    expect(studio.history.unsavedWhy()?.code).toBe("locked");
    await vi.advanceTimersByTimeAsync(4000);
    await server.last("retry").answer({ unsaved: [], revision: 3, rows: [], problems: [] });
    await server.last("library").answer(info(3));
    expect([studio.history.unsaved(), studio.history.unsavedWhy()]).toEqual([[], undefined]);
  });
});

describe("a lost library", () => {
  it.each<[string, Change]>([
    ["reopened", { kind: "reopened", generation: 1, revision: 2, clips: [], findings: [] }],
    ["hello", { kind: "hello", generation: 1, revision: 2, lost: null }],
  ])("is usable again after %s", async (_, change) => {
    const { studio } = await open();
    hear({ kind: "lost", message: "gone" });
    expect(studio.lost()).toBe("gone");
    hear(change);
    expect(studio.lost()).toBeUndefined();
  });

  it("is still lost for later callers", async () => {
    const { studio } = await open();
    hear({ kind: "hello", generation: 1, revision: 1, lost: "gone" });
    expect(studio.lost()).toBe("gone");
  });
});

it("notices that the server has restarted, and saves nothing more from here", async () => {
  const { server, studio } = await open();
  listener?.connected(false);
  await server.last("library").fail(new Unreachable("gone"));
  expect([studio.queue.isOver(), studio.isConnected()]).toEqual([false, false]);
  listener?.connected(false);
  await server.last("library").fail(problem(401, "token"));
  paint(studio, "T");
  studio.undo();
  expect([studio.queue.isOver(), shown(studio)]).toEqual([true, ["R1"]]);
  expect([server.of("edit"), server.of("undo")]).toEqual([[], []]);
  expect(said(studio)[0]).toBe("This page can no longer save: the studio was restarted");
});

it("reloads only the library when its vocabulary changed", async () => {
  const { server, studio } = await open();
  hear({ kind: "vocabulary", revision: 2 });
  await server.last("library").answer(info(2, { queries: { q: "A" } }));
  expect(studio.library()?.queries).toEqual({ q: "A" });
  expect([server.of("clips").length, said(studio)]).toEqual([1, []]);
});

it("requests the library at once for a new tag, and once for many changes", async () => {
  const { server } = await open();
  for (const revision of [2, 3, 4]) {
    const rows = [{ ...row("b", revision), tags: [0] }];
    hear({ kind: "labels", revision, clips: ["b"], rows, outside: false, findings: [] });
  }
  expect(server.of("library").length).toBe(2);
  await server.last("library").answer(info(2));
  expect(server.of("library").length).toBe(3);
});
