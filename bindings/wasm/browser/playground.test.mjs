// The playground in Chromium and Firefox, opened from disk; the corpora in both.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";
import { address, open, startChromium } from "./page.mjs";

const folder =
  process.env.FOOTWORK_SCRIPTS ??
  fileURLToPath(new URL("../../../target/tmp/scripts", import.meta.url));
const runner = readFileSync(new URL("../tests/scripts.mjs", import.meta.url), "utf8").replaceAll(
  "export function",
  "function",
);
/** The usual paths of Firefox on Linux, macOS and Windows. */
const PLACES = [
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/snap/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
  "C:\\Program Files (x86)\\Mozilla Firefox\\firefox.exe",
];
const firefox = process.env.FIREFOX || PLACES.find((place) => existsSync(place));

/** Each script, its runner, and its minimum number of lines. */
const SCRIPTS = [
  ["queries", "runCorpus", 150],
  ["samples", "runCorpus", 240],
  ["expressions", "runCorpus", 300],
  ["slides", "runScenes", 100],
  ["flights", "runScenes", 2000],
  ["events", "runScenes", 300],
  ["matching", "runScenes", 240],
  ["characters", "runScenes", 302],
];

/** Runs a script with its files, inside the page. */
const inPage = (source, run, script, files) => {
  const open = (name) => Uint8Array.from(atob(files[name]), (letter) => letter.charCodeAt(0));
  return new Function(`${source}; return ${run};`)()(globalThis.footwork, script, open);
};

async function corpora(evaluate) {
  for (const [name, run, least] of SCRIPTS) {
    const script = readFileSync(`${folder}/${name}.in`, "utf8");
    const paths = script.match(/(?<!\S)(?:[A-Za-z]:)?[\\/]\S+\.(tagdb|index|fwposes|state)/g) ?? [];
    const files = Object.fromEntries(paths.map((path) => [path, readFileSync(path, "base64")]));
    const found = (await evaluate(inPage, runner, run, script, files)).trimEnd().split("\n");
    const wanted = readFileSync(`${folder}/${name}.out`, "utf8").trimEnd().split("\n");
    assert.ok(wanted.length >= least, `${name}: ${wanted.length} lines`);
    const wrong = found.findIndex((line, i) => line !== wanted[i]);
    assert.equal(wrong, -1, `${name}, line ${wrong + 1}: ${found[wrong]}, not ${wanted[wrong]}`);
    assert.equal(found.length, wanted.length, name);
  }
}

