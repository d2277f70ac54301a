import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually, openStudio, settled } from "./harness";
import { Library } from "./library";
import { arm, earlierEdits, leaveFields, openClip, saved, saveEarlier, saveState } from "./parts";
import type { Server } from "./server";

const CLIP = "deepmimic/dance.txt";
// A pending request can end as refused, reset, empty or closed.
const NO_SERVER = /net::ERR_|WebSocket|40[013]/;
const TAG = "Style.Combat";
const KEY = "2";
/** Long enough to tag while paused. */
const HELD = { delay: 300 };
const EVENT = "Hand.Right";
const EVENT_KEY = "'";

/** Opens the page of the server's current launch in a tab. */
async function show(page: Page, { url }: Server) {
  await page.goto(url);
  await settled(page);
  return page;
}

/** Opens the clip, and adds an event while the server is down. */
async function addEventMeanwhile() {
  const studio = await openStudio({ mayComplain: NO_SERVER, clip: CLIP });
  await arm(studio.page);
  await studio.server.kill();
  await studio.page.keyboard.press(EVENT_KEY);
  await studio.server.open();
  await show(studio.page, studio.server);
  return studio;
}

it("loses nothing that was saved, and saves the rest, when the server is killed", async () => {
  const { page, library, server } = await openStudio({ mayComplain: NO_SERVER, clip: CLIP });
  await arm(page);
  await page.keyboard.press(EVENT_KEY);
  await saved(page);
  expect(await library.moments(CLIP, EVENT)).toEqual([0]);

  // Edits made just before and just after the server is killed.
  await page.keyboard.press("End");
  await page.keyboard.press(KEY, HELD);
  await server.kill();
  await page.keyboard.press("Home");
  await page.keyboard.press(KEY, HELD);
  await saveState(page).getByText("Not saved").waitFor();
  expect(await library.moments(CLIP, EVENT)).toEqual([0]);

  await server.open();
  // Open the address of the new launch in a second tab; the old tab notices that its launch is over.
  const tab = await show(await page.context().newPage(), server);
  await saveEarlier(tab, /edits? of/);
  await eventually(async () => {
    expect(await library.moments(CLIP, EVENT)).toEqual([0]);
    expect((await library.ranges(CLIP, TAG)).length).toBe(2);
  });
  // The old tab learns that the new one has handled its edits.
  await page.getByText("The studio was restarted.").waitFor();
  await saveState(page).getByText("Not connected").waitFor();
});

it("goes on in the same tab when the new address is entered there", async () => {
  const { page, library } = await addEventMeanwhile();
  await earlierEdits(page).getByText(`add ${EVENT}`).waitFor();
  await saveEarlier(page, /^1 edit of/);
  expect(await library.moments(CLIP, EVENT)).toEqual([0]);
});

it("keeps the edits of two tabs, and applies each once", async () => {
  const { page, library, server } = await openStudio({ mayComplain: NO_SERVER });
  const other = await page.context().newPage();
  await other.goto(server.url);
  for (const tab of [page, other]) {
    await openClip(tab, CLIP);
    await leaveFields(tab);
    await arm(tab);
  }
  await server.kill();
  await page.keyboard.press(EVENT_KEY);
  await other.keyboard.press(KEY, HELD);
  await server.open();
  const tab = await show(await page.context().newPage(), server);
  await saveEarlier(tab, /^2 edits of/);
  expect(await library.moments(CLIP, EVENT)).toEqual([0]);
  expect((await library.ranges(CLIP, TAG)).length).toBe(1);
  // No edits remain for another page to repeat.
  await page.close();
  await other.close();
  await tab.reload();
  await settled(tab);
  await saved(tab);
  expect(await earlierEdits(tab).count()).toBe(0);
});

it("never applies an edit to another library", async () => {
  const { page, library, server } = await openStudio({ mayComplain: NO_SERVER, clip: CLIP });
  const second = await Library.ofSamples();
  await arm(page);
  await server.kill();
  await page.keyboard.press(EVENT_KEY);
  // Another library at the same address shares the browser's store.
  await server.open(second.root);
  await show(page, server);
  await saved(page);
  expect(await earlierEdits(page).count()).toBe(0);
  await server.kill();
  expect(await second.moments(CLIP, EVENT)).toEqual([]);
  await second.remove();

  await server.open(library.root);
  await show(page, server);
  await saveEarlier(page, /^1 edit of/);
  expect(await library.moments(CLIP, EVENT)).toEqual([0]);
});

it("forgets what the user discards, after asking", async () => {
  const { page, library } = await addEventMeanwhile();
  await saveState(page).getByText("Not saved: 1").waitFor();
  await earlierEdits(page).getByRole("button", { name: "Discard" }).click();
  await earlierEdits(page).getByRole("button", { name: "Discard 1 edit for good" }).click();
  await saved(page);
  await page.reload();
  await settled(page);
  expect(await earlierEdits(page).count()).toBe(0);
  expect(await library.moments(CLIP, EVENT)).toEqual([]);
});
