import type { Frame } from "../src/worker/frameType";
import type { Point, Scene, SkeletonInfo } from "../src/worker/messages";
import type { Source } from "../src/worker/source";

/** The humanoid of DeepMimic: joint, parent, offset, role. */
const JOINTS: [name: string, parent: number, offset: Point, role?: string][] = [
  ["root", -1, [0, 0, 0], "hips"],
  ["chest", 0, [0, 0.236, 0], "chest"],
  ["neck", 1, [0, 0.224, 0], "neck"],
  ["head", 2, [0, 0.278, 0], "head"],
  ["right_hip", 0, [-0.085, 0, 0], "right_upper_leg"],
  ["right_knee", 4, [0, -0.422, 0], "right_lower_leg"],
  ["right_ankle", 5, [0, -0.41, 0], "right_foot"],
  ["right_shoulder", 1, [-0.183, 0.2435, -0.024], "right_upper_arm"],
  ["right_elbow", 7, [0, -0.275, 0], "right_lower_arm"],
  ["right_wrist", 8, [0, -0.259, 0], "right_hand"],
  ["left_hip", 0, [0.085, 0, 0], "left_upper_leg"],
  ["left_knee", 10, [0, -0.422, 0], "left_lower_leg"],
  ["left_ankle", 11, [0, -0.41, 0], "left_foot"],
  ["left_shoulder", 1, [0.183, 0.2435, -0.024], "left_upper_arm"],
  ["left_elbow", 13, [0, -0.275, 0], "left_lower_arm"],
  ["left_wrist", 14, [0, -0.259, 0], "left_hand"],
];

export const SKELETON: SkeletonInfo = {
  names: JOINTS.map(([name]) => name),
  parents: JOINTS.map(([, parent]) => parent),
  offsets: JOINTS.map(([, , offset]) => offset),
  roles: Object.fromEntries(JOINTS.flatMap(([, , , role], at) => (role ? [[role, at]] : []))),
};

export function syntheticScene(aSide = 5, humans = 1): Scene {
  const isLarge = aSide > 5;
  const footballers = [0, 1].flatMap((team) =>
    Array.from({ length: aSide }, (_, at) => ({
      team,
      number: at === 0 ? 1 : at + (at > 3 ? 6 : 3),
      isKeeper: at === 0,
    })),
  );
  return {
    kind: "scene",
    setup: { aSide, humans, seed: "7" },
    pitch: isLarge
      ? {
          length: 105,
          width: 68,
          goalWidth: 7.32,
          goalHeight: 2.44,
          netDepth: 1.6,
          banners: 4,
          area: [16.5, 20.16],
          circle: 9.15,
          grassBeyond: 1.2,
        }
      : {
          length: 40,
          width: 25,
          goalWidth: 3,
          goalHeight: 2,
          netDepth: 1.6,
          banners: 3,
          area: [6, 6.5],
          circle: 3,
          grassBeyond: 1.2,
        },
    skeleton: SKELETON,
    footballers,
    texts: {
      wind: ["0.06 * y * sin(0.15 * z)", "0", "0.06 * y * sin(0.1 * x)"],
      speed: "1 - 0.3 * tired",
      queries: footballers.map(() => "Gait & !Kick"),
    },
    shipped: { wind: ["0.06 * y", "0", "0"], speed: "1 - 0.3 * tired", query: "Gait & !Kick" },
    variables: { wind: ["x", "y", "z", "vx", "vy", "vz", "t"], speed: ["tired", "speed"] },
    overlays: ["path", "windows", "control", "log", "slide", "pose", "leaves"],
    selected: 2,
    run: { isPaused: false, isWaiting: false, isSlow: false, ahead: 0, frame: 0, hash: null },
  };
}

