import { createEffect, createRoot, createSignal } from "solid-js";
import { describe, expect, it } from "vitest";
import { Refused } from "../api/client";
import type { RecordingHeader, SearchRow } from "../api/types";
import { createRecording, type RecordingHost } from "./recording";

const pose = { clip: 0, frame: 1, mirrored: false };
const search: SearchRow = {
  frame: 1,
  trigger: "due",
  decision: "jumps",
  filter: null,
  from: pose,
  to: pose,
  continuing: null,
  limit: null,
  candidates: [
    { pose, cost: 1, groups: [1] },
    { pose: { ...pose, clip: 1 }, cost: 2, groups: [2] },
  ],
  discarded: null,
  rule: null,
  forbidden: null,
  wanted: [[0, 1]],
  got: [[0, 0.5]],
};
const header: RecordingHeader = {
  name: "a.fwrec",
  revision: 1,
  frames: 3,
  firstFrame: 0,
  origin: [0, 0, 0],
  clips: [
    { name: "a", problem: null },
    { name: "gone", problem: "the library has no clip named gone" },
  ],
  groups: ["foot"],
  filters: [],
  decisions: ["plays on", "jumps"],
  searches: [search],
  hasOtherTags: false,
};
/** A character that stands at x = 7 and faces +z, in three frames. */
const rows = [0, 1, 2].flatMap((frame) => [7, 0, 0, 0, frame / 10, 0, 1, 1, frame === 1 ? 1 : 0]);

const problem = { code: "bad-recording", message: "no", hint: null, kept: false, mistakes: [] };

