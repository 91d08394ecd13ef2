/**
 * Writes pages with the texts that people extracted from them as files that every tool can read: DATA/SET/PAGE.html
 * (UTF-8) and DATA/SET/PAGE.gold.txt. Reads the checkouts of two public repositories. Neither is kept in this
 * repository.
 *
 *     git clone https://github.com/scrapinghub/article-extraction-benchmark CHECKOUTS/article-extraction-benchmark
 *     git clone https://github.com/j-szulc/html-cleaning-dataset-merged CHECKOUTS/html-cleaning-dataset-merged
 *     npm run build && node bench/extraction/prepare.mjs CHECKOUTS DATA
 *
 * The second repository has CleanEval, CleanPortalEval, dragnet and L3S-GN1 of
 * chatnoir-eu/web-content-extraction-benchmark, whose own archives are in Git LFS.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "parse5";
import { openPage } from "../../build/page/page.js";

const [checkouts, data] = process.argv.slice(2);
if (data === undefined) {
  console.error("usage: node bench/extraction/prepare.mjs CHECKOUTS DATA");
  process.exit(2);
}
const hub = path.join(checkouts, "article-extraction-benchmark");
const merged = path.join(checkouts, "html-cleaning-dataset-merged");

const articles = JSON.parse(await readFile(path.join(hub, "ground-truth.json"), "utf8"));
await makeSet(
  "scrapinghub",
  Object.entries(articles).map(([name, { articleBody }]) => ({
    name,
    page: async () => gunzipSync(await readFile(path.join(hub, "html", `${name}.html.gz`))),
    gold: () => articleBody,
  })),
);

/** Folders of the merged repository, each with the function that reads the text of its gold files. */
const FOLDERS = [
  ["cleaneval", "cleaneval-final", withoutTags],
  ["cleanportaleval", "CleanPortalEval-master", withoutTags],
  ["dragnet", "dragnet_data", (text) => text],
  ["l3s-gn1", "page-signal-master", textOfMarks],
];
for (const [set, folder, textOf] of FOLDERS) {
  const from = path.join(merged, folder);
  const golds = (await readdir(path.join(from, "GoldStandard"))).filter((file) =>
    file.endsWith(".txt"),
  );
  const pages = golds.map((file) => {
    const name = path.basename(file, ".txt");
    return {
      name,
      page: () => readFile(path.join(from, "input", `${name}.html`)),
      gold: async () => textOf(decode(await readFile(path.join(from, "GoldStandard", file)))),
    };
  });
  await makeSet(set, pages);
}

async function makeSet(set, pages) {
  const folder = path.join(data, set);
  await mkdir(folder, { recursive: true });
  let count = 0;
  for (const { name, page, gold } of pages) {
    const text = await gold();
    if (text.trim() === "") continue;
    const bytes = await page();
    await writeFile(path.join(folder, `${name}.html`), decode(bytes));
    await writeFile(path.join(folder, `${name}.gold.txt`), text);
    count += 1;
  }
  console.log(`${set}: ${count} pages`);
}

/** Returns the HTML of a page, without the `text` element that encloses pages of CleanEval. */
function decode(bytes) {
  return openPage(bytes, undefined).html.replace(/^\s*<text [^>]*>|<\/text>\s*$/gu, "");
}

/**
 * Returns the gold text of CleanEval with blocks in lines of their own. CleanEval marks headings, paragraphs and list
 * items at their beginning.
 */
function withoutTags(text) {
  return text
    .replace(/^\s*URL:.*$/mu, "")
    .replaceAll(/<\/?[hpl]>/giu, "\n\n")
    .replaceAll("&#039;", "'");
}

/** Returns the gold text of L3S-GN1, which marks text nodes: 1 is the headline, 2 the full text, 3 supplements. */
function textOfMarks(html) {
  const found = [];
  const visit = (node) => {
    const mark = node.attrs?.find(({ name }) => name === "class")?.value;
    const text = node.childNodes?.[0];
    if (/\bx-nc-sel[123]\b/u.test(mark ?? "") && node.childNodes.length === 1 && text.value)
      found.push(text.value.trim());
    else for (const child of node.childNodes ?? []) visit(child);
  };
  visit(parse(html));
  return found.join("\n");
}
