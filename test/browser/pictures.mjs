import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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

// The page shows the name of the results, so it is given without its folder.
const [run, pictures] = [join(folder, "run.jsonl"), join(folder, "pictures")];
const collection = `warc=${join("fixtures", "collection")}`;
for (const [cwd, ...args] of [
  [root, "-q", "-i", collection, "--explain", "-o", run],
  [root, "pictures", run, "-i", collection, "-o", pictures],
  [folder, "report", "run.jsonl", "--pictures", "pictures", "-o", report],
])
  execFileSync(process.execPath, [command, ...args], { cwd });
mkdirSync(images, { recursive: true });
writeFileSync(join(images, "documents.svg"), documentsPicture());
const browser = await chromium.launch({
  executablePath: ["chromium", "google-chrome", "chromium-headless-shell"].map(found).find(Boolean),
});
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  await page.emulateMedia({ colorScheme: "light" });
  for (const view of ["overview", "seeds", "review"]) {
    await page.goto(`${pathToFileURL(report).href}#${view}`);
    await page.reload();
    writeFileSync(join(images, `${view}.webp`), await webp(page));
  }
  await page.goto(`${pathToFileURL(report).href}#review`);
  await page.reload();
  const [, cases] = /of (\d+)/u.exec(await page.locator(".position").innerText());
  for (let decided = 0; decided < Number(cases); decided += 1) await page.keyboard.press("y");
  await page.getByRole("button", { name: /^Look at \d+ checks/u }).click();
  writeFileSync(join(images, "check.webp"), await webp(page));
  await page.setViewportSize({ width: 900, height: 620 });
  await page.goto(pathToFileURL(join(root, "build", "detect_off_topic.html")).href);
  const warcs = join(root, "fixtures", "collection");
  const names = readdirSync(warcs).filter((name) => name.endsWith(".warc.gz"));
  await page.setInputFiles(
    "#files",
    names.map((name) => join(warcs, name)),
  );
  await page.locator("#saved a").first().waitFor({ timeout: 100_000 });
  writeFileSync(join(images, "web.webp"), await webp(page));
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

/** Returns the screen as WebP, half as large as PNG in the package. Playwright itself does not offer it. */
async function webp(page) {
  const session = await page.context().newCDPSession(page);
  const shot = { format: "webp", quality: 55 };
  const { data } = await session.send("Page.captureScreenshot", shot);
  return Buffer.from(data, "base64");
}

/**
 * Draws the captures of fixtures/documents in a row for each TimeMap: the kind of document, its declared type and the
 * verdict.
 */
function documentsPicture() {
  const rows = join(folder, "documents.jsonl");
  const input = "warc=fixtures/documents/captures.warc";
  const args = ["-q", "-i", input, "--formats", "html,text,pdf", "-ot", "jsonl", "-o", rows];
  execFileSync(process.execPath, [command, ...args], { cwd: root });
  const results = readFileSync(rows, "utf8").trimEnd().split("\n").map(JSON.parse);
  const statusOf = (date, uri) => {
    const row = results.find((each) => each["URI-M"] === `from-warc::${date}::${uri}`);
    return [row["overall topic status"] ?? "error", row["content type"]];
  };
  const labels = readFileSync(join(root, "fixtures", "documents", "labels.tsv"), "utf8");
  const [, ...lines] = labels.trimEnd().split("\n");
  const uriOf = (line) => line.split("\t")[2];
  const timeMaps = [...new Set(lines.map(uriOf))].map((uri) => [
    uri,
    lines.filter((line) => uriOf(line) === uri),
  ]);
  const colours = { "on-topic": "#cfe3f5", "off-topic": "#f6c9b0", error: "#e3e3e3" };
  const parts = timeMaps.map(([uri, captures], at) => {
    const top = 20 + 96 * at;
    const boxes = captures.map((line, place) => {
      const [, date, , , kind] = line.split("\t");
      const [status, declared] = statusOf(date, uri);
      const left = 14 + 176 * place;
      const text = (y, content, fill = "#111") =>
        `<text x="${left + 8}" y="${top + y}" fill="${fill}">${content}</text>`;
      return (
        `<rect x="${left}" y="${top + 10}" width="168" height="66" rx="4" fill="${colours[status]}"/>` +
        text(28, `<tspan font-weight="bold">${kind}</tspan>`) +
        text(46, declared, "#555") +
        text(64, `${date.slice(0, 4)}: ${status}`)
      );
    });
    return `<text x="14" y="${top}">${uri}</text>\n${boxes.join("\n")}`;
  });
  const height = 10 + 96 * parts.length;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="730" height="${height}" viewBox="0 0 730 ${height}" role="img" ` +
    `aria-label="Captures of three addresses: what each is, as what it is declared, and its verdict" font-family="sans-serif" font-size="12">\n` +
    `<rect width="730" height="${height}" fill="#fff"/>\n${parts.join("\n")}\n</svg>\n`
  );
}