/** Opens a recording of a clip with one joint, which is 1 m ahead of the root in all frames. */
function open(given: RecordingHeader | null = header, host: Partial<RecordingHost> = {}) {
  const asked: string[] = [];
  const client = {
    recording: async () => ({ header: given, values: new Float32Array(rows) }),
    openRecording: async (name: string) => {
      if (name === "bad.fwrec") throw new Refused(422, problem);
      return 1;
    },
    motion: async (name: string) => {
      asked.push(name);
      const joints = { joints: ["hips"], parents: [-1], drawn: [true], roles: ["hips"] };
      const rest = { sides: ["centre"], start: 0, stop: 2, frames: 2, mayHaveMesh: false };
      return { header: { ...joints, ...rest }, values: new Float32Array([0, 1, 1, 0, 1, 1]) };
    },
    roots: async () => ({
      header: { frames: 2, lacks: null },
      values: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1]),
    }),
  } as unknown as RecordingHost["client"];
  return createRoot((dispose) => {
    const [clip, setClip] = createSignal<string | undefined>("a");
    const library = { rowOf: () => ({ frames: 2 }) };
    const recording = createRecording({ client, library, clip, ...host });
    return { recording, client, setClip, asked, dispose };
  });
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("the recording", () => {
  it("shows poses where the character was, once their clip is loaded", async () => {
    const { recording, asked, dispose } = open();
    await recording.load();
    expect([recording.isShown(), recording.frame()]).toEqual([true, 0]);
    expect(recording.positions(0)).toBeUndefined();
    await settled();
    expect([...(recording.positions(0) ?? [])]).toEqual([7, 1, 1]);
    recording.seek(99);
    expect([recording.frame(), recording.now()?.secs.toFixed(1)]).toEqual([2, "0.2"]);
    expect(recording.search()?.frame).toBe(1);
    // A clip that the library lacks is not requested, and its pose is not shown as a ghost.
    recording.mark(0);
    expect(recording.ghosts().map(({ isMarked }) => isMarked)).toEqual([true]);
    expect(recording.paths()?.wanted).toEqual([
      [7, 0, 0],
      [7, 0, 1],
    ]);
    expect(asked).toEqual(["a"]);
    dispose();
  });

  it("keeps the visible clips, no matter how large, and requests each once", async () => {
    const clips = ["a", "b"].map((name) => ({ name, problem: null }));
    const { recording, asked, dispose } = open({ ...header, clips }, { keptBytes: 1 });
    await recording.load();
    let ghosts = 0;
    createRoot(() =>
      createEffect(() => {
        recording.jointsAt(recording.frame());
        ghosts = recording.ghosts().length;
      }),
    );
    recording.seek(1);
    for (let turn = 0; turn < 9; turn += 1) await settled();
    expect([ghosts, asked]).toEqual([2, ["a", "b"]]);
    dispose();
  });

  it("loads a clip once the rows of the library arrive", async () => {
    const [rowOf, setRow] = createSignal<{ frames: number } | undefined>(undefined);
    const { recording, asked, dispose } = open(header, { library: { rowOf } });
    await recording.load();
    let names: readonly string[] | undefined;
    createRoot(() => createEffect(() => (names = recording.jointsAt(recording.frame())?.names)));
    await settled();
    expect([names, asked]).toEqual([undefined, []]);
    setRow({ frames: 2 });
    await settled();
    expect([names, asked]).toEqual([["hips"], ["a"]]);
    dispose();
  });

  it("an opened clip replaces the recording in the view", async () => {
    const { recording, setClip, dispose } = open();
    await recording.load();
    setClip("b");
    expect(recording.isShown()).toBe(false);
    // Neither more frames from a running game nor changed clips bring the recording back.
    await recording.load();
    recording.forget();
    await settled();
    expect(recording.isShown()).toBe(false);
    recording.seek(1);
    expect(recording.isShown()).toBe(true);
    setClip("c");
    await recording.open(Object.assign(new Blob(["x"]), { name: "good.fwrec" }));
    expect(recording.isShown()).toBe(true);
    dispose();
  });

  it("says why a file is refused, and keeps the recording", async () => {
    const { recording, dispose } = open();
    await recording.load();
    await recording.open(Object.assign(new Blob(["x"]), { name: "bad.fwrec" }));
    expect(recording.problem()?.code).toBe("bad-recording");
    expect(recording.tape()?.name).toBe("a.fwrec");
    await recording.open(Object.assign(new Blob(["x"]), { name: "good.fwrec" }));
    expect(recording.problem()).toBeUndefined();
    dispose();
  });

  it("keeps the shown moment and its place while a game sends more frames", async () => {
    const { recording, client, dispose } = open();
    const values = new Float32Array(rows);
    const send = async (more: Partial<RecordingHeader>) => {
      client.recording = async () => ({ header: { ...header, ...more }, values });
      await recording.load();
      return recording.frame();
    };
    await recording.load();
    recording.seek(1);
    // The game dropped its oldest frame, so the second frame is now the first.
    expect(await send({ firstFrame: 1, origin: [5, 0, 0] })).toBe(0);
    expect(recording.now()?.place).toEqual([12, 0, 0]);
    recording.seek(2);
    expect(await send({ firstFrame: 9, origin: [6, 0, 0] })).toBe(2);
    expect(recording.now()?.place).toEqual([13, 0, 0]);
    recording.seek(1);
    expect(await send({ firstFrame: 99 })).toBe(0);
    // The game has started again.
    recording.seek(1);
    expect(await send({ firstFrame: 0, origin: [7, 0, 0] })).toBe(0);
    expect(recording.now()?.place).toEqual([7, 0, 0]);
    dispose();
  });

  it("keeps the latest of several loads, and does not load a revision that it has", async () => {
    const answers: ((revision: number) => void)[] = [];
    const failures: ((error: Error) => void)[] = [];
    const { recording, client, dispose } = open();
    client.recording = () =>
      new Promise((resolve, reject) => {
        const values = new Float32Array(rows);
        answers.push((revision) => resolve({ header: { ...header, revision }, values }));
        failures.push(reject);
      });
    const loads = [recording.load(1), recording.load(2), recording.load(3)];
    failures[0]?.(new Error("late"));
    answers[2]?.(3);
    answers[1]?.(2);
    await Promise.all(loads);
    expect([recording.tape()?.revision, recording.problem()]).toEqual([3, undefined]);
    await recording.load(3);
    expect(answers.length).toBe(3);
    dispose();
  });

  it("shows no pose without a recording", async () => {
    const { recording, dispose } = open(null);
    await recording.load();
    recording.seek(3);
    recording.setIsShown(true);
    expect([recording.tape(), recording.isShown()]).toEqual([undefined, false]);
    dispose();
  });
});
