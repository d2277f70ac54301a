import { createRoot } from "solid-js";
import { beforeEach, describe, expect, test } from "vitest";
import { Refused, Unreachable } from "../api/client";
import type { FrameFile } from "../api/frameFile";
import type { MotionHeader } from "../api/types";
import { createMotion } from "./motion";

const JOINTS = ["Hips", "Head"];

interface Asked {
  what: string;
  signal: AbortSignal | undefined;
  answer(): Promise<void>;
  refuse(error: Error): Promise<void>;
}

/** A server that answers when the test says so. The x of each joint is the number of the frame. */
function createWorld() {
  const asked: Asked[] = [];
  const idle: (() => void)[] = [];
  const later: (() => void)[] = [];
  const hold = (list: (() => void)[]) => (run: () => void) => {
    list.push(run);
    return () => void list.splice(list.indexOf(run), list.includes(run) ? 1 : 0);
  };
  const settle = () => new Promise<void>((done) => setTimeout(done));
  const motion = createMotion({
    client: {
      motion: (clip, start, stop, signal) =>
        new Promise<FrameFile<MotionHeader>>((resolve, reject) => {
          const values = new Float32Array((stop - start) * JOINTS.length * 3);
          for (let at = 0; at < values.length; at += 3)
            values[at] = start + Math.floor(at / (JOINTS.length * 3));
          const header = {
            joints: JOINTS,
            parents: [-1, 0],
            drawn: [true, true],
            roles: ["hips", null],
            sides: ["centre" as const, "centre" as const],
            start,
            stop,
            frames: 0,
            mayHaveMesh: false,
          };
          asked.push({
            what: `${clip} ${start} ${stop}`,
            signal,
            answer: () => (resolve({ header, values }), settle()),
            refuse: (error) => (reject(error), settle()),
          });
        }),
    },
    whenIdle: hold(idle),
    later: (run) => hold(later)(run),
    clipBytes: 10 * 512 * JOINTS.length * 3 * 4,
  });
  return { motion, asked, idle, later };
}

let world: ReturnType<typeof createWorld>;

beforeEach(() => {
  world = createRoot(createWorld);
});

const names = () => world.asked.map(({ what }) => what);

describe("the open clip", () => {
  test("is loaded in chunks, and frames can be read as they arrive", async () => {
    const { motion, asked } = world;
    motion.open("walk", 700);
    expect(motion.positions(0)).toBeUndefined();
    expect(motion.joints()).toBeUndefined();
    await asked[0]?.answer();
    expect(motion.joints()).toEqual({
      names: JOINTS,
      parents: [-1, 0],
      drawn: [true, true],
      roles: ["hips", null],
      sides: ["centre", "centre"],
      mayHaveMesh: false,
    });
    expect([...(motion.positions(511) ?? [])]).toEqual([511, 0, 0, 511, 0, 0]);
    expect(motion.positions(512)).toBeUndefined();
    await asked[1]?.answer();
    expect(motion.positions(699)?.[0]).toBe(699);
    expect(motion.positions(700)).toBeUndefined();
    expect(names()).toEqual(["walk 0 512", "walk 512 700"]);
  });

  test("is loaded at the playhead first, then ahead, then behind", async () => {
    const { motion, asked } = world;
    motion.open("walk", 512 * 4);
    motion.seek(1100);
    for (let at = 0; at < 4; at += 1) await asked[at]?.answer();
    expect(names()).toEqual(["walk 0 512", "walk 1024 1536", "walk 1536 2048", "walk 512 1024"]);
  });

  test("requests nothing without frames", () => {
    world.motion.open("nothing", 0);
    expect(names()).toEqual([]);
  });

  test("yields to the next clip, which has its own requests", async () => {
    const { motion, asked } = world;
    motion.open("walk", 10);
    motion.open("run", 10);
    expect(asked[0]?.signal?.aborted).toBe(true);
    await asked[0]?.answer();
    expect(motion.positions(0)).toBeUndefined();
    await asked[1]?.answer();
    expect(motion.positions(3)?.[0]).toBe(3);
    motion.open(undefined, 0);
    expect(motion.joints()).toBeUndefined();
  });

  test("is available at once if the clip was open before", async () => {
    const { motion, asked } = world;
    motion.open("walk", 10);
    await asked[0]?.answer();
    motion.open("run", 10);
    await asked[1]?.answer();
    motion.open("walk", 10);
    expect(motion.positions(3)?.[0]).toBe(3);
    expect(names()).toEqual(["walk 0 10", "run 0 10"]);
    motion.open("walk", 12);
    expect(motion.positions(3)).toBeUndefined();
  });

  test("is kept only around the playhead if it is very long", async () => {
    const { motion, asked } = world;
    const frames = 512 * 50;
    motion.open("day", frames);
    motion.seek(frames - 1);
    for (let at = 0; at < 50 && asked[at]; at += 1) await asked[at]?.answer();
    expect(asked).toHaveLength(11);
    expect(motion.positions(frames - 1)).toBeDefined();
    expect(motion.positions(frames - 10 * 512)).toBeDefined();
    expect(motion.positions(0)).toBeUndefined();
  });
});

