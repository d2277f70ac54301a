import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refused, Unreachable } from "../api/client";
import type { Edit, Edited } from "../api/types";
import { createEditQueue } from "./editQueue";

const edit = (label: string): Edit => ({ id: `id ${label}`, label, clips: [] });
const EDITED: Edited = { changed: true, revision: 1, labels: [], rows: [] };
const refused = (status: number, code = "code", kept = false) =>
  new Refused(status, { code, message: code, hint: null, kept, mistakes: [] });

/** A queue whose server answers one request at a time. */
function queueOf(...answers: (Edited | Error)[]) {
  const log: string[] = [];
  const host = {
    send: vi.fn(async ({ label }: Edit) => {
      log.push(`send ${label}`);
      const answer = answers.shift() ?? EDITED;
      if (answer instanceof Error) throw answer;
      return answer;
    }),
    saved: vi.fn(),
    refused: vi.fn(),
    ended: vi.fn(),
    keep: ({ id }: Edit) => void kept.add(id),
    forget: (id: string) => void kept.delete(id),
  };
  const kept = new Set<string>();
  const turn = (name: string) => ({
    run: async () => void log.push(name),
    drop: () => void log.push(`${name} dropped`),
  });
  const queue = createEditQueue(host);
  queue.on(host);
  return { host, log, kept, turn, queue };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const rest = () => vi.advanceTimersByTimeAsync(0);

describe("the queue of edits", () => {
  it("sends edits in order, and keeps each until it is on disk", async () => {
    const { host, kept, queue } = queueOf();
    queue.submit(edit("a"));
    queue.submit(edit("b"));
    expect([queue.state(), kept.size]).toEqual(["saving", 2]);
    await rest();
    expect(host.saved.mock.calls.map(([{ label }]) => label)).toEqual(["a", "b"]);
    expect([queue.state(), kept.size]).toEqual(["saved", 0]);
  });

  it.each([
    ["does not answer", new Unreachable("gone")],
    ["sends half an answer", new SyntaxError("end of input")],
    ["has lost the folder", refused(503, "lost")],
    ["has a bug", refused(500, "panicked")],
    ["is overloaded", refused(429)],
    ["waited too long", refused(408)],
    ["could not write", refused(503, "not-saved", true)],
    ["finds that the file has changed", refused(409, "changed-outside", true)],
  ])("keeps an edit, and retries it, if the server %s", async (_, error) => {
    const { host, kept, log, queue } = queueOf(error, error);
    queue.submit(edit("a"));
    queue.submit(edit("b"));
    await rest();
    expect([queue.state(), queue.pending().length, kept.size]).toEqual(["waiting", 2, 2]);
    expect(queue.pending()[0]?.isKept).toBe(error instanceof Refused && error.problem.kept);
    expect(queue.problem()?.message).toBe(error.message);
    await vi.advanceTimersByTimeAsync(3000);
    expect([queue.state(), kept.size, queue.problem()]).toEqual(["saved", 0, undefined]);
    expect(log).toEqual(["send a", "send a", "send a", "send b"]);
    expect(host.saved).toHaveBeenCalledTimes(2);
    expect(host.refused).not.toHaveBeenCalled();
  });

  it("backs off, and retries at once on request", async () => {
    const { host, queue } = queueOf(...Array.from({ length: 20 }, () => new Unreachable("gone")));
    queue.submit(edit("a"));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(host.send).toHaveBeenCalledTimes(5);
    queue.hurry();
    await rest();
    expect(host.send).toHaveBeenCalledTimes(6);
  });

  it("drops an edit that the server refuses, and continues", async () => {
    const { host, kept, queue } = queueOf(refused(409, "stale-clip"));
    queue.submit(edit("a"));
    queue.submit(edit("b"));
    await rest();
    expect([queue.state(), kept.size]).toEqual(["saved", 0]);
    expect(host.refused).toHaveBeenCalledOnce();
    expect(host.saved).toHaveBeenCalledOnce();
  });

  it("silently forgets an edit that another page discarded", async () => {
    const { host, kept, queue } = queueOf(refused(410, "discarded"));
    queue.submit(edit("a"));
    await rest();
    expect([queue.state(), kept.size]).toEqual(["saved", 0]);
    expect(host.refused).not.toHaveBeenCalled();
  });

  it("leaves its edits to other pages when the server has restarted", async () => {
    const { host, kept, queue } = queueOf(refused(401, "token"));
    queue.submit(edit("a"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(host.send).toHaveBeenCalledOnce();
    expect(host.ended).toHaveBeenCalledOnce();
    expect([queue.isOver(), queue.state(), kept.size]).toEqual([true, "waiting", 1]);
    queue.handOver("id a");
    expect([queue.state(), queue.pending().length, kept.size]).toEqual(["saved", 0, 1]);
  });

  it("runs a one-time job after the earlier edits", async () => {
    const { log, queue, turn } = queueOf();
    queue.submit(edit("a"));
    queue.take(turn("undo"));
    queue.take(turn("undo"));
    queue.submit(edit("b"));
    await rest();
    expect(log).toEqual(["send a", "undo", "undo", "send b"]);
    expect(queue.state()).toBe("saved");
  });

  it("drops a one-time job if earlier edits cannot be saved", async () => {
    const { log, queue, turn } = queueOf(new Unreachable("gone"));
    queue.submit(edit("a"));
    queue.take(turn("undo"));
    await rest();
    queue.take(turn("redo"));
    expect(log).toEqual(["send a", "undo dropped", "redo dropped"]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([log.at(-1), queue.state()]).toEqual(["send a", "saved"]);
  });

  it("forgets discarded edits, and continues with the rest", async () => {
    const { kept, log, queue } = queueOf(new Unreachable("gone"));
    for (const label of ["a", "b", "c"]) queue.submit(edit(label));
    await rest();
    queue.discard(["id a", "id b"]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([queue.state(), queue.pending().length, kept.size]).toEqual(["saved", 0, 0]);
    expect(log).toEqual(["send a", "send c"]);
  });
});
