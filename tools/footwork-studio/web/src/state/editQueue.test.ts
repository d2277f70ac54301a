import { describe, expect, it, vi } from "vitest";
import { Refused, Unreachable } from "../api/client";
import type { Edit, Edited } from "../api/types";
import { createEditQueue } from "./editQueue";

const edit = (label: string): Edit => ({ label, clips: [] });
const EDITED: Edited = { changed: true, revision: 1, labels: [], rows: [] };
const problem = (code: string) => ({ code, message: code, hint: null, kept: false, mistakes: [] });

/** A queue whose server answers one after the other. */
function queueOf(...answers: (Edited | Error)[]) {
  const host = {
    send: vi.fn(async () => {
      const answer = answers.shift() ?? EDITED;
      if (answer instanceof Error) throw answer;
      return answer;
    }),
    saved: vi.fn(),
    refused: vi.fn(),
    keep: vi.fn(),
  };
  return { host, queue: createEditQueue(host) };
}

describe("the queue of edits", () => {
  it("sends edits in their order, and keeps each until it is on disk", async () => {
    const { host, queue } = queueOf();
    queue.submit(edit("a"));
    queue.submit(edit("b"));
    expect(queue.state()).toBe("saving");
    await vi.waitFor(() => expect(queue.state()).toBe("saved"));
    expect(host.saved.mock.calls.map(([{ label }]) => label)).toEqual(["a", "b"]);
    expect(host.keep.mock.calls.map(([kept]) => kept.length)).toEqual([1, 2, 1, 0]);
  });

  it.each([
    ["does not answer", new Unreachable("gone")],
    ["was started again", new Refused(401, problem("token"))],
  ])("keeps an edit, and sends it again, where the server %s", async (_, error) => {
    vi.useFakeTimers();
    const { host, queue } = queueOf(error);
    queue.submit(edit("a"));
    await vi.waitFor(() => expect(queue.state()).toBe("waiting"));
    expect(queue.pending().length).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(queue.state()).toBe("saved");
    expect(host.saved).toHaveBeenCalledOnce();
    expect(host.refused).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it("drops what the server refuses, and goes on", async () => {
    const { host, queue } = queueOf(new Refused(409, problem("stale")));
    queue.submit(edit("a"));
    queue.submit(edit("b"));
    await vi.waitFor(() => expect(queue.state()).toBe("saved"));
    expect(host.refused).toHaveBeenCalledOnce();
    expect(host.saved).toHaveBeenCalledOnce();
  });
});
