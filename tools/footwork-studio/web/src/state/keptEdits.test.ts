import { expect, it } from "vitest";
import type { Edit } from "../api/types";
import { createKeptEdits, type EditStore, type Locks } from "./keptEdits";

const edit = (id: string): Edit => ({ id, label: `paint ${id}`, clips: [] });
const rest = () => new Promise((after) => setTimeout(after));

function createStore(): EditStore {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (at) => [...entries.keys()][at] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

/** Browser locks for several pages. A page's locks are released when the page closes. */
function createLocks() {
  const waiting = new Map<string, Promise<unknown>>();
  return (): Locks & { close(): void } => {
    let close = () => {};
    const closed = new Promise<void>((done) => {
      close = done;
    });
    return {
      close,
      async request(name, held) {
        const before = waiting.get(name);
        const mine = (async () => {
          await before;
          await Promise.race([held(), closed]);
        })();
        waiting.set(name, mine);
        return mine;
      },
    };
  };
}

function createBrowser() {
  const storage = createStore();
  const newLocks = createLocks();
  return {
    storage,
    page(root: string | undefined) {
      const locks = newLocks();
      const kept = createKeptEdits({ storage, locks });
      if (root !== undefined) kept.start(root);
      return { kept, close: locks.close };
    },
  };
}
const ids = (edits: readonly Edit[]) => edits.map(({ id }) => id);

it("offers the edits that a page left, in order, to only one other page", async () => {
  const { page } = createBrowser();
  const first = page("/a");
  for (const id of ["z", "b", "a"]) first.kept.keep(edit(id));
  first.kept.forget("b");
  first.close();
  const [second, third] = [page("/a"), page("/a")];
  await rest();
  expect([ids(second.kept.earlier()), ids(third.kept.earlier())]).toEqual([["z", "a"], []]);
  second.close();
  await rest();
  expect(ids(third.kept.earlier())).toEqual(["z", "a"]);
});

it("never offers edits of another library, nor those of a live page", async () => {
  const { page } = createBrowser();
  const first = page("/a");
  first.kept.keep(edit("a"));
  const [same, other] = [page("/a"), page("/b")];
  await rest();
  expect([same.kept.earlier(), other.kept.earlier()]).toEqual([[], []]);
  first.close();
  await rest();
  expect([ids(same.kept.earlier()), other.kept.earlier()]).toEqual([["a"], []]);
});

it("offers the edits of a page that can no longer save, and learns when another page handles them", async () => {
  const { page, storage } = createBrowser();
  const [old, next] = [page("/a"), page("/a")];
  old.kept.keep(edit("a"));
  expect(next.kept.heard("footwork.edit a", storage.getItem("footwork.edit a"))).toBeUndefined();
  old.kept.end();
  await rest();
  expect(ids(next.kept.earlier())).toEqual(["a"]);
  // Keeping an adopted edit makes it an edit of this page.
  next.kept.keep(edit("a"));
  expect([next.kept.earlier(), storage.length]).toEqual([[], 1]);
  next.kept.forget("a");
  expect(storage.length).toBe(0);
  expect(old.kept.heard("footwork.edit a", null)).toBe("a");
});

it("hands over the edits of all pages that can no longer save", async () => {
  const { page } = createBrowser();
  const [first, second] = [page("/a"), page("/a")];
  first.kept.keep(edit("a"));
  second.kept.keep(edit("b"));
  // Each page learns that the other has handled its edit.
  first.kept.heard("footwork.edit b", "");
  second.kept.heard("footwork.edit a", "");
  first.kept.end();
  await rest();
  expect(ids(second.kept.earlier())).toEqual(["a"]);
  second.kept.end();
  expect(second.kept.earlier()).toEqual([]);
  const third = page("/a");
  await rest();
  expect(ids(third.kept.earlier())).toEqual(["a", "b"]);
});

it("a page does not change another page's edits", () => {
  const { page, storage } = createBrowser();
  const [first, second] = [page("/a"), page("/a")];
  first.kept.keep(edit("a"));
  second.kept.keep(edit("b"));
  second.kept.forget("b");
  expect([storage.length, storage.key(0)]).toEqual([1, "footwork.edit a"]);
});

it("keeps no edit before it knows the library, and reads only valid edits", async () => {
  const { page, storage } = createBrowser();
  page(undefined).kept.keep(edit("a"));
  expect(storage.length).toBe(0);
  for (const text of [
    "",
    "null",
    "3",
    "{",
    '{"root":"/a"}',
    '{"root":"/a","session":"s","edit":{}}',
  ])
    storage.setItem(`footwork.edit ${text}`, text);
  const { kept } = page("/a");
  await rest();
  expect(kept.earlier()).toEqual([]);
});

it("works if the browser has no store and no locks", async () => {
  const kept = createKeptEdits({ storage: undefined, locks: undefined });
  kept.start("/a");
  kept.keep(edit("a"));
  kept.forget("a");
  expect(kept.earlier()).toEqual([]);
});
