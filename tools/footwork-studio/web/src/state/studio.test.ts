import { describe, expect, it, vi } from "vitest";
import { createServer } from "../../tests/server";
import {
  disconnect,
  edited,
  hear,
  info,
  labels,
  list,
  open,
  paint,
  problem,
  row,
  said,
  shown,
  start,
} from "../../tests/studio";
import { Unreachable } from "../api/client";
import type { Change } from "../api/types";

describe("starting", () => {
  it("opens the first clip, once", async () => {
    const { server, studio } = await open();
    expect([studio.clip(), shown(studio)]).toEqual(["a", ["R1"]]);
    hear({ kind: "hello", generation: 1, revision: 1, lost: null });
    expect(server.of("clips").length).toBe(1);
    // The recording may have changed before a later connection, so each later connection requests it.
    expect(server.of("recording").length).toBe(1);
    hear({ kind: "hello", generation: 1, revision: 1, lost: null });
    expect(server.of("recording").length).toBe(2);
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

describe("responses that arrive out of order", () => {
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
  disconnect();
  await server.last("library").fail(new Unreachable("gone"));
  expect([studio.queue.isOver(), studio.isConnected()]).toEqual([false, false]);
  disconnect();
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
