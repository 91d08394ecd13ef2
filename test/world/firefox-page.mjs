import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";

/*
 * Tests the page that needs no installation in Firefox: it must save the bytes that the command writes. The package
 * puppeteer-core is installed in FOLDER.
 *
 *   node test/world/firefox-page.mjs FIREFOX FOLDER
 */
const [executablePath, folder] = process.argv.slice(2);
const puppeteer = createRequire(join(folder, "package.json"))("puppeteer-core");
const root = join(import.meta.dirname, "..", "..");
const collection = join(root, "fixtures", "collection");
const names = readdirSync(collection).filter((name) => name.endsWith(".warc.gz"));
const [ofPage, ofCommand] = ["of-page", "of-command"].map((name) => join(folder, name));
for (const each of [ofPage, ofCommand]) mkdirSync(each);
const forms = ["report.html", "results.json", "results.csv", "results.jsonl"];
const command = [join(root, "bin", "detect_off_topic.js"), "-q"];
for (const name of names) command.push("-i", `warc=${name}`);
for (const form of forms) command.push("-o", join(ofCommand, form));
execFileSync(process.execPath, command, { cwd: collection });

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath,
  headless: true,
  extraPrefsFirefox: {
    "browser.download.dir": ofPage,
    "browser.download.folderList": 2,
    "browser.helperApps.neverAsk.saveToDisk":
      "text/html,application/json,text/csv,application/x-ndjson",
  },
});
try {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(join(root, "build", "detect_off_topic.html")).href);
  const input = await page.$("#files");
  await input.uploadFile(...names.map((name) => join(collection, name)));
  await page.waitForSelector("a[download]", { timeout: 120_000 });
  for (const [at, link] of (await page.$$("a[download]")).entries()) {
    await link.click();
    const file = join(ofPage, forms[at]);
    for (let waited = 0; !existsSync(file) && waited < 100; waited += 1) await pause(100);
    for (let waited = 0; readFileSync(file).length === 0 && waited < 100; waited += 1)
      await pause(100);
  }
  for (const form of forms) {
    assert.ok(readFileSync(join(ofPage, form)).equals(readFileSync(join(ofCommand, form))), form);
  }
  process.stdout.write("passed: the page saves the bytes that the command writes\n");
} finally {
  await browser.close();
}