/** Footballers that run in circles and a hopping ball: enough to look at the page, but not a match. */
export function syntheticFrame(scene: Scene, frame: number): Frame {
  const secs = frame / 60;
  const count = scene.footballers.length;
  const joints = scene.skeleton.names.length;
  const roots = new Float32Array(count * 3);
  const rotations = new Float32Array(count * joints * 4);
  const set = (who: number, joint: string, axis: 0 | 1 | 2, angle: number, about = 0) => {
    const at = (who * joints + scene.skeleton.names.indexOf(joint)) * 4;
    rotations[at + axis] = Math.sin(angle / 2);
    rotations[at + 3] = Math.cos(angle / 2);
    if (about !== 0) rotations[at + 2] = about;
  };
  for (let who = 0; who < count; who += 1) {
    for (let joint = 0; joint < joints; joint += 1) rotations[(who * joints + joint) * 4 + 3] = 1;
    const phase = secs * 9 + who * 1.7;
    const angle = secs * 0.5 + who * 2.4;
    const [cx, cz] = [((who * 7) % 23) - 11, ((who * 5) % 15) - 7];
    roots.set(
      [cx + 2.2 * Math.cos(angle), 0.86 + 0.03 * Math.cos(2 * phase), cz + 2.2 * Math.sin(angle)],
      who * 3,
    );
    set(who, "root", 1, -angle);
    set(who, "chest", 0, 0.12);
    for (const [side, sign] of [
      ["left", 1],
      ["right", -1],
    ] as const) {
      const swing = Math.sin(phase) * sign;
      set(who, `${side}_hip`, 0, -0.75 * swing - 0.15);
      set(
        who,
        `${side}_knee`,
        0,
        0.5 + 0.65 * Math.sin(phase * 1 + (sign > 0 ? 2.6 : 2.6 + Math.PI)),
      );
      set(who, `${side}_shoulder`, 0, 0.7 * swing, sign * 0.12);
      set(who, `${side}_elbow`, 0, -1.3);
    }
  }
  const hop = Math.abs(Math.sin(secs * 2));
  return {
    frame,
    clock: secs,
    score: [2, 1],
    phase: 1,
    team: null,
    half: 1,
    controlled: [2, null],
    next: [3, null],
    target: null,
    footballers: count,
    joints,
    ball: {
      position: [4 * Math.cos(secs * 0.7), 0.11 + 1.2 * hop, 3 * Math.sin(secs * 0.9)],
      rotation: Float32Array.of(Math.sin(secs), 0, 0, Math.cos(secs)),
      velocity: [-2.8 * Math.sin(secs * 0.7), 0, 2.7 * Math.cos(secs * 0.9)],
    },
    roots,
    rotations,
  };
}

/** A source of such frames, for viewing the page without a match. */
export function syntheticSource(aSide: number): Source {
  const scene = syntheticScene(aSide);
  return {
    listen(listener) {
      listener.message(scene);
      let frame = 0;
      const leaves = new Float32Array(2000 * 3);
      const timer = setInterval(() => {
        frame += 1;
        const made = syntheticFrame(scene, frame);
        listener.frame(made);
        if (frame % 4 !== 0) return;
        for (let at = 0; at < leaves.length; at += 3) {
          leaves[at] = ((((at * 37) % 4600) / 100 + frame * 0.01) % 46) - 23;
          leaves[at + 1] = (((at * 13) % 97) / 90) * ((at * 7) % 5 === 0 ? 3 : 0.05);
          leaves[at + 2] = ((at * 91) % 3100) / 100 - 15.5;
        }
        listener.leaves({ frame, leaves: 900, places: leaves.slice() });
        const [x, y, z] = made.ball.position;
        const points = Array.from(
          { length: 40 },
          (_, at): Point => [x + at * 0.2, Math.abs(y + Math.sin(at * 0.25)), z + at * 0.12],
        );
        listener.message({
          kind: "overlay",
          frame,
          control: [
            {
              human: 0,
              who: 2,
              was: null,
              reason: "first of the Reds to the ball",
              race: true,
            },
          ],
          dribbled: false,
          path: { step: 0.05, points, bounces: points.filter((_, at) => at % 13 === 12) },
          windows: [4, 2, 7].map((who, at) => ({
            who,
            way: "run",
            from: 0.5 + 0.2 * at,
            until: 1.4,
            at: points[10 + at * 6] as Point,
          })),
          choices: [{ who: 4, team: 0, arrives: 0.6, at: points[10] as Point }],
          slide: [
            {
              who: 5,
              at: [0, 0, 0],
              wanted: [3, 1],
              chosen: [2, 2],
              but: null,
              contacts: [
                { at: [made.roots[15] ?? 0, 0, made.roots[17] ?? 0], normal: [0.7, 0, 0.7] },
              ],
            },
          ],
          pose: {
            who: 2,
            clip: "deepmimic/run.txt",
            frame: frame % 40,
            isMirrored: true,
            tags: ["Gait.Run", "Style.Tired", "Foot.Left"],
            query: "Gait & !Kick",
            why: "the clip ended: this pose costs 0.42, the largest part for hip velocity (0.20)",
            locks: [true, false],
            tired: 0.42,
            speed: 0.87,
          },
        });
        if (frame % 120 === 0)
          listener.message({
            kind: "log",
            entries: [
              {
                at: frame / 60,
                human: 0,
                what: "7 → 9",
                reason: "better placed for the ball than the previous footballer",
                isSwitch: true,
              },
            ],
          });
      }, 1000 / 60);
      return () => clearInterval(timer);
    },
    send: () => undefined,
    recording: async () => new Blob(),
    load: async () => undefined,
  };
}
