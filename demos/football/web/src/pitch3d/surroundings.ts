import {
  BackSide,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  Fog,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  type Scene,
  SphereGeometry,
} from "three";
import type { PitchInfo } from "../worker/messages";
import { baked } from "./baked";
import { chances } from "./chances";
import type { Mood } from "./mood";
import type { Paints } from "./paints";

/** The surroundings of the pitch: an empty stand, trees, floodlights and the sky. */
export function createSurroundings(scene: Scene, pitch: PitchInfo, mood: Mood, paints: Paints) {
  const group = new Group();
  const [x, z] = [pitch.length / 2 + pitch.banners, pitch.width / 2 + pitch.banners];
  const parts = [
    sky(mood),
    ...stand(x, z, mood, paints),
    ...trees(x, z, mood, paints),
    ...floodlights(x, z, mood, paints),
  ];
  for (const part of parts)
    group.add(part instanceof InstancedMesh && !paints.isFine ? baked(part) : part);
  if (paints.isFine) scene.fog = new Fog(mood.sky[1], 90, 330);
  return {
    group,
    dispose() {
      group.traverse((part) => {
        if (!(part instanceof Mesh)) return;
        part.geometry.dispose();
        part.material.dispose();
        if (part instanceof InstancedMesh) part.dispose();
      });
    },
  };
}

function sky(mood: Mood): Mesh {
  const geometry = new SphereGeometry(400, 24, 12);
  const places = geometry.getAttribute("position");
  const [top, horizon] = mood.sky.map((hex) => new Color(hex)) as [Color, Color];
  const colours = new Float32Array(places.count * 3);
  const mixed = new Color();
  for (let at = 0; at < places.count; at += 1) {
    const height = Math.max(places.getY(at) / 400, 0);
    mixed.lerpColors(horizon, top, Math.min(height * 2.4, 1) ** 0.7).toArray(colours, at * 3);
  }
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  const material = new MeshBasicMaterial({
    vertexColors: true,
    side: BackSide,
    fog: false,
    toneMapped: false,
  });
  return new Mesh(geometry, material);
}

/** Steps with rows of seats along the far side. */
function stand(x: number, z: number, mood: Mood, paints: Paints): Object3D[] {
  const rows = 7;
  const length = Math.min(2 * x - 4, 70);
  const perRow = Math.floor(length / 0.62);
  const steps = new InstancedMesh(
    new BoxGeometry(length + 1, 0.42, 0.95),
    paints.solid({ color: mood.concrete }),
    rows,
  );
  const seats = new InstancedMesh(seatGeometry(), paints.solid({}), rows * perRow);
  const put = new Object3D();
  const shades = mood.seats.map((hex) => new Color(hex)) as [Color, Color];
  for (let row = 0; row < rows; row += 1) {
    const [y, back] = [0.6 + row * 0.42, -z - 3 - row * 0.95];
    put.position.set(0, y - 0.21, back);
    put.updateMatrix();
    steps.setMatrixAt(row, put.matrix);
    for (let seat = 0; seat < perRow; seat += 1) {
      put.position.set((seat - (perRow - 1) / 2) * 0.62, y + 0.2, back - 0.1);
      put.updateMatrix();
      const place = row * perRow + seat;
      seats.setMatrixAt(place, put.matrix);
      // The stairs between blocks never have the second colour.
      const isSecond = Math.abs(((seat + row * 2) % 34) - 17) < 6;
      seats.setColorAt(place, shades[isSecond ? 0 : 1]);
    }
  }
  const wall = new Mesh(
    new BoxGeometry(length + 1, 4.6, 0.3),
    paints.solid({ color: mood.concrete }),
  );
  wall.position.set(0, 2.3, -z - 3 - rows * 0.95);
  const roof = new Mesh(
    new BoxGeometry(length + 3, 0.22, 6.2),
    paints.solid({ color: mood.concrete }),
  );
  roof.position.set(0, 6.4, -z - 6.4);
  roof.rotation.x = 0.09;
  const columns = new InstancedMesh(
    new CylinderGeometry(0.1, 0.1, 4.2, 8),
    paints.solid({ color: mood.concrete }),
    7,
  );
  for (let at = 0; at < 7; at += 1) {
    put.position.set((at / 6 - 0.5) * length, 4.3, -z - 8.6);
    put.updateMatrix();
    columns.setMatrixAt(at, put.matrix);
  }
  return [steps, seats, wall, roof, columns];
}

