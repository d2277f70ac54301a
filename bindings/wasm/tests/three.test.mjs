// The bones of three.js objects follow a character.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import * as fw from "../dist/index.js";
import { CharacterBones } from "../dist/three.js";

const file = (name) =>
  readFileSync(new URL(`../../../testdata/characters/${name}`, import.meta.url));
let repertoire;
let names;

before(async () => {
  await fw.init();
  repertoire = new fw.Repertoire(file("football.fwposes"));
  names = Array.from({ length: repertoire.info.joints }, (_, i) => repertoire.jointName(i));
});

/** The project's own body, loaded as a page loads it. */
async function body() {
  const { buffer, byteOffset, byteLength } = file("football.glb");
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
  const { scene } = await new GLTFLoader().parseAsync(bytes, "");
  return { scene, mesh: scene.getObjectByProperty("isSkinnedMesh", true) };
}

/** Lets a character run in a curve. */
function run(character, frames) {
  for (let frame = 0; frame < frames; frame++) {
    character.update(1 / 60, { velocityMps: [2 * Math.sin(frame / 40), 2.5] });
  }
}

/** Bones of a skeleton like that of the clips, without a mesh. */
function skeleton(rename = (name) => name) {
  const bones = names.map((name) => Object.assign(new THREE.Bone(), { name: rename(name) }));
  for (const [joint, bone] of bones.entries()) {
    bones[repertoire.joint(joint).parent]?.add(bone);
  }
  return { bones, root: new THREE.Group().add(bones[0]) };
}

const numbersOf = ({ quaternion, position }) => [...quaternion.toArray(), ...position.toArray()];

test("bones have the numbers of the pose, and the object is at the root", async () => {
  const { scene, mesh } = await body();
  const character = new fw.Character(repertoire);
  const bones = new CharacterBones(character, repertoire, scene);
  assert.equal(bones.root, scene);
  for (const frames of [1, 40, 100]) {
    run(character, frames);
    bones.update();
    const pose = character.pose(new Uint8Array(0), new Float32Array(7 * names.length));
    for (const [joint, name] of names.entries()) {
      const wanted = [...pose.subarray(7 * joint, 7 * joint + 7)];
      assert.deepEqual(numbersOf(scene.getObjectByName(name)), wanted, name);
    }
    const { positionM, headingRad } = character.root;
    assert.deepEqual(scene.position.toArray(), positionM);
    const ahead = new THREE.Vector3(0, 0, 1).applyQuaternion(scene.quaternion);
    assert.ok(Math.abs(ahead.x - Math.sin(headingRad)) < 1e-12);
    assert.ok(Math.abs(ahead.z - Math.cos(headingRad)) < 1e-12);
  }
  assert.ok(scene.position.length() > 2, "it has run");
  // The skin goes along: the vertices of a hand are near its joint.
  scene.updateMatrixWorld(true);
  const hand = names.indexOf("LeftHand");
  const joint = new THREE.Vector3().setFromMatrixPosition(
    scene.getObjectByName("LeftHand").matrixWorld,
  );
  const { skinIndex, skinWeight } = mesh.geometry.attributes;
  let near = 0;
  for (let vertex = 0; vertex < skinIndex.count; vertex++) {
    if (skinIndex.getX(vertex) === hand && skinWeight.getX(vertex) > 0.9) {
      const place = mesh.getVertexPosition(vertex, new THREE.Vector3());
      assert.ok(mesh.localToWorld(place).distanceTo(joint) < 0.25);
      near++;
    }
  }
  assert.ok(near > 10, `${near} vertices`);
});

test("a mesh next to its bones moves with the object that holds both", async () => {
  const { scene, mesh } = await body();
  const character = new fw.Character(repertoire);
  const bones = new CharacterBones(character, repertoire, mesh);
  assert.equal(bones.root, scene);
  const loose = new THREE.SkinnedMesh();
  loose.bind(new THREE.Skeleton(skeleton().bones));
  assert.throws(() => new CharacterBones(character, repertoire, loose), /no object holds both/);
});