describe("in Chromium", () => {
  let browser;
  before(async () => {
    browser = await startChromium();
  });
  after(() => browser.close());

  test("every corpus script gives the answers of Rust", async () => {
    const { page, faults } = await open(browser);
    await corpora((run, ...rest) =>
      page.evaluate(
        ([text, rest]) => new Function(`return (${text})`)()(...rest),
        [String(run), rest],
      ),
    );
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a query is answered while it is typed, and a mistake is underlined", async () => {
    const { page } = await open(browser);
    await page.fill("#query-text", "Gait.Run");
    const said = await page.textContent("#query-answer");
    assert.match(said, /^[1-9]\d* clips, [1-9]\d* ranges/);
    await page.fill("#query-text", "Gait.Rnu");
    assert.equal(await page.textContent("#query-answer mark"), "Gait.Rnu");
    assert.match(await page.textContent("#query-answer"), /did you mean `Gait.Run`/);
    await page.close();
  });

  test("a name is completed with the keys of a combobox", async () => {
    const { page, faults } = await open(browser);
    const field = page.locator("#query-text");
    const options = page.locator("#query-text-completions [role=option]");
    const chosen = () => page.textContent("#query-text-completions [aria-selected=true] b");
    await field.fill("");
    assert.equal(await field.getAttribute("aria-expanded"), "false");
    await field.pressSequentially("Gait.");
    assert.equal(await field.getAttribute("aria-expanded"), "true");
    const [first, second] = await page.$$eval("#query-text-completions b", (all) =>
      all.map((it) => it.textContent),
    );
    assert.ok(first.startsWith("Gait.") && second.startsWith("Gait."), `${first} ${second}`);
    await page.keyboard.press("ArrowDown");
    assert.equal(await chosen(), second);
    const active = await field.getAttribute("aria-activedescendant");
    assert.equal(await page.textContent(`#${active} b`), second);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.equal(await options.last().getAttribute("aria-selected"), "true");
    await page.keyboard.press("Escape");
    assert.equal(await field.getAttribute("aria-expanded"), "false");
    assert.equal(await options.count(), 0);
    await page.keyboard.press("Control+Space");
    await page.keyboard.press("Enter");
    assert.equal(await field.inputValue(), first);
    assert.match(await page.textContent("#query-answer"), /^[1-9]\d* clips/);
    // After a function, the cursor is between its parentheses. Nothing is offered where an operator
    // must follow.
    await field.fill("");
    await field.pressSequentially("gro");
    await page.keyboard.press("Tab");
    assert.equal(await field.inputValue(), "grow()");
    assert.ok((await options.count()) > 10);
    await field.pressSequentially("Gait.Run");
    await page.keyboard.press("Enter");
    await field.pressSequentially(" ");
    assert.equal(await options.count(), 0);
    // A click chooses too, and the field keeps the focus.
    await field.fill("");
    await field.pressSequentially("event(");
    await options.first().click();
    assert.match(await field.inputValue(), /^event\(\w+\.\w+\)?$/);
    assert.equal(await page.evaluate(() => document.activeElement.id), "query-text");
    await page.fill("#expression-text", "");
    await page.locator("#expression-text").pressSequentially("smoo");
    await page.keyboard.press("Enter");
    assert.equal(await page.inputValue("#expression-text"), "smoothstep()");
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a clicked range plays in a loop", async () => {
    const { page, faults } = await open(browser);
    await page.fill("#query-text", "Action.Kick");
    await page.click("#next");
    const bar = page.locator(".lane.found button").first();
    const [start, stop] = await bar.evaluate((it) =>
      [it.dataset.start, it.dataset.stop].map(Number),
    );
    const frame = () => page.$eval("#frame", (it) => Number(it.value));
    await page.waitForFunction((start) => document.getElementById("frame").value > start, start);
    assert.ok((await frame()) < stop);
    await page.click("#play");
    const still = await frame();
    await page.waitForTimeout(200);
    assert.equal(await frame(), still);
    const picture = () => page.$eval("#figure", (it) => it.toDataURL());
    const first = await picture();
    await page.focus("#frame");
    await page.keyboard.press("Home");
    assert.equal(await frame(), 0);
    assert.notEqual(await picture(), first);
    // A key plays a range of the query, and a click one of a tag.
    await bar.focus();
    await page.keyboard.press("Enter");
    assert.ok((await frame()) >= start);
    await page.click("#play");
    await page
      .locator(".lane:not(.found) button")
      .first()
      .click({ position: { x: 1, y: 4 } });
    assert.equal(await page.textContent("#play"), "Pause");
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("axe finds no faults, light and dark, with and without a list", async () => {
    const axe = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");
    for (const colorScheme of ["light", "dark"]) {
      const { page } = await open(browser, "", { colorScheme });
      const check = async (what) => {
        const found = await page.evaluate(() => globalThis.axe.run());
        const list = found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
        assert.deepEqual(list, [], `${colorScheme}, ${what}`);
      };
      await page.evaluate(axe);
      await check("closed");
      await page.fill("#query-text", "");
      await page.locator("#query-text").pressSequentially("g");
      await page.waitForSelector("#query-text-completions li");
      await check("open");
      await page.close();
    }
  });

  test("every example of the guides opens by its link", async () => {
    const { page, faults } = await open(browser);
    const links = await page.$$eval(".examples a", (all) =>
      all.map((it) => it.getAttribute("href")),
    );
    assert.ok(links.length >= 20, `${links.length} links`);
    for (const link of links) {
      const [kind, text] = [
        link.slice(1, link.indexOf("=")),
        decodeURIComponent(link.slice(link.indexOf("=") + 1)),
      ];
      await page.goto(address + link);
      await page.waitForSelector("html[data-ready]");
      await page.waitForFunction(
        ([id, text]) => document.getElementById(id).value === text,
        [`${kind}-text`, text],
      );
      const said = await page.textContent(`#${kind}-answer`);
      assert.ok(said.length > 0, link);
    }
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("sliders, times and keys change what is shown", async () => {
    const { page } = await open(browser);
    const changed = async (id, act) => {
      const said = await page.textContent(id);
      await act();
      assert.notEqual(await page.textContent(id), said, id);
    };
    await changed("#kick-answer", () => page.fill("#kick-speed", "30"));
    await changed("#event-answer", () => page.fill("#event-times", "0.4, 1.2"));
    await changed("#expression-answer", () => page.fill("#expression-text", "sin(x)"));
    await changed("#corner-answer", async () => {
      await page.focus("#corner-plot");
      await page.keyboard.press("ArrowLeft");
    });
    await page.close();
  });

  test("nothing is wider than a phone", async () => {
    const { page } = await open(browser, "", { viewport: { width: 360, height: 740 } });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${wide} px`);
    await page.close();
  });
});

const why = "there is no Firefox here: set FIREFOX to one";
describe("in Firefox", { skip: firefox || process.env.CI ? false : why }, () => {
  test("the page opens from disk, and the corpora have the answers of Rust", async () => {
    assert.ok(firefox, why);
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: firefox,
      headless: true,
    });
    try {
      const page = await browser.newPage();
      await page.goto(address);
      await page.waitForSelector("html[data-ready]");
      const said = await page.$eval("#query-answer", (it) => it.textContent);
      assert.match(said, /^[1-9]\d* clips/);
      await corpora((run, ...rest) => page.evaluate(run, ...rest));
    } finally {
      await browser.close();
    }
  });
});
