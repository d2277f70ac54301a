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

  test("the corpora have the answers of Rust", async () => {
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

  test("a query is answered while it is typed, and a mistake is shown where it is", async () => {
    const { page } = await open(browser);
    await page.fill("#query-text", "Gait.Run");
    const said = await page.textContent("#query-answer");
    assert.match(said, /^[1-9]\d* clips, [1-9]\d* ranges/);
    await page.fill("#query-text", "Gait.Rnu");
    assert.equal(await page.textContent("#query-answer mark"), "Gait.Rnu");
    assert.match(await page.textContent("#query-answer"), /did you mean `Gait.Run`/);
    await page.close();
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
