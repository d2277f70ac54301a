import poses from "../../../../../testdata/characters/football.fwposes?url&inline";
import tags from "../../../../../testdata/characters/football.tagdb?url&inline";
import module from "../../match.wasm?url&inline";
import MatchWorker from "./matchWorker?worker&inline";
import type { MatchFiles } from "./protocol";

/** Makes the worker. Its program is inside the page, because a page opened from a folder may load no worker. */
export const openWorker = () => new MatchWorker();

/** Returns the files of the match, which are inside the page's program for the same reason. */
export async function matchFiles(): Promise<MatchFiles> {
  const bytes = async (url: string) => (await fetch(url)).arrayBuffer();
  const read = await Promise.all([module, tags, poses].map(bytes));
  const [moduleBytes, tagBytes, poseBytes] = read;
  if (!moduleBytes || !tagBytes || !poseBytes) throw new Error("the page lacks files");
  return { module: moduleBytes, tags: tagBytes, poses: poseBytes };
}
