import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { command, stateOf } from "./server";
import { skinned } from "./skinnedFile";

const run = promisify(execFile);

/** The repository's sample library. */
const SAMPLES = resolve("../../../samples");

/** A temporary folder of clips that a test may change. */
export class Library {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Makes a copy of `samples/`. */
  static ofSamples = () => Library.copyOf(SAMPLES);

  /** Makes a copy of a library. */
  static async copyOf(library: string): Promise<Library> {
    const root = await folder();
    await cp(library, root, { recursive: true });
    return new Library(root);
  }

  /** Makes a copy of some clips in `samples/` without labels and settings, like the folder of a new user. */
  static async ofUntagged(): Promise<Library> {
    const root = await folder();
    await cp(join(SAMPLES, "deepmimic"), join(root, "takes"), {
      recursive: true,
      filter: (path) => !/\.(tags|md)$/.test(path),
    });
    return new Library(root);
  }

  /**
   * Makes a library of two walks from the samples: `walk.glb` with the mesh of a character, and `bare.glb` without a
   * mesh.
   */
  static async ofSkinned(): Promise<Library & { vertices: number }> {
    const root = await folder();
    const { bytes, vertices } = await skinned(join(SAMPLES, "football/walk_01.glb"));
    await writeFile(join(root, "walk.glb"), bytes);
    await cp(join(SAMPLES, "football/walk_01.glb"), join(root, "bare.glb"));
    for (const name of ["walk", "bare"])
      await cp(join(SAMPLES, "football/walk_01.glb.tags"), join(root, `${name}.glb.tags`));
    await writeFile(join(root, "footwork.toml"), '[tags."Gait.Walk"]\nkey = "w"\n');
    return Object.assign(new Library(root), { vertices });
  }

  /**
   * Makes a library with the example `many_clips`: `clips` clips with 20 ranges each, and a clip of `long` frames with
   * 64 tags.
   */
  static async ofMany({ clips = 0, long = 0 }): Promise<Library> {
    const program = process.env.FOOTWORK_MANY_CLIPS;
    const made = process.env.FOOTWORK_BIN?.replace(/footwork(\.exe)?$/, "examples/many_clips$1");
    const root = await folder();
    await run(program ?? made ?? "many_clips", [root, `${clips}`, "--long", `${long}`]);
    return new Library(root);
  }

  /**
   * Records a character that plays the clips of a query, controlled by a random stick. Returns the path of the
   * recording.
   */
  async recorded(filter: string, seconds: number, more: readonly string[] = []): Promise<string> {
    const path = join(await folder(), "played.fwrec");
    const args = ["sim", "matching", this.root, "--filter", filter, "--seconds", `${seconds}`];
    await run(command(), [...args, ...more, "--stick", "mixed", "-o", path]);
    return path;
  }

  /** Deletes the folder, and the library's folder in the user's state folder. */
  readonly remove = async (): Promise<void> => {
    for (const folder of [this.root, stateOf(this.root)])
      await rm(folder, { recursive: true, force: true });
  };

  /** Replaces a text in a file. Throws an error if the file does not contain the text. */
  async replace(name: string, before: string | RegExp, after: string): Promise<void> {
    const text = (await this.text(name)) ?? "";
    const changed = text.replace(before, after);
    if (changed === text) throw new Error(`${name} has no ${before}`);
    await writeFile(join(this.root, name), changed);
  }

  /** Returns the text of a file, or `undefined` if there is no such file. */
  async text(name: string): Promise<string | undefined> {
    try {
      return await readFile(join(this.root, name), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** Returns the ranges of a tag in the sidecar of a clip, as `[30,90)`, in file order. */
  async ranges(clip: string, tag: string): Promise<string[]> {
    const lines = (await this.text(`${clip}.tags`))?.split("\n") ?? [];
    return lines.flatMap((line) => {
      const [kind, name, start, stop] = line.split(" ");
      return kind === "tag" && name === tag ? [`[${start},${stop})`] : [];
    });
  }

  /** Returns the frames of an event in the sidecar of a clip. */
  async moments(clip: string, event: string): Promise<number[]> {
    const lines = (await this.text(`${clip}.tags`))?.split("\n") ?? [];
    return lines.flatMap((line) => {
      const [kind, name, time] = line.split(" ");
      return kind === "event" && name === event ? [Number(time)] : [];
    });
  }

  /** Returns the contents of all files by path, except those of git. */
  async files(): Promise<Map<string, string>> {
    const found = await readdir(this.root, { recursive: true, withFileTypes: true });
    const files = new Map<string, string>();
    for (const entry of found) {
      const path = join(entry.parentPath, entry.name);
      const name = relative(this.root, path);
      if (entry.isFile() && !/^\.git\b/.test(name)) files.set(name, await readFile(path, "base64"));
    }
    return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  write = (name: string, text: string) => writeFile(join(this.root, name), text);

  /** Turns the library into a git repository that merges sidecars with the command, and commits all files. */
  async tracked(): Promise<void> {
    await this.git("init", "-q");
    const driver = `'${command().replaceAll("\\", "/")}' merge-driver %O %A %B %P`;
    await this.git("config", "merge.footwork.driver", driver);
    await this.write(".gitattributes", "*.tags merge=footwork\nfootwork.toml merge=footwork\n");
    await this.git("add", ".");
    await this.git("commit", "-q", "-m", "Samples");
  }

  /** Runs git in the library, ignoring the user's git settings. */
  async git(...args: string[]): Promise<string> {
    const settings = ["user.name=A", "user.email=a@example.org", "commit.gpgsign=false"];
    const all = [...settings.flatMap((setting) => ["-c", setting]), ...args];
    const env = { ...process.env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1" };
    return (await run("git", all, { cwd: this.root, env })).stdout;
  }
}

const folder = () => mkdtemp(join(tmpdir(), "footwork-studio-"));
