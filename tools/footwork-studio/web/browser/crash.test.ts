import { expect, it } from "vitest";
import { eventually, openStudio, settled } from "./harness";
import { leaveFields, openClip, saved, saveState } from "./parts";

const CLIP = "deepmimic/dance.txt";
const NO_SERVER = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket|40[013]/;
const TAG = "Style.Combat";
const KEY = "2";
const EVENT = "Hand.Right";
const EVENT_KEY = "'";

it("loses nothing that was saved, and saves the rest, when the server is killed", async () => {
  const { page, library, server } = await openStudio({ mayComplain: NO_SERVER });
  await openClip(page, CLIP);
  await leaveFields(page);
  await page.keyboard.press(EVENT_KEY);
  await saved(page);
  expect(await library.moments(CLIP, EVENT)).toEqual([0]);

  // What is pressed on the way, and after the end.
  await page.keyboard.press("End");
  await page.keyboard.press(KEY);
  await server.kill();
  await page.keyboard.press("Home");
  await page.keyboard.press(KEY);
  await saveState(page).getByText("Not saved").waitFor();
  expect(await library.moments(CLIP, EVENT)).toEqual([0]);

  await server.start();
  // The address of the new launch, opened beside the old tab, which goes on asking with the old token.
  const tab = await page.context().newPage();
  await tab.goto(server.url);
  await settled(tab);
  await saved(tab);
  await eventually(async () => {
    expect(await library.moments(CLIP, EVENT)).toEqual([0]);
    expect((await library.ranges(CLIP, TAG)).length).toBe(2);
  });
});

it("goes on in the same tab when the new address is put into it", async () => {
  const { page, library, server } = await openStudio({ mayComplain: NO_SERVER });
  await openClip(page, CLIP);
  await leaveFields(page);
  await server.kill();
  await page.keyboard.press(EVENT_KEY);
  await server.start();
  await page.goto(server.url);
  await settled(page);
  await saved(page);
  await eventually(async () => expect(await library.moments(CLIP, EVENT)).toEqual([0]));
});
