import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

/*
 * Makes the pictures of README and docs from the report of the example collection, and from the page that needs no
 * installation: npm run pictures. It needs Chromium.
 */
const root = join(import.meta.dirname, "..", "..");
const images = join(root, "docs", "images");
const folder = mkdtempSync(join(tmpdir(), "pictures-"));
const report = join(folder, "report.html");
const command = join(root, "bin", "detect_off_topic.js");
const found = (name) => {
  try {
    return execFileSync("which", [name], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
};

execFileSync(process.execPath, [command, "-q", "-i", "warc=fixtures/collection", "-o", report], {
  cwd: root,
});
const [topic, shown] = [join(folder, "topic.json"), join(folder, "topic.html")];
for (const args of [
  ["build", "-q", "-i", "warc=fixtures/collection", "-o", topic],
  ["show", topic, "-o", shown],
])
  execFileSync(process.execPath, [command, "topic", ...args], { cwd: root });
mkdirSync(images, { recursive: true });
const browser = await chromium.launch({
  executablePath: found("chromium") ?? found("google-chrome"),
});
try {
  const page = await browser.newPage({ viewport: { width: 1180, height: 760 } });
  await page.emulateMedia({ colorScheme: "light" });
  for (const view of ["overview", "seeds", "review"]) {
    await page.goto(`${pathToFileURL(report).href}#${view}`);
    await page.reload();
    await page.screenshot({ path: join(images, `${view}.png`) });
  }
  await page.setViewportSize({ width: 900, height: 400 });
  await page.goto(pathToFileURL(shown).href);
  for (const struck of ["pound", "minut", "twenty-two"])
    await page.locator("label", { has: page.getByText(struck, { exact: true }) }).click();
  await page.evaluate("scrollTo(0, 0)");
  await page.screenshot({ path: join(images, "topic.png") });
  await page.setViewportSize({ width: 900, height: 620 });
  await page.goto(pathToFileURL(join(root, "build", "detect_off_topic.html")).href);
  const collection = join(root, "fixtures", "collection");
  const names = readdirSync(collection).filter((name) => name.endsWith(".warc.gz"));
  await page.setInputFiles(
    "#files",
    names.map((name) => join(collection, name)),
  );
  await page.locator("#saved a").first().waitFor({ timeout: 100_000 });
  await page.screenshot({ path: join(images, "web.png") });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
