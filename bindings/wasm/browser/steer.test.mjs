// The page with a character to steer, and the page of the guide, in Chromium.
import assert from "node:assert/strict";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { open, startChromium, steerAddress } from "./page.mjs";

const from = (path) => fileURLToPath(new URL(path, import.meta.url));
const SMALL = { viewport: { width: 320, height: 200 } };
/** A window with room next to the panels. */
const WIDE = { viewport: { width: 640, height: 240 } };

/** On a busy machine without a GPU, a second of motion takes many seconds. */
const PATIENT = { polling: 100, timeout: 180_000 };

/** Runs in the page. Returns where vertices are on the screen, from -1 to 1, and the character in the world. */
const seen = () => {
  const { body, view } = globalThis.steer;
  const mesh = body.getObjectByProperty("isSkinnedMesh", true);
  const { count } = mesh.geometry.attributes.position;
  const places = Array.from({ length: 100 }, (_, at) => {
    const place = mesh.getVertexPosition(Math.floor((at * count) / 100), body.position.clone());
    return mesh.localToWorld(place).project(view.camera).toArray();
  });
  return { places, root: body.position.toArray() };
};

/** Waits until the page has drawn further frames. */
const frames = (page, count) =>
  page.evaluate(async (count) => {
    for (let at = 0; at < count; at++) {
      await new Promise(requestAnimationFrame);
    }
  }, count);

/** Counts the pixels that differ visibly between two screenshots. */
const changed = (page, before, after) =>
  page.evaluate(
    async (pictures) => {
      const read = async (picture) => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      };
      const [a, b] = await Promise.all(pictures.map(read));
      let count = 0;
      for (let at = 0; at < a.length; at += 4) {
        const way = [0, 1, 2].map((part) => Math.abs(a[at + part] - b[at + part]));
        count += Math.max(...way) > 16 ? 1 : 0;
      }
      return count;
    },
    [before, after].map((picture) => picture.toString("base64")),
  );