test("a mask leaves bones to other animations, and an object can stay", () => {
  const { bones, root } = skeleton();
  const character = new fw.Character(repertoire);
  run(character, 30);
  const mask = (name) => !/Arm|Hand/.test(name);
  const driver = new CharacterBones(character, repertoire, root, { mask, movesRoot: false });
  const own = [0.5, 0.5, 0.5, 0.5];
  for (const bone of bones) {
    bone.quaternion.fromArray(own);
  }
  driver.update();
  const pose = character.pose(new Uint8Array(0), new Float32Array(7 * names.length));
  for (const [joint, bone] of bones.entries()) {
    const wanted = mask(bone.name) ? [...pose.subarray(7 * joint, 7 * joint + 4)] : own;
    assert.deepEqual(bone.quaternion.toArray(), wanted, bone.name);
  }
  assert.deepEqual(root.position.toArray(), [0, 0, 0]);
});

test("errors name missing bones, and bones with another parent", () => {
  const character = new fw.Character(repertoire);
  const { bones, root } = skeleton((name) => name.replace("LeftFoot", "foot_l"));
  const make = (options) => new CharacterBones(character, repertoire, root, options);
  assert.throws(make, /there is no bone `LeftFoot`\nhelp: the object holds `Hips`.*`foot_l`/);
  make({ mask: (name) => !name.startsWith("LeftFoot") });
  const named = (name) => bones[names.indexOf(name)];
  named("LeftFoot").name = "LeftFoot";
  named("Head").add(named("RightLeg"));
  assert.throws(make, /the bone `RightLeg` is not a child of `RightUpLeg`\n/);
  assert.throws(
    () => new CharacterBones(character, repertoire, new THREE.Group()),
    /there is no bone `Hips`; there is no bone .*\nhelp: the object holds no named object/,
  );
});

test("names match as the loaders of three.js rewrite them", () => {
  const odd = (name) => `rig:${name.replace("Left", "Left. ")}[1]`;
  const { bones, root } = skeleton((name) => THREE.PropertyBinding.sanitizeNodeName(odd(name)));
  const renamed = Object.create(repertoire, { jointName: { value: (i) => odd(names[i]) } });
  const character = new fw.Character(repertoire);
  run(character, 60);
  new CharacterBones(character, renamed, root).update();
  assert.ok(bones.some(({ name }) => name === "rigLeft_Leg1"));
  assert.ok(bones[0].position.y > 0.5);
});

test("an object in centimetres between root and hips changes nothing in the world", () => {
  const [plain, scaled] = [skeleton(), skeleton()];
  const armature = new THREE.Group();
  armature.rotation.x = -Math.PI / 2;
  armature.position.set(3, 1, 2);
  armature.scale.setScalar(0.01);
  scaled.root.add(armature.add(scaled.bones[0]));
  const character = new fw.Character(repertoire);
  run(character, 50);
  const places = [plain, scaled].map(({ bones, root }) => {
    new CharacterBones(character, repertoire, root).update();
    root.updateMatrixWorld(true);
    return bones.map((bone) => [
      new THREE.Vector3().setFromMatrixPosition(bone.matrixWorld),
      bone.getWorldQuaternion(new THREE.Quaternion()),
    ]);
  });
  places[0].forEach(([place, turn], joint) => {
    const [other, otherTurn] = places[1][joint];
    assert.ok(place.distanceTo(other) < 1e-5 && turn.angleTo(otherTurn) < 1e-3, names[joint]);
  });
  assert.ok(places[0][5][0].y > 1.2, "the head is up");
  armature.scale.set(1, 2, 1);
  assert.throws(
    () => new CharacterBones(character, repertoire, scaled.root),
    /scale axes differently/,
  );
});
