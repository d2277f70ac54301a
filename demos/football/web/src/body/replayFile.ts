import {
  AnimationClip,
  type KeyframeTrack,
  Object3D,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from "three";
import { GLTFExporter } from "three/addons/exporters/GLTFExporter.js";
import type { Frame } from "../worker/frameType";
import type { Scene } from "../worker/messages";

/** Writes frames as a GLB file: the ball and the joints of all footballers as nodes with one animation. */
export async function replayFile(scene: Scene, frames: readonly Frame[]): Promise<Blob> {
  const [first] = frames;
  if (!first) throw new Error("nothing was played yet");
  const times = frames.map((frame) => (frame.frame - first.frame) / 60);
  const root = named("match", undefined);
  const tracks: KeyframeTrack[] = [];
  const move = (node: Object3D, of: (frame: Frame) => ArrayLike<number>) =>
    tracks.push(new VectorKeyframeTrack(`${node.name}.position`, times, flat(frames, of)));
  const turn = (node: Object3D, of: (frame: Frame) => ArrayLike<number>) =>
    tracks.push(new QuaternionKeyframeTrack(`${node.name}.quaternion`, times, flat(frames, of)));
  const ball = named("ball", root);
  move(ball, (frame) => frame.ball.position);
  turn(ball, (frame) => frame.ball.rotation);
  const { names, parents, offsets } = scene.skeleton;
  for (const [who, { team, number }] of scene.footballers.entries()) {
    const joints: Object3D[] = [];
    for (const [joint, name] of names.entries()) {
      const parent = joints[parents[joint] ?? -1] ?? root;
      const node = named(`${team === 0 ? "red" : "blue"}_${number}_${name}`, parent);
      node.position.fromArray(offsets[joint] ?? [0, 0, 0]);
      joints.push(node);
      const at = (who * names.length + joint) * 4;
      turn(node, (frame) => frame.rotations.subarray(at, at + 4));
    }
    const [hips] = joints;
    if (hips) move(hips, (frame) => frame.roots.subarray(who * 3, who * 3 + 3));
  }
  const animations = [new AnimationClip("replay", -1, tracks)];
  const glb = await new GLTFExporter().parseAsync(root, { binary: true, animations });
  return new Blob([glb as ArrayBuffer], { type: "model/gltf-binary" });
}

function named(name: string, parent: Object3D | undefined): Object3D {
  const node = new Object3D();
  node.name = name;
  parent?.add(node);
  return node;
}

const flat = (frames: readonly Frame[], of: (frame: Frame) => ArrayLike<number>): number[] =>
  frames.flatMap((frame) => Array.from(of(frame)));