describe("steering", () => {
  let browser;
  before(async () => {
    browser = await startChromium();
  });
  after(() => browser.close());

  test("keys move the character, and its skin moves on the screen", async () => {
    const { page, faults } = await open(browser, "", SMALL, steerAddress);
    await frames(page, 5);
    const still = await page.screenshot();
    const first = await page.evaluate(seen);
    await page.keyboard.down("w");
    await page.waitForFunction(() => globalThis.steer.body.position.z > 2, null, PATIENT);
    const second = await page.evaluate(seen);
    await page.keyboard.up("w");
    assert.notDeepEqual(await page.screenshot(), still);
    const ways = first.places.map(([x, y], at) =>
      Math.hypot(x - second.places[at][0], y - second.places[at][1]),
    );
    const moved = ways.filter((way) => way > 0.01).length;
    assert.ok(moved > 30, `${moved} of 100 vertices`);
    assert.ok(
      [...first.places, ...second.places].every(([x, y]) => Math.abs(x) < 1 && Math.abs(y) < 1),
    );
    // The camera is behind the character, so ahead is into the picture.
    assert.ok(second.root[2] > 2 && Math.abs(second.root[0]) < 0.5, `${second.root}`);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("the right key moves right on the screen, and a drag steers too", async () => {
    const { page } = await open(browser, "", WIDE, steerAddress);
    const until = (test) => page.waitForFunction(test, null, PATIENT);
    const onScreen = () =>
      page.evaluate(() => {
        const { body, view } = globalThis.steer;
        return body.position.clone().add({ x: -1, y: 0, z: 0 }).project(view.camera).x;
      });
    assert.ok((await onScreen()) > 0.1, "-x is on the right");
    await page.keyboard.down("d");
    await until(() => globalThis.steer.body.position.x < -0.5);
    await page.keyboard.up("d");
    await page.click("#again");
    await page.mouse.move(600, 100);
    await page.mouse.down();
    await page.mouse.move(600, 170);
    await until(() => globalThis.steer.body.position.z < -0.5);
    await page.mouse.up();
    await page.close();
  });

  test("the character climbs stairs, stops at walls, and goes back to the start", async () => {
    const { page } = await open(browser, "", SMALL, steerAddress);
    const put = (positionM, headingRad) =>
      page.evaluate(
        (to) => {
          globalThis.steer.character.teleport(to);
          globalThis.steer.view.headingRad = to.headingRad;
        },
        { positionM, headingRad },
      );
    const until = (test) =>
      page.waitForFunction(`(${test})(globalThis.steer.body.position)`, null, PATIENT);
    await put([3.5, 0, 2.5], 0);
    await page.keyboard.down("w");
    await until("({ y, z }) => y > 1.79 && z > 7.3");
    await put([5, 0, 5], Math.PI / 2);
    await until("({ x }) => x > 7.2");
    await frames(page, 20);
    const { root } = await page.evaluate(seen);
    assert.ok(root[0] < 7.6, `the wall stops it: ${root}`);
    await page.keyboard.up("w");
    await page.click("#again");
    await until("({ x, z }) => Math.hypot(x, z) < 0.5");
    await page.close();
  });

  test("a query limits the clips that play, and a mistake keeps the previous query", async () => {
    const { page } = await open(browser, "", SMALL, steerAddress);
    // Keys typed into the field do not steer.
    await page.focus("#filter-text");
    await page.keyboard.down("w");
    await frames(page, 25);
    await page.keyboard.up("w");
    const { root } = await page.evaluate(seen);
    assert.ok(Math.hypot(root[0], root[2]) < 0.5, `${root}`);
    assert.match(await page.inputValue("#filter-text"), /w$/);
    await page.fill("#filter-text", "Gait.Run");
    assert.match(await page.textContent("#filter-answer"), /^[1-9]\d* of \d+ poses$/);
    await page.waitForFunction(
      () => /^(run|sprint|kick)/.test(document.getElementById("clip").textContent),
      null,
      PATIENT,
    );
    await page.fill("#filter-text", "Gait.Rnu");
    assert.equal(await page.textContent("#filter-answer mark"), "Gait.Rnu");
    await page.fill("#filter-text", "Gait.Run & Gait.Walk");
    assert.match(await page.textContent("#filter-answer"), /^0 poses/);
    await frames(page, 3);
    assert.match(await page.textContent("#clip"), /^(run|sprint|kick)/);
    await page.close();
  });

  test("the page says why a jump chose its pose", async () => {
    const { page, faults } = await open(browser, "", SMALL, steerAddress);
    await page.evaluate(() => document.getElementById("why").setAttribute("open", ""));
    await page.fill("#filter-text", "Gait.Run");
    await page.waitForFunction(
      () => document.getElementById("why-query").textContent === "Gait.Run",
      null,
      PATIENT,
    );
    assert.match(await page.textContent("#why-pose"), /^(run|sprint|kick).*, frame \d+$/);
    assert.match(await page.textContent("#why-from"), /, frame \d+$/);
    assert.match(await page.textContent("#why-trigger"), /query|due|stick|ended/);
    const cost = await page.textContent("#why-cost");
    assert.match(cost, /^\d+\.\d\d; playing on: (\d+\.\d\d|not possible)$/);
    // The parts add up to the cost, and the largest comes first.
    const [parts, whole] = await page.evaluate(() => [
      [...document.querySelectorAll("#why-parts span")].map((it) => Number(it.textContent)),
      Number.parseFloat(document.getElementById("why-cost").textContent),
    ]);
    assert.equal(parts.length, 6);
    assert.ok(
      parts.slice(1, 5).every((part, at) => part <= parts[at]),
      `${parts}`,
    );
    const sum = parts.reduce((sum, part) => sum + part, 0);
    assert.ok(whole > 0 && Math.abs(sum - whole) < 0.05, `${sum}, not ${whole}`);
    assert.match(await page.textContent("#why-parts"), /foot (position|velocity)|trajectory|hip/);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("panels fit on a phone", async () => {
    const phone = { viewport: { width: 360, height: 740 } };
    const { page } = await open(browser, "", phone, steerAddress);
    await page.evaluate(() => document.getElementById("why").setAttribute("open", ""));
    const boxes = await page.$$eval(".panel", (all) =>
      all.map((it) => it.getBoundingClientRect().toJSON()),
    );
    for (const { left, right, top, bottom } of boxes) {
      assert.ok(left >= 0 && right <= 360 && top >= 0 && bottom <= 740);
    }
    await page.close();
  });

  test("the page of the guide shows a character that walks", async () => {
    const guide = readFileSync(from("../../../docs/guides/web.md"), "utf8");
    const [, program] = guide.match(/```html\n([\s\S]*?)```/);
    assert.ok(program.split("\n").length <= 61, "60 lines at most");
    const folder = mkdtempSync(join(tmpdir(), "footwork-"));
    writeFileSync(join(folder, "index.html"), program);
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(from(".."), join(folder, "node_modules", "footwork"));
    symlinkSync(from("../node_modules/three"), join(folder, "node_modules", "three"));
    for (const kind of ["fwposes", "tagdb", "glb"]) {
      cpSync(
        from(`../../../testdata/characters/football.${kind}`),
        join(folder, `football.${kind}`),
      );
    }
    const server = await serve(folder);
    const page = await browser.newPage(SMALL);
    try {
      const faults = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      await page.waitForSelector("canvas");
      await frames(page, 5);
      const first = await page.screenshot();
      await frames(page, 30);
      const still = await page.screenshot();
      await page.keyboard.down("ArrowUp");
      await frames(page, 30);
      const idle = await changed(page, first, still);
      const steered = await changed(page, still, await page.screenshot());
      assert.ok(steered > 100 && steered >= 3 * idle, `${steered} pixels, ${idle} without a key`);
      if (process.env.FOOTWORK_PICTURES) {
        await page.screenshot({ path: join(process.env.FOOTWORK_PICTURES, "guide.png") });
      }
      assert.deepEqual(faults, []);
    } finally {
      await page.close();
      server.close();
      rmSync(folder, { recursive: true });
    }
  });
});

/** Serves the files of a folder on a free port, to this machine. */
function serve(folder) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer(({ url }, answer) => {
    const path = new URL(url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    try {
      const bytes = readFileSync(join(folder, path));
      answer.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" });
      answer.end(bytes);
    } catch {
      answer.writeHead(404);
      answer.end();
    }
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => done(server));
  });
}