describe("neighbours", () => {
  const beside = [
    { name: "run", frames: 2000 },
    { name: "empty", frames: 0 },
    { name: "jump", frames: 20 },
  ];

  test("are loaded when no other motion is missing", async () => {
    const { motion, asked, idle } = world;
    motion.open("walk", 10);
    motion.expect(beside);
    expect(idle).toHaveLength(0);
    await asked[0]?.answer();
    idle.shift()?.();
    await asked[1]?.answer();
    idle.shift()?.();
    await asked[2]?.answer();
    expect(idle).toHaveLength(0);
    expect(names()).toEqual(["walk 0 10", "run 0 512", "jump 0 20"]);
    motion.open("jump", 20);
    expect(motion.positions(19)?.[0]).toBe(19);
  });

  test("report errors only when they are opened", async () => {
    const { motion, asked, idle } = world;
    motion.open("walk", 10);
    motion.expect([{ name: "bad", frames: 5 }]);
    await asked[0]?.answer();
    idle.shift()?.();
    await asked[1]?.refuse(refusal("line 3"));
    expect(motion.problem()).toBeUndefined();
    motion.open("bad", 5);
    await asked[2]?.refuse(refusal("line 3"));
    expect(motion.problem()?.message).toBe("line 3");
  });
});

describe("failures", () => {
  test("are reported, and retried on request", async () => {
    const { motion, asked } = world;
    motion.open("walk", 10);
    await asked[0]?.refuse(refusal("gone"));
    expect(motion.problem()?.message).toBe("gone");
    motion.retry();
    expect(motion.problem()).toBeUndefined();
    await asked[1]?.answer();
    expect(motion.positions(0)).toBeDefined();
  });

  test("of an unreachable server are retried automatically", async () => {
    const { motion, asked, later } = world;
    motion.open("walk", 10);
    await asked[0]?.refuse(new Unreachable("away"));
    expect(motion.problem()).toBeUndefined();
    later.shift()?.();
    await asked[1]?.answer();
    expect(motion.positions(0)).toBeDefined();
  });

  test("reloads motion that changed on disk", async () => {
    const { motion, asked } = world;
    motion.open("walk", 10);
    await asked[0]?.answer();
    motion.forget();
    expect(motion.positions(0)).toBeUndefined();
    await asked[1]?.answer();
    expect(motion.positions(0)).toBeDefined();
  });

  test("is reloaded from the playhead on when everything is forgotten", async () => {
    const { motion, asked } = world;
    motion.open("a", 2000);
    await asked[0]?.answer();
    motion.seek(1200);
    motion.forget();
    expect(names().at(-1)).toBe("a 1024 1536");
  });

  test("may open at a frame other than the first", () => {
    world.motion.open("a", 2000, 600);
    expect(names()).toEqual(["a 512 1024"]);
  });
});

const refusal = (message: string) =>
  new Refused(422, { code: "bad", message, hint: null, kept: false, mistakes: [] });
