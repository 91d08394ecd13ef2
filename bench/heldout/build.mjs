/**
 * Builds the held-out set: node bench/heldout/build.mjs CLONES OUT [c|d]. CLONES holds bare clones of the repositories of
 * plan.mjs, plan-c.mjs and plan-d.mjs as `owner+name/repo`; OUT gets folders `a`, `b`, `c`, `d` and `short` of WARC files and
 * labels.tsv, as the labelled sets have them; only the one that is named. Sources whose hashes stand in
 * ../shared/bench/exclude.txt, which are kept for judging, are left out. Deterministic. The pages are their authors': they
 * stay outside this repository.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pages, pool } from "./plan.mjs";
import { pages as pagesC, pool as poolC } from "./plan-c.mjs";
import { pages as pagesD, patterns as patternsD, pool as poolD } from "./plan-d.mjs";

const [clones, out, only] = process.argv.slice(2);
let seed;
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

const excludeFile = join(import.meta.dirname, "..", "..", "..", "shared", "bench", "exclude.txt");
const excluded = new Set(
  existsSync(excludeFile) ? readFileSync(excludeFile, "utf8").trim().split("\n") : [],
);

/** Whether a page is of a source that is kept for judging: its repository, its service, or the page itself. */
function isExcluded(repository, path, site) {
  const services = [site, ...path.split("/").slice(0, -1)].map((name) => `service:${name}`);
  return [repository, `${repository}/${path}`, ...services].some((name) =>
    excluded.has(createHash("sha256").update(name.toLowerCase()).digest("hex")),
  );
}

function git(repository, ...args) {
  const folder = join(clones, repository.replace("/", "+"), "repo");
  return execFileSync("git", ["-C", folder, "-c", "core.quotePath=false", ...args], {
    maxBuffer: 2 ** 30,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Different versions of a path, oldest first, at most some hundred evenly over its history. */
function versions({ repository, path, looks = 120, since = "1990-01-01", until = "2100-01-01" }) {
  const commits = git(
    repository,
    "log",
    "--all",
    "--no-merges",
    "--format=%at %H",
    "--",
    `:(literal)${path}`,
  )
    .toString()
    .trim()
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([at]) => at * 1000 >= Date.parse(since) && at * 1000 <= Date.parse(until))
    .sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1));
  const step = Math.max(1, Math.floor(commits.length / looks));
  const seen = new Set();
  const found = [];
  commits.forEach(([at, commit], index) => {
    if (index % step !== 0 && index !== commits.length - 1) return;
    const blob = git(repository, "ls-tree", commit, "--", `:(literal)${path}`)
      .toString()
      .split(/\s/)[2];
    if (blob === undefined || blob === "" || seen.has(blob)) return;
    seen.add(blob);
    const bytes = git(repository, "cat-file", "blob", blob);
    found.push({ at: Number(at), bytes, text: textOf(bytes.toString()) });
  });
  return found;
}