/** The seat and the back, as seen from the pitch. */
function seatGeometry(): BufferGeometry {
  const geometry = new BufferGeometry();
  const [w, h, d] = [0.23, 0.21, 0.21];
  const back = [-w, -h, -d, w, -h, -d, w, h, -d, -w, h, -d];
  const seat = [-w, -h * 0.2, d, w, -h * 0.2, d, w, -h * 0.2, -d, -w, -h * 0.2, -d];
  const front = [-w, -h, d, w, -h, d, w, -h * 0.2, d, -w, -h * 0.2, d];
  const places = Float32Array.from([...back, ...seat, ...front]);
  geometry.setAttribute("position", new BufferAttribute(places, 3));
  geometry.setIndex([0, 4, 8].flatMap((at) => [at, at + 1, at + 2, at, at + 2, at + 3]));
  geometry.computeVertexNormals();
  return geometry;
}

function trees(x: number, z: number, mood: Mood, paints: Paints): Object3D[] {
  const count = 90;
  const chance = chances(5);
  const crowns = new InstancedMesh(
    new IcosahedronGeometry(1, paints.isFine ? 1 : 0),
    paints.solid({ flatShading: true }),
    count,
  );
  const trunks = new InstancedMesh(
    new CylinderGeometry(0.16, 0.24, 1, 6),
    paints.solid({ color: 0x4a3a2c }),
    count,
  );
  const put = new Object3D();
  const [dark, bright] = mood.trees.map((hex) => new Color(hex)) as [Color, Color];
  const shade = new Color();
  for (let tree = 0; tree < count; tree += 1) {
    const share = tree / count;
    // Trees on three sides; the camera is on the fourth.
    const angle = Math.PI * (0.92 + share * 1.16) + (chance() - 0.5) * 0.05;
    const far = 1 + chance() * 0.5;
    const place = [
      Math.cos(angle) * (x + 22) * far * 1.25,
      Math.sin(angle) * (z + 22) * far,
    ] as const;
    const height = 4.5 + chance() * 4.5;
    put.position.set(place[0], height * 0.62, place[1]);
    put.scale.set(2.2 + chance() * 1.4, height * 0.52, 2.2 + chance() * 1.4);
    put.rotation.y = chance() * 3;
    put.updateMatrix();
    crowns.setMatrixAt(tree, put.matrix);
    crowns.setColorAt(tree, shade.lerpColors(dark, bright, chance()));
    put.position.y = height * 0.12;
    put.scale.set(1, height * 0.3, 1);
    put.updateMatrix();
    trunks.setMatrixAt(tree, put.matrix);
  }
  return [crowns, trunks];
}

function floodlights(x: number, z: number, mood: Mood, paints: Paints): Object3D[] {
  const masts = new InstancedMesh(
    new CylinderGeometry(0.12, 0.2, 14, 8),
    paints.solid({ color: 0x7d848d }),
    4,
  );
  const heads = new InstancedMesh(
    new BoxGeometry(2.6, 1.3, 0.3),
    new MeshBasicMaterial({ color: mood.sky[0] < 0x202020 ? 0xfdfcf2 : 0xe9edf0, fog: false }),
    4,
  );
  const put = new Object3D();
  [-1, 1].forEach((side, a) => {
    [-1, 1].forEach((end, b) => {
      put.rotation.set(0, 0, 0);
      put.position.set(side * (x + 2), 7, end * (z + 4));
      put.updateMatrix();
      masts.setMatrixAt(a * 2 + b, put.matrix);
      put.position.y = 14.3;
      put.lookAt(0, 0, 0);
      put.updateMatrix();
      heads.setMatrixAt(a * 2 + b, put.matrix);
    });
  });
  return [masts, heads];
}
