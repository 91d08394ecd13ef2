import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";

/*
 * Tests the review of a report in Firefox, by WebDriver BiDi. Decides every case with one key and saves the file of
 * decisions, which must change exactly the off-topic mementos of the results. The packages puppeteer-core and axe-core
 * are installed in FOLDER.
 *
 *   node test/world/firefox.mjs FIREFOX FOLDER
 */
const [executablePath, folder] = process.argv.slice(2);
const require = createRequire(join(folder, "package.json"));
const puppeteer = require("puppeteer-core");
const root = join(import.meta.dirname, "..", "..");
const command = join(root, "bin", "detect_off_topic.js");
const tool = (...args) =>
  execFileSync(process.execPath, [command, ...args], { cwd: root, encoding: "utf8" });

const [report, results] = [join(folder, "report.html"), join(folder, "run.jsonl")];
tool("-q", "-i", "warc=fixtures/collection", "-o", report, "-o", results);
const downloads = join(folder, "downloads");
mkdirSync(downloads);

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath,
  headless: true,
  extraPrefsFirefox: {
    "browser.download.dir": downloads,
    "browser.download.folderList": 2,
    "browser.helperApps.neverAsk.saveToDisk": "text/tab-separated-values,text/plain",
  },
});
try {
  const page = await browser.newPage();
  const troubles = [];
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(error.message));
  await page.goto(`${pathToFileURL(report).href}#review`);
  const tab = () => page.$$eval(".views a", (links) => links.at(-1).textContent);
  const [, all] = /of (\d+)/.exec(await tab());
  assert.ok(Number(all) > 10);
  for (let pressed = 0; pressed < Number(all); pressed += 1) await page.keyboard.press("n");
  // Checks follow the last case.
  const CASES_DONE = /^Review \(0 of \d+ checks\)$/;
  assert.match((await tab()).trim(), CASES_DONE);
  process.stdout.write(`passed: ${all} cases with one key each\n`);

  await page.keyboard.press("s");
  const file = join(downloads, "decisions.tsv");
  for (let waited = 0; !existsSync(file) && waited < 100; waited += 1) await pause(100);
  const rows = (text) =>
    new Map(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
        .map((row) => [row["URI-M"], row["overall topic status"]]),
    );
  const before = rows(readFileSync(results, "utf8"));
  const applied = join(folder, "applied.jsonl");
  writeFileSync(applied, tool("convert", results, "--overrides", file, "-ot", "jsonl"));
  const changed = [...rows(readFileSync(applied, "utf8"))].filter(
    ([uriM, status]) => status !== before.get(uriM),
  );
  const offTopic = [...before].filter(([, status]) => status === "off-topic");
  assert.deepEqual(changed.map(([uriM]) => uriM).sort(), offTopic.map(([uriM]) => uriM).sort());
  process.stdout.write(`passed: the saved file changes exactly these ${changed.length} mementos\n`);

  await page.reload();
  assert.match((await tab()).trim(), CASES_DONE);
  process.stdout.write("passed: nothing is lost when the page is loaded again\n");

  await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  for (const view of ["overview", "seeds", "review"]) {
    await page.evaluate((name) => {
      globalThis.location.hash = name;
    }, view);
    const violations = await page.evaluate(() =>
      globalThis.axe.run().then((found) => found.violations.map(({ id }) => id)),
    );
    assert.deepEqual(violations, [], view);
  }
  process.stdout.write("passed: axe finds nothing in the three views\n");
  assert.deepEqual(troubles, []);
} finally {
  await browser.close();
}