function textOf(html) {
  return html
    .replace(/<(script|style|noscript)[\s\S]*?<\/\1>/gi, " ")
    .replace(/<!--[\s\S]*?-->/g, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/&\w+;/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function history(page) {
  const kept = [];
  for (const version of versions(page)) {
    if ((page.drop ?? []).some((pattern) => pattern.test(version.text))) continue;
    const off = (page.off ?? []).find(([pattern]) => pattern.test(version.text));
    if (off !== undefined) kept.push({ ...version, kind: off[1] });
    else if (version.text.length >= (page.least ?? 80)) kept.push({ ...version, kind: "original" });
  }
  return kept;
}

/** So many, evenly over the list, first and last among them. */
function spread(list, most) {
  if (list.length <= most) return list;
  if (most === 1) return list.slice(0, 1);
  return Array.from(
    { length: most },
    (_, at) => list[Math.round((at * (list.length - 1)) / (most - 1))],
  );
}

function sampled(page) {
  const all = history(page);
  const on = spread(
    all.filter(({ kind }) => kind === "original"),
    page.most ?? 7 + random(6),
  );
  const off = spread(
    all.filter(({ kind }) => kind !== "original"),
    Math.max(1, Math.ceil(on.length / 4)),
  );
  return [...on, ...off].sort((a, b) => a.at - b.at);
}

function poolPage([, kind, status, repository, path, branch = "HEAD"]) {
  const commit = git(repository, "log", "-1", "--diff-filter=AM", "--format=%H", branch, "--", path)
    .toString()
    .trim();
  let bytes = git(repository, "cat-file", "blob", `${commit}:${path}`);
  if (path.endsWith(".php")) bytes = Buffer.from(answerOf(bytes.toString()));
  // Answers kept in fences.
  if (bytes.subarray(0, 3).toString() === "```")
    bytes = Buffer.from(bytes.toString("latin1").replace(/^```|```\s*$/g, ""), "latin1");
  if (path.endsWith(".md")) bytes = Buffer.from(setAsPage(bytes.toString()));
  return { bytes, kind, status };
}

/** What a script answers: the document it holds, or what stands outside of its code. */
function answerOf(script) {
  const held = /<<<DOC\n([\s\S]*?)\nDOC;/.exec(script);
  return (held?.[1] ?? script.replace(/<\?(php|=)[\s\S]*?(\?>|$)/g, "")).trim();
}

function setAsPage(markdown) {
  const title = (/^#+ *(.+)$/m.exec(markdown)?.[1] ?? "README").replaceAll("*", "");
  const blocks = markdown.split(/\n{2,}/).map((block) => {
    const heading = /^(#+) *(.+)$/.exec(block.trim());
    const text = (heading?.[2] ?? block)
      .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
      .replace(/\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, '<a href="$2">$1</a>')
      .replaceAll("*", "");
    return heading === null
      ? `<p>${text}</p>`
      : `<h${heading[1].length}>${text}</h${heading[1].length}>`;
  });
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${title}</title></head><body>${blocks.join("\n")}</body></html>`;
}

/** Puts pages of the pool into a history: `step` in place of its end, else between its versions. */
function composed(mementos, pattern, choose) {
  const list = mementos.map((memento) => ({ ...memento }));
  const between = (index) =>
    Math.floor((list[index].at + (list[index + 1]?.at ?? list[index].at + 8e6)) / 2);
  if (pattern === "step") {
    const count = Math.max(1, Math.min(5, Math.floor(list.length / 3)));
    const page = choose();
    for (let index = list.length - count; index < list.length; index += 1)
      list[index] = { ...(random(2) === 0 ? choose() : page), at: list[index].at };
  }
  if (pattern === "single-off") {
    const index = 1 + random(list.length - 2);
    list.push({ ...choose(), at: between(index) });
  }
  if (pattern === "oscillating") {
    const first = 1 + random(Math.floor(list.length / 2) - 1);
    const second = Math.min(list.length - 2, first + 2 + random(3));
    const third = Math.min(list.length - 2, second + 2);
    for (const index of new Set([first, second, third]))
      list.push({ ...choose(), at: between(index) });
  }
  if (pattern === "always-off") {
    const page = choose();
    const other = choose();
    list.forEach(({ at }, index) => {
      list[index] = { ...(index % 4 === 3 ? other : page), at };
    });
  }
  if (pattern === "first-off") list.unshift({ ...choose(), at: list[0].at - 5e6 });
  return list.sort((a, b) => a.at - b.at);
}

const patternsOf = { d: patternsD };
const patterns = [
  "always-on",
  "step",
  "single-off",
  "oscillating",
  "always-on",
  "first-off",
  "step",
  "oscillating",
  "single-off",
];
const halves = only === undefined ? ["a", "b", "c", "d"] : [only];
const sets = Object.fromEntries(halves.map((half) => [half, []]));
const taken = { a: 0, b: 0, c: 0, d: 0 };
for (const half of halves) {
  if (half !== "b") seed = 20250;
  const choices = [...pool, ...poolC, ...poolD]
    .filter(([of, , , repository, path]) => of === half && !isExcluded(repository, path))
    .map(poolPage);
  // Kinds in turn, so that none is missing.
  const choose = () => ({ ...choices[(taken[half]++ * 11) % choices.length] });
  const inTurn = patternsOf[half] ?? patterns;
  let turn = 0;
  const ofHalf = [...pages, ...pagesC, ...pagesD].filter(
    ({ half: of, repository, path, site }) => of === half && !isExcluded(repository, path, site),
  );
  for (const page of ofHalf) {
    const mementos = sampled(page);
    const natural = mementos.some(({ kind }) => kind !== "original");
    const pattern = natural ? "natural" : (page.pattern ?? inTurn[turn++ % inTurn.length]);
    sets[half].push({
      page,
      pattern,
      mementos: natural ? mementos : composed(mementos, pattern, choose),
    });
  }
}
// TimeMaps of one, two and three mementos: of histories of both halves, a page of the pool at one place.
const short = [];
const everyPool =
  only === undefined
    ? pool.filter(([, , , repository, path]) => !isExcluded(repository, path)).map(poolPage)
    : [];
(only === undefined ? [...sets.a, ...sets.b] : []).forEach(({ page, mementos }, index) => {
  const on = mementos.filter(({ kind }) => kind === "original");
  const off = () => ({
    ...everyPool[(index * 5 + short.length) % everyPool.length],
    at: on[1].at + 1000,
  });
  const list = [
    () => [on[0]],
    () => [off()],
    () => [on[0], on.at(-1)],
    () => [on[0], off()],
    () => [off(), { ...on[0], at: on.at(-1).at + 5000 }],
    () => [on[0], on[Math.floor(on.length / 2)], on.at(-1)],
    () => [on[0], off(), on.at(-1)],
    () => [on[0], on[1], { ...off(), at: on.at(-1).at + 9000 }],
  ][index % 8]();
  short.push({
    page,
    pattern: `${list.length}-${list.map(({ kind }) => (kind === "original" ? "N" : "F")).join("")}`,
    mementos: list,
  });
});

const built = only === undefined ? { ...sets, short } : sets;
for (const [name, timeMaps] of Object.entries(built)) {
  const folder = join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const records = [];
  const rows = ["id\tdate\tURI\tlabel\tpattern\tkind\tsite"];
  timeMaps.forEach(({ page, pattern, mementos }, index) => {
    const id = index + 1;
    const uri = `http://${name}-${String(id).padStart(2, "0")}.example.net/`;
    let last = 0;
    for (const { at, bytes, text, kind, status = 200 } of mementos) {
      last = Math.max(at, last + 1);
      const date = new Date(last * 1000).toISOString().slice(0, 19);
      records.push({ date, record: record(uri, `${date}Z`, status, bytes) });
      const said = kind === "original" ? mended(page, text) : kind;
      const label = said === "original" ? 1 : 0;
      rows.push([id, date.replace(/\D/g, ""), uri, label, pattern, said, page.site].join("\t"));
    }
  });
  writeFileSync(join(folder, "labels.tsv"), `${rows.join("\n")}\n`);
  records.sort((a, b) => (a.date < b.date ? -1 : 1));
  writeFileSync(join(folder, "pages.warc.gz"), Buffer.concat(records.map((one) => one.record)));
  const off = rows.filter((row) => row.split("\t")[3] === "0").length;
  console.log(`${name}: ${timeMaps.length} TimeMaps, ${records.length} mementos, ${off} off-topic`);
}

/** What a version is whose label was found wrong after the set had been made, which stays as it is. */
function mended({ wrong = [] }, text) {
  return wrong.find(([pattern]) => pattern.test(text))?.[1] ?? "original";
}

function record(uri, date, status, bytes) {
  const http = Buffer.from(
    `HTTP/1.1 ${status} OK\r\nContent-Type: text/html\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  const block = Buffer.concat([http, bytes]);
  const digest = createHash("sha1").update(bytes).digest("hex");
  const head =
    `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${uri}\r\nWARC-Date: ${date}\r\n` +
    `WARC-Record-ID: <urn:sha1:${createHash("sha1")
      .update(uri + date)
      .digest("hex")}>\r\nWARC-Payload-Digest: sha1:${digest}\r\n` +
    `Content-Type: application/http; msgtype=response\r\nContent-Length: ${block.length}\r\n\r\n`;
  return gzipSync(Buffer.concat([Buffer.from(head), block, Buffer.from("\r\n\r\n")]), { level: 6 });
}
