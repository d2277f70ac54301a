import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Library } from "./library";

const FRAMES = 10_000;
const TAGS = 64;
const SPANS = 40;
const BONES = 20;

/** A library of one clip of 10,000 frames with 64 tags, each on 40 ranges. */
export async function longClip(): Promise<Library> {
  const root = await mkdtemp(join(tmpdir(), "footwork-studio-"));
  await writeFile(join(root, "long.bvh"), bvh());
  const spans = Array.from({ length: TAGS }, (_, tag) =>
    Array.from({ length: SPANS }, (_, at) => {
      const start = Math.floor((at * FRAMES) / SPANS) + ((tag * 37) % 90);
      return `tag Group${tag % 8}.Tag${String(tag).padStart(2, "0")} ${start} ${start + 40 + ((tag * at) % 110)}`;
    }),
  ).flat();
  const text = [
    "footwork-tags 1",
    "clip long.bvh",
    `frames ${FRAMES}`,
    "rate 60",
    ...spans.sort(),
    "",
  ];
  await writeFile(join(root, "long.bvh.tags"), text.join("\n"));
  return new Library(root);
}

/** A chain of bones that sways and walks. */
function bvh(): string {
  const open = Array.from({ length: BONES }, (_, bone) => {
    const kind = bone === 0 ? "ROOT" : "JOINT";
    const place = bone === 0 ? "Xposition Yposition Zposition " : "";
    const count = bone === 0 ? 6 : 3;
    return `${kind} Bone${bone}\n{\nOFFSET 0 ${bone === 0 ? 0 : 10} 0\nCHANNELS ${count} ${place}Zrotation Xrotation Yrotation\n`;
  });
  const end = `End Site\n{\nOFFSET 0 10 0\n}\n${"}\n".repeat(BONES)}`;
  const frames = Array.from({ length: FRAMES }, (_, frame) => {
    const angles = Array.from({ length: BONES * 3 }, (_, at) =>
      (6 * Math.sin(frame / 30 + at)).toFixed(3),
    );
    return `${(frame / 10).toFixed(2)} 20 0 ${angles.join(" ")}`;
  });
  const head = `MOTION\nFrames: ${FRAMES}\nFrame Time: 0.0166667\n`;
  return `HIERARCHY\n${open.join("")}${end}${head}${frames.join("\n")}\n`;
}
