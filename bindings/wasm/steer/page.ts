/** A character to steer: one page without a server. */

import type { Object3D } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { pageData, unpack } from "../playground/packed.js";
import { element } from "../playground/plot.js";
import {
  Character,
  Database,
  FW_BODY_CAPSULE,
  init,
  Mover,
  PoseIndex,
  Repertoire,
} from "../src/index.js";
import { CharacterBones } from "../src/three.js";
import { courseWorld } from "./course.js";
import { FilterField } from "./filterField.js";
import { Stick } from "./stick.js";
import { View } from "./view.js";
import { Why } from "./why.js";

/** Files, as `packed` of the build writes them. */
interface Data {
  module: string;
  poses: string;
  tags: string;
  body: string;
}

/** The longest time step, in seconds, so that the character does not leap after a pause. */
const MAX_STEP_SECS = 1 / 15;
/** The number of frames over which shown times are averaged. */
const MEAN_OF = 30;

async function loadBody(bytes: Uint8Array<ArrayBuffer>): Promise<Object3D> {
  const { scene } = await new GLTFLoader().parseAsync(bytes.buffer, "");
  scene.traverse((it) => {
    it.castShadow = true;
    // The bounds of the body are those of its rest pose.
    it.frustumCulled = false;
  });
  return scene;
}

/** Returns the name of each clip by its number in the index. */
function clipNames(index: PoseIndex, tags: Database): Map<number, string> {
  const names = Array.from({ length: tags.clipCount }, (_, clip) => tags.clipName(clip));
  return new Map(names.map((name) => [index.clip(name), name]));
}

async function start(): Promise<void> {
  const data = pageData<Data>();
  await init(await unpack(data.module));
  const [poses, tagBytes, bodyBytes] = await Promise.all(
    [data.poses, data.tags, data.body].map(unpack),
  );
  if (!poses || !tagBytes || !bodyBytes) {
    throw new Error("the page lacks files");
  }
  const repertoire = new Repertoire(poses);
  const tags = new Database(tagBytes);
  const index = PoseIndex.fromRepertoire(repertoire);
  const character = new Character(repertoire);
  const world = courseWorld();
  const mover = new Mover({ kind: FW_BODY_CAPSULE, radiusM: 0.3, heightM: 1.8 });
  const surroundings = { world, mover };

  const canvas = element<HTMLCanvasElement>("view");
  const body = await loadBody(bodyBytes);
  const bones = new CharacterBones(character, repertoire, body);
  const view = new View(canvas, world);
  view.scene.add(body);
  await view.ready();
  const stick = new Stick(canvas);
  const filters = new FilterField(index, tags);
  const why = new Why(clipNames(index, tags), index, character);
  element("again").addEventListener("click", () => {
    character.teleport({ positionM: [0, 0, 0], headingRad: 0 });
  });

  let last = performance.now();
  let from = body.position.clone();
  let [shown, updateMs, frameMs] = [0, 0, 0];
  const frame = (now: number) => {
    const secs = Math.max(0, Math.min(MAX_STEP_SECS, (now - last) / 1000));
    frameMs += (now - last) / MEAN_OF;
    last = now;
    const began = performance.now();
    const step = character.update(
      secs,
      { velocityMps: stick.velocityMps(view.headingRad) },
      { search: { filter: filters.filter }, surroundings },
    );
    bones.update();
    updateMs += (performance.now() - began) / MEAN_OF;
    const speedMps = secs > 0 ? body.position.distanceTo(from) / secs : 0;
    from = body.position.clone();
    view.draw(body, character.root.headingRad, speedMps, secs);
    shown += 1;
    if (shown % MEAN_OF === 0) {
      element("times").textContent =
        `character ${updateMs.toFixed(2)} ms, frame ${frameMs.toFixed(0)} ms`;
      [updateMs, frameMs] = [0, 0];
    }
    element("clip").textContent = why.name(step.pose);
    why.show(step, filters.query);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  // For users of the console, and for the tests.
  Object.assign(globalThis, { steer: { character, body, view } });
  document.documentElement.dataset.ready = "";
}

void start();
