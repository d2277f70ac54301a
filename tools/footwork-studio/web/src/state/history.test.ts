import { describe, expect, it, vi } from "vitest";
import {
  edited,
  hear,
  info,
  labels,
  open,
  paint,
  problem,
  row,
  said,
  shown,
  turned,
} from "../../tests/studio";
import { Unreachable } from "../api/client";
import type { Edit } from "../api/types";

describe("undo", () => {
  it("runs after earlier edits and before later ones", async () => {
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
    // This notice replaces the previous one.
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

  it("is dropped if earlier edits cannot be saved", async () => {
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

  it("is offered by the notice of each edit, until the next edit of this page or another", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    paint(studio, "U");
    expect(said(studio)).toEqual(["2 edits: T 5 – 6 added, U 5 – 6 added"]);
    await server.last("edit").answer(edited("a", 2));
    await server.last("edit").answer(edited("a", 3));
    // The server reports every edit to all pages, including the page that made it.
    const tell = (revision: number) =>
      hear({ kind: "labels", revision, clips: ["a"], rows: [], outside: false, findings: [] });
    tell(3);
    expect(said(studio)).toEqual(["2 edits: T 5 – 6 added, U 5 – 6 added"]);
    tell(4);
    expect(said(studio)).toEqual([]);
  });

  it("of a burst counts its edits, offers to redo them, and says why some edits stay", async () => {
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

  it("is offered after a tag was renamed, even if the news of it follows the response", async () => {
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
