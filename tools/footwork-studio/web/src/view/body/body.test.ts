import { describe, expect, test } from "vitest";
import type { Joints } from "../../state/motion";
import { anatomyOf } from "./anatomy";
import { bodyRings } from "./bodyRings";
import { placeTubes, trianglesOf, vertexCount } from "./tubes";

/** A standing person with spread arms who faces +z, with a tail, and a bone of the chest that stays near the chest. */
const ROWS: [name: string, role: string | null, parent: number, place: number[]][] = [
  ["Hips", "hips", -1, [0, 0.95, 0]],
  ["Spine", "spine", 0, [0, 1.2, 0]],
  ["Neck", "neck", 1, [0, 1.5, 0]],
  ["Head", "head", 2, [0, 1.6, 0.02]],
  ["Top", null, 3, [0, 1.8, 0.02]],
  ...(["left", "right"] as const).flatMap((side, at): typeof ROWS => {
    const x = side === "left" ? 1 : -1;
    const first = 5 + at * 8;
    return [
      [`${side} arm`, `${side}_upper_arm`, 1, [0.18 * x, 1.43, 0]],
      [`${side} elbow`, `${side}_lower_arm`, first, [0.46 * x, 1.43, 0]],
      [`${side} hand`, `${side}_hand`, first + 1, [0.72 * x, 1.43, 0]],
      [`${side} leg`, `${side}_upper_leg`, 0, [0.09 * x, 0.92, 0]],
      [`${side} knee`, `${side}_lower_leg`, first + 3, [0.09 * x, 0.5, 0]],
      [`${side} foot`, `${side}_foot`, first + 4, [0.09 * x, 0.08, 0]],
      [`${side} toe`, `${side}_toe`, first + 5, [0.09 * x, 0.02, 0.13]],
      [`${side} bust`, null, 1, [0.07 * x, 1.3, 0.08]],
    ];
  }),
  ["Tail", null, 0, [0, 0.9, -0.4]],
];
const joints: Joints = {
  names: ROWS.map(([name]) => name),
  parents: ROWS.map(([, , parent]) => parent),
  drawn: ROWS.map(() => true),
  roles: ROWS.map(([, role]) => role),
  sides: ROWS.map(() => "centre" as const),
  mayHaveMesh: false,
};
const pose = Float32Array.from(ROWS.flatMap(([, , , place]) => place));
const of = (name: string) => joints.names.indexOf(name);

describe("a body", () => {
  const anatomy = anatomyOf(joints, [pose]);

  test("is found by the roles of its joints, and its size follows from its limbs", () => {
    expect(anatomy?.scale).toBeGreaterThan(0.9);
    expect(anatomy?.scale).toBeLessThan(1.1);
    expect(anatomy?.crown).toBe(of("Top"));
    expect(anatomy?.middle).toBe(of("Spine"));
  });

  test("hides joints inside the body, but not a tail", () => {
    for (const name of ["Spine", "Top", "left elbow", "right toe", "left bust"])
      expect(anatomy?.covered.has(of(name)), name).toBe(true);
    expect(anatomy?.covered.has(of("Tail"))).toBe(false);
  });

  test("is not drawn around a skeleton without arms", () => {
    const roles = joints.roles.map((role) => (role?.endsWith("_hand") ? null : role));
    expect(anatomyOf({ ...joints, roles }, [pose])).toBeUndefined();
  });

  test("has normals that point outwards, and triangles between its own vertices", () => {
    if (!anatomy) throw new Error("there is none");
    const around = 12;
    const rings = bodyRings(anatomy, pose);
    const count = rings.tubes.reduce((sum, tube) => sum + vertexCount(tube, around), 0);
    const [positions, normals] = [new Float32Array(count * 3), new Float32Array(count * 3)];
    placeTubes(rings, around, [0, 0, 0], positions, normals);
    expect(positions.every(Number.isFinite)).toBe(true);
    let outward = 0;
    let all = 0;
    let first = 0;
    for (const tube of rings.tubes) {
      for (let ring = 0; ring < tube.rings; ring += 1) {
        const centre = rings.values.slice((tube.start + ring) * 9, (tube.start + ring) * 9 + 3);
        for (let at = 0; at < around; at += 1) {
          const vertex = first + ring * around + at;
          const dots = centre.map((value, axis) => {
            const away = (positions[vertex * 3 + axis] ?? 0) - value;
            return away * (normals[vertex * 3 + axis] ?? 0);
          });
          all += 1;
          if (dots.reduce((sum, value) => sum + value, 0) > 0) outward += 1;
        }
      }
      first += vertexCount(tube, around);
    }
    expect(outward / all).toBeGreaterThan(0.97);
    const triangles = trianglesOf(rings.tubes, around);
    expect(Math.max(...triangles)).toBe(count - 1);
  });

  test("stands on the floor with its feet", () => {
    if (!anatomy) throw new Error("there is none");
    const { tubes, values } = bodyRings(anatomy, pose);
    const lowest = tubes.map((tube) => {
      const rings = values.slice(tube.start * 9, (tube.start + tube.rings) * 9);
      const bottoms = rings.flatMap((value, at) =>
        at % 9 === 1 ? [value - Math.abs(rings[at + 6] ?? 0)] : [],
      );
      return Math.min(...bottoms);
    });
    expect(Math.abs(Math.min(...lowest))).toBeLessThan(0.03);
  });
});
