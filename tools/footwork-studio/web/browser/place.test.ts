import { expect, it } from "vitest";
import { eventually, openStudio, settled } from "./harness";
import { arm, leaveFields, openClip, opened, querySummary, saved, typeQuery } from "./parts";

const CLIP = "cmu/playground_jump_turn_left_01.bvh";
const OTHER = "deepmimic/backflip.txt";

it("opens the clip, the frame and the query of a link", async () => {
  const { page } = await openStudio({
    place: { clip: CLIP, frame: "42", query: "Phase.Airborne" },
  });
  await opened(page, CLIP);
  await eventually(async () =>
    expect(await page.getByRole("textbox", { name: "Frame", exact: true }).inputValue()).toBe("42"),
  );
  await querySummary(page)
    .getByText(/9 clips/)
    .waitFor();
});

it("keeps the place when the page is loaded again, and goes back and forward", async () => {
  const { page } = await openStudio({ clip: CLIP });
  const frame = () => page.getByRole("textbox", { name: "Frame", exact: true }).inputValue();
  const steps = async (key: string, count: number) => {
    for (let step = 0; step < count; step += 1) await page.keyboard.press(key);
  };
  await steps(".", 5);
  await typeQuery(page, "Phase.Airborne");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await eventually(() => expect(page.url()).toMatch(/clip=cmu\/.*&frame=5&query=Phase\.Airborne$/));
  // The token is not in the address, so a screenshot does not reveal it.
  expect(page.url()).not.toContain("#");
  await page.reload();
  await settled(page);
  await opened(page, CLIP);
  await eventually(async () => expect(await frame()).toBe("5"));
  await querySummary(page)
    .getByText(/9 clips/)
    .waitFor();

  await openClip(page, OTHER);
  await page.goBack();
  await opened(page, CLIP);
  await eventually(async () => expect(await frame()).toBe("5"));
  await page.goForward();
  await opened(page, OTHER);
});

it("opens a link, and the bare address, in a new tab, even after the first tab is closed", async () => {
  const { page, server, library } = await openStudio({ place: { clip: CLIP, frame: "42" } });
  await eventually(() => expect(page.url()).toMatch(/frame=42$/));
  const link = page.url();
  expect(link).not.toContain("#");
  const tabs = page.context();
  const other = await tabs.newPage();
  await page.close();
  await other.goto(link);
  await settled(other);
  await opened(other, CLIP);
  const frame = other.getByRole("textbox", { name: "Frame", exact: true });
  await eventually(async () => expect(await frame.inputValue()).toBe("42"));
  // The new tab can edit, and receives edits of others.
  await leaveFields(other);
  await arm(other);
  await other.keyboard.press("End");
  await other.keyboard.press("h", { delay: 400 });
  await saved(other);
  expect(await library.ranges(CLIP, "Contact.Hands")).toEqual(["[339,340)"]);
  const bare = await tabs.newPage();
  await bare.goto(new URL(server.url).origin);
  await settled(bare);
  // There is no cookie: the browser would send it to all servers of this machine, on any port.
  expect(await tabs.cookies()).toEqual([]);
});

it("says how to open the studio if the key in the address is wrong or damaged", async () => {
  const { page, server } = await openStudio({ mayComplain: /401|WebSocket/ });
  for (const key of ["wrong", "da/maged key é"]) {
    const tab = await page.context().newPage();
    await tab.goto(`${new URL(server.url).origin}/#${key}`);
    await tab
      .locator(".banner")
      .getByText(/Open the address that footwork studio printed/)
      .waitFor();
    await tab.close();
  }
});

it("tells a browser without a token how to open the studio", async () => {
  const { page, server } = await openStudio();
  const stranger = await page.context().browser()?.newContext();
  const tab = await stranger?.newPage();
  await tab?.goto(new URL(server.url).origin);
  await tab
    ?.locator(".banner")
    .getByText(/Open the address that footwork studio printed/)
    .waitFor();
  await stranger?.close();
});
