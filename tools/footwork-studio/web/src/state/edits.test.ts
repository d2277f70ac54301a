import { describe, expect, it, vi } from "vitest";
import { edited, hear, info, labels, open, paint, problem, row, shown } from "../../tests/studio";
import { Unreachable } from "../api/client";
import type { Edit } from "../api/types";

describe("edits", () => {
  it("are shown at once, and request the library once", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    expect([shown(studio), studio.queue.state()]).toEqual([["R1", "T"], "saving"]);
    // The page receives news of its own edit before the response.
    const rows = [row("a", 2)];
    hear({ kind: "labels", revision: 2, clips: ["a"], rows, outside: false, findings: [] });
    await server.last("edit").answer(edited("a", 2));
    expect([shown(studio), studio.queue.state()]).toEqual([["R2"], "saved"]);
    await vi.advanceTimersByTimeAsync(1000);
    // One request covers the counts after all changes.
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

  it("that the server keeps are counted once", async () => {
    const { server, studio } = await open();
    paint(studio, "T");
    await server.last("edit").fail(problem(503, "not-saved", true));
    hear({ kind: "vocabulary", revision: 2 });
    await server.last("library").answer(info(2, { unsaved: ["paint T a", "paint U a"] }));
    expect(studio.history.unsaved()).toEqual(["paint U a"]);
    expect(studio.history.unsavedWhy()?.code).toBe("not-saved");
  });

  it("are discarded by the server first, and later edits are not", async () => {
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

  it("of other programs are not announced as loaded if they cannot be read", async () => {
    const { studio } = await open();
    const message = "unclosed table; until it is fixed, the library stays as it was";
    const finding = { severity: "error", file: "footwork.toml", position: null, message };
    const findings = [{ ...finding, code: "bad-config" }];
    hear({ kind: "labels", revision: 2, clips: [], rows: [], outside: true, findings });
    const [notice] = studio.notices.notices();
    expect(notice?.text).toBe("Changed on disk");
    expect(notice?.detail).toBe(`footwork.toml: ${message}`);
    hear({ kind: "labels", revision: 3, clips: [], rows: [], outside: true, findings: [] });
    expect(studio.notices.notices()[1]?.text).toBe("Changed on disk, and loaded");
  });

  it("of other pages are accepted", async () => {
    const { server, studio } = await open();
    const rows = [row("a", 2)];
    hear({ kind: "labels", revision: 2, clips: ["a"], rows, outside: false, findings: [] });
    await server.last("labels").answer(labels("a", 2));
    expect([shown(studio), studio.clips()[0]?.spans]).toEqual([["R2"], 2]);
  });
});

describe("applying a tag", () => {
  it("is sent after earlier edits, and its notice offers no undo", async () => {
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

  it("offers to leave out clips that cannot be read", async () => {
    const { server, studio } = await open();
    const applied = studio.apply("U", ["a"]);
    await server.last("apply").fail(problem(422, "incomplete"));
    await applied;
    const action = studio.notices.notices()[0]?.action;
    expect(action?.title).toBe("Apply without them");
    action?.run();
    expect(server.last("apply").with).toMatchObject({ tag: "U", clips: ["a"], partial: true });
  });

  it("shows the edits that the server keeps, and asks it to save them again", async () => {
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
