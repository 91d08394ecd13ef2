/**
 * Prints where the time of a page goes: the milliseconds of each part of the default profile for an average page.
 *
 * npm run build && node bench/page-time.mjs WARC [PAGES] [ROUNDS] [CHECKOUT]
 *
 * Each page is read in several rounds, and the least time of each part counts: other work on the machine makes a part
 * slower and never faster. CHECKOUT is a folder with the build of another commit.
 */
import { join, resolve } from "node:path";

const [file, most = "150", rounds = "8", checkout = join(import.meta.dirname, "..")] =
  process.argv.slice(2);
const load = (path) => import(join(resolve(checkout), "build", path));
const { warc } = await load("read/inputs/warc.js");
const { decodeBody } = await load("read/coding/content-coding.js");
const { openPage } = await load("page/page.js");
const { readOutline } = await load("page/html/outline.js");
const { features } = await load("page/features/index.js");

const text = (lowerCase) => ({
  ...{ boilerplate: "all-paragraphs", language: "en", lowerCase, stem: true, stopWords: true },
});
const feature = (keyword) => features.find((one) => one.keyword === keyword);
const plain = (keyword, options = {}) => [
  keyword,
  (page) => feature(keyword)?.extract(page, options),
];
const PARTS = [
  ["decoding", (page) => page.html],
  ["paragraphs and outline", (page) => [page.paragraphs, readOutline(page)]],
  [
    "terms, twice",
    (page) =>
      [true, false].map((fold) => feature("terms").extractNormalised(page, text(fold), "en")),
  ],
  ...["signs", "char-ngrams", "self-description", "identity", "site-links"].map((one) =>
    plain(one),
  ),
  ...["title-terms", "class-sketch", "language-sample"].map((one) => plain(one)),
  plain("raw-simhash", { of: "text" }),
  plain("text-simhash", text(false)),
];

const pages = [];
const context = { signal: new AbortController().signal, maxPageBytes: 64 << 20, redirects: "skip" };
for await (const { kind, capture, body } of warc.read(await warc.prepare([file]), context)) {
  if (pages.length === Number(most)) break;
  if (kind === "memento") pages.push({ capture, bytes: decodeBody(body, 64 << 20).bytes });
}
for (const { load: prepare } of features) await prepare?.();
const least = pages.map(() => PARTS.map(() => Infinity));
for (let round = 0; round < Number(rounds); round += 1) {
  for (const [at, { capture, bytes }] of pages.entries()) {
    const page = openPage(bytes, capture.contentType, capture);
    for (const [part, [, run]] of PARTS.entries()) {
      const from = performance.now();
      run(page);
      least[at][part] = Math.min(least[at][part], performance.now() - from);
    }
  }
}
const mean = (part) => least.reduce((sum, times) => sum + times[part], 0) / pages.length;
for (const [part, [name]] of PARTS.entries())
  process.stdout.write(`${name.padEnd(24)}${mean(part).toFixed(3).padStart(8)}\n`);
