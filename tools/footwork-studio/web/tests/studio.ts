import { createRoot } from "solid-js";
import { afterEach, beforeEach, vi } from "vitest";
import type { ChangeListener } from "../src/api/changes";
import { Refused } from "../src/api/client";
import type { Change, ClipList, ClipRow, LibraryInfo } from "../src/api/types";
import { COLLECT_MS } from "../src/state/changes";
import { createStudio, type Studio } from "../src/state/studio";
import { clipLabels, clipRow, span } from "./clips";
import { createServer } from "./server";

let listener: ChangeListener | undefined;
vi.mock("../src/api/changes", () => ({
  listenToChanges(_: unknown, given: ChangeListener) {
    listener = given;
    return () => {};
  },
}));
/** Tells the page that the connection to the server is lost. */
export const disconnect = () => listener?.connected(false);
/** Sends news to the page, and waits until the page shows it. */
export const hear = (change: Change) => {
  listener?.changed(change);
  vi.advanceTimersByTime(COLLECT_MS);
};

export const info = (revision: number, some: Partial<LibraryInfo> = {}): LibraryInfo => ({
  name: "a",
  root: "/a",
  revision,
  tags: [],
  events: [],
  exclusive: [],
  provenance: false,
  queries: {},
  queryFunctions: [],
  expressionFunctions: [],
  channels: [],
  findings: [],
  bodies: [],
  second: null,
  unsaved: [],
  ...some,
});
export const row = (name: string, spans: number) => clipRow(name, { spans });
export const list = (revision: number, ...clips: ClipRow[]): ClipList => ({
  generation: 1,
  revision,
  clips,
});
/** Returns labels with one span. The name of its tag contains the revision. */
export const labels = (clip: string, revision: number) =>
  clipLabels({ clip, revision, spans: [span(`R${revision}`, 0, 1)] });
export const problem = (status: number, code: string, kept = false) =>
  new Refused(status, { code, message: code, hint: null, kept, mistakes: [] });

let dispose = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { addEventListener() {}, removeEventListener() {} });
});
afterEach(() => {
  dispose();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

export const start = ({ client }: ReturnType<typeof createServer>) =>
  createRoot((end) => {
    dispose = end;
    const studio = createStudio(client, { storage: undefined, locks: undefined });
    studio.start();
    return studio;
  });

/** Opens a studio with the clips a and b; a is open. The first answers of its server have revision 1. */
export async function open() {
  const server = createServer();
  const studio = start(server);
  await server.last("library").answer(info(1));
  await server.last("clips").answer(list(1, row("a", 0), row("b", 0)));
  await server.last("labels").answer(labels("a", 1));
  return { server, studio };
}
export const shown = (studio: Studio) => studio.labels()?.spans.map(({ tag }) => tag);
export const paint = (studio: Studio, tag: string) =>
  studio.edit(`paint ${tag}`, [{ kind: "paint", tag, start: 5, stop: 6 }]);
export const edited = (clip: string, revision: number) => ({
  changed: true,
  revision,
  labels: [labels(clip, revision)],
  rows: [row(clip, revision)],
});
export const said = (studio: Studio) => studio.notices.notices().map(({ text }) => text);
export const turned = (revision: number, label: string | null = "paint") => ({
  label,
  count: label === null ? 0 : 1,
  wasGone: false,
  problem: null,
  revision,
  rows: [row("a", revision)],
});
