/**
 * Builds the sets of real page histories: node bench/histories/build.mjs CLONES [OUT [CACHE [PART]]].
 *
 * CLONES holds bare clones of the repositories named in pages-*.tsv and pool*.tsv, as `owner+name/repo`. OUT receives
 * the folders `train`, `tune`, `test`, `unseen`, `fresh`, `later` and `last` (or PART alone), each with a WARC file and
 * the labels.tsv that bench/train/train.mjs reads. Without OUT, the tables are only checked. CACHE stores the histories
 * read from git. bench/histories/README.md describes the columns.
 *
 * Stops if a source is reserved for the final evaluation (../shared/bench: exclude.txt and the sets dev and dev-hard).
 * The output is the same in every run. The pages belong to their authors, so they stay outside this repository.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { spread } from "../train/sets.mjs";

const MOST = 40;
const MOST_OFF = 20;
const LEAST_TEXT = 20;
const PARTS = [...Array(6).fill("train"), "tune", "tune", "test", "test"];
/** Patterns of off-topic mementos, in turn, for histories without any of their own. */
const PATTERNS = [
  ...["always-on", "step", "single-off", "first-off", "always-on", "oscillating"],
  ...["always-on", "begin-off", "single-off", "always-off", "step", "always-on"],
];

/**
 * Parts with tables of their own (`*-unseen.tsv`), which share no site, repository or owner of off-topic pages with
 * another part.
 */
const OWN = ["unseen", "fresh", "later", "last"];

/** Repositories with so many sites that several parts use them. Each site is in one part. */
const SHARED = new Set(["tosdr/tosback2"]);

const [clones, out, cache, only] = process.argv.slice(2);
const pages = cloned(table("pages-"));
const pool = cloned(table("pool"));
const labels = new Map();
for (const { repository, path, blob, label, kind } of table("labels-"))
  labels.set(`${repository} ${path} ${blob.slice(0, 12)}`, { label, kind });
check();
if (out !== undefined) build();

/** Returns the rows of all tables whose names begin with `start`, each as an object by column names. */
function table(start) {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => name.startsWith(start) && name.endsWith(".tsv"),
  );
  return files.sort().flatMap((file) => {
    const [head, ...lines] = readFileSync(join(import.meta.dirname, file), "utf8")
      .replace(/\n$/, "")
      .split("\n");
    const names = head.split("\t");
    return lines.map((line, at) => {
      const values = line.split("\t");
      if (values.length !== names.length)
        throw new Error(`${file}:${at + 2}: ${values.length} columns, not ${names.length}`);
      const row = Object.fromEntries(values.map((value, column) => [names[column], value]));
      const own = OWN.find((part) => file.endsWith(`-${part}.tsv`));
      return { ...row, part: own ?? partOf(sourceOf(row)) };
    });
  });
}

/**
 * Returns the rows whose repository has a clone, or all rows if the folder of clones does not exist. Some of these
 * repositories disappear over time.
 */
function cloned(rows) {
  if (!existsSync(clones)) return rows;
  const isThere = ({ repository }) =>
    existsSync(join(clones, repository.replace("/", "+"), "repo"));
  const found = rows.filter(isThere);
  if (found.length < rows.length) console.log(`${rows.length - found.length} rows without a clone`);
  return found;
}

function numberOf(text) {
  return createHash("sha256").update(text).digest().readUInt32BE(0);
}

/**
 * Returns the source by which a row is assigned to a part: the site of a page, or the owner of a repository of the
 * pool.
 */
function sourceOf({ site, repository }) {
  return site ?? repository.split("/")[0];
}

function partOf(source) {
  return PARTS[numberOf(`part:${source.toLowerCase()}`) % PARTS.length];
}

/**
 * Throws if a source is reserved for evaluation, if a URI belongs to two pages, if a repository has both pages and
 * pool, or if a part of its own shares a source.
 */
function check() {
  const bench = join(import.meta.dirname, "..", "..", "..", "shared", "bench");
  const kept = (name) =>
    existsSync(join(bench, name)) ? readFileSync(join(bench, name), "utf8") : "";
  const hashes = new Set(kept("exclude.txt").split("\n"));
  const readmes = kept("README.md") + kept("README-dev-hard.md");
  const measured = new Set(
    [...readmes.matchAll(/(?:repository |— )?`([\w.-]+\/[\w.-]+)[ `]/g)].map(([, name]) =>
      name.toLowerCase(),
    ),
  );
  const problems = [];
  for (const { repository, path, site = "" } of [...pages, ...pool]) {
    const services = [site, ...path.split(/[/|]/).slice(0, -1)].map((name) => `service:${name}`);
    for (const name of [
      repository,
      ...path.split("|").map((one) => `${repository}/${one}`),
      ...services,
    ])
      if (hashes.has(createHash("sha256").update(name.toLowerCase()).digest("hex")))
        problems.push(`kept for judging: ${repository} ${path}`);
    if (measured.has(repository.toLowerCase())) problems.push(`of dev or dev-hard: ${repository}`);
  }
  const uris = new Set();
  for (const { uri } of pages) {
    const key = uri.toLowerCase().replace(/^https?:\/\/(www\.)?|\/$/g, "");
    if (uris.has(key) || /[\s#]/.test(uri)) problems.push(`not a URI of its own: ${uri}`);
    uris.add(key);
  }
  const repositories = new Set(pages.map(({ repository }) => repository));
  for (const { repository } of pool)
    if (repositories.has(repository)) problems.push(`pages and pool: ${repository}`);
  for (const rows of [pages, pool]) {
    const names = (row) =>
      [sourceOf(row).toLowerCase(), row.repository].filter((name) => !SHARED.has(name));
    for (const own of OWN) {
      const seen = new Set(rows.filter(({ part }) => part !== own).flatMap(names));
      for (const row of rows.filter(({ part }) => part === own))
        for (const name of names(row)) if (seen.has(name)) problems.push(`not ${own}: ${name}`);
    }
  }
  if (problems.length > 0) throw new Error([...new Set(problems)].join("\n"));
  console.log(
    `${pages.length} pages of ${new Set(pages.map(({ site }) => site)).size} sites, ${pool.length} pages of a pool`,
  );
}

function git(repository, args, input) {
  const folder = join(clones, repository.replace("/", "+"), "repo");
  return execFileSync("git", ["-C", folder, "-c", "core.quotePath=false", ...args], {
    ...{ maxBuffer: 2 ** 31 - 1, stdio: ["pipe", "pipe", "inherit"], input: input ?? "" },
  });
}

/**
 * Returns the bytes of blobs (or of `commit:path`) in their order. Those that a clone lacks are undefined, because a
 * clone may be without the largest.
 */
function blobs(repository, names) {
  const answer = git(repository, ["cat-file", "--batch"], `${names.join("\n")}\n`);
  let from = 0;
  return names.map(() => {
    const end = answer.indexOf(10, from);
    const [, size] = / blob (\d+)$/.exec(answer.subarray(from, end).toString()) ?? [];
    if (size === undefined) {
      from = end + 1;
      return undefined;
    }
    from = end + 1 + Number(size) + 1;
    return answer.subarray(end + 1, from - 1);
  });
}

/** Returns the histories of one repository at one commit, from the cache if it has them. */
function kept(repository, commit, ofCommit) {
  const paths = ofCommit.map(({ path }) => path);
  const name = createHash("sha1")
    .update([repository, commit, ...paths].join("\n"))
    .digest("hex");
  const file = cache === undefined ? undefined : join(cache, `${name}.json`);
  if (file !== undefined && existsSync(file))
    return new Map(JSON.parse(readFileSync(file, "utf8")));
  const found = histories(repository, commit, ofCommit);
  if (file !== undefined) writeFileSync(file, JSON.stringify([...found]));
  return found;
}

/** Returns the distinct versions of the pages of one repository at one commit by path, oldest first: `{ at, blob }`. */
function histories(repository, commit, ofCommit) {
  const found = new Map(ofCommit.map(({ path }) => [path, []]));
  const owner = new Map();
  for (const { path } of ofCommit)
    for (const one of path.split("|")) owner.set(one, [...(owner.get(one) ?? []), path]);
  const starred = [...owner.keys()].filter((path) => path.includes("*"));
  const plain = [...owner.keys()].filter((path) => !path.includes("*"));
  if (starred.length > 0)
    for (const line of git(repository, ["ls-tree", "-r", commit]).toString().split("\n")) {
      const [, , blob, path] = /^(\S+) blob (\S+)\t(.*)$/.exec(line) ?? [];
      for (const pattern of starred)
        if (path !== undefined && matches(pattern, path)) {
          const [date] = /\d{8,14}/.exec(digitsOf(path)) ?? [];
          if (date === undefined) throw new Error(`${repository} ${path}: no date`);
          const at =
            Date.UTC(
              date.slice(0, 4),
              date.slice(4, 6) - 1,
              date.slice(6, 8),
              date.slice(8, 10) || 12,
              date.slice(10, 12),
              date.slice(12, 14),
            ) / 1000;
          for (const page of owner.get(pattern)) found.get(page).push({ at, blob });
        }
    }
  if (plain.length > 0) {
    const options = ["--first-parent", "--diff-merges=first-parent", "--no-renames", "--no-abbrev"];
    const log = git(repository, [
      ...["log", ...options, "--raw", "-z", "--format=@%at", commit, "--"],
      ...plain.map((path) => `:(literal)${path}`),
    ]).toString();
    let at = 0;
    let blob;
    for (const part of log.split("\0")) {
      const head = /^\s*@(\d+)\s*$/.exec(part);
      const change = /^\s*:\d+ (\d+) \S+ (\S+) (\w)/.exec(part);
      if (head !== null) at = Number(head[1]);
      else if (change !== null)
        blob = change[3] === "D" || change[1] === "160000" ? undefined : change[2];
      else if (blob !== undefined)
        for (const page of owner.get(part) ?? []) found.get(page).push({ at, blob });
    }
  }
  for (const [path, list] of found) {
    const seen = new Set();
    list.sort((a, b) => a.at - b.at || (a.blob < b.blob ? -1 : 1));
    found.set(
      path,
      list.filter(({ blob: one }) => !seen.has(one) && seen.add(one)),
    );
  }
  return found;
}

/** Returns a path with each date as one run of digits: `20200312/page.html` for `2020-3-12/page.html`. */
function digitsOf(path) {
  const padded = path.replace(/\b\d{4}-\d{1,2}-\d{1,2}\b/g, (date) =>
    date.replace(/-(\d)(?!\d)/g, "-0$1"),
  );
  return padded.replace(/(\d)[-_:T](?=\d)/g, "$1");
}

function matches(pattern, path) {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(path);
}

/** Returns the versions of a page to use: off-topic ones, and others spread evenly over its history. */
function chosen(page, versions) {
  const from = Date.parse(page.from || "1980-01-01") / 1000;
  const until =
    (Date.parse(page.until || "2100-01-01") + (page.until?.length > 10 ? 0 : 86399000)) / 1000;
  const list = versions
    .filter(({ at }) => at >= from && at <= until)
    .map((version) => {
      const of = labels.get(`${page.repository} ${page.path} ${version.blob.slice(0, 12)}`);
      return {
        ...version,
        label: of?.label ?? "1",
        kind: of?.kind || "original",
        isRead: of !== undefined,
      };
    });
  const off = spread(
    list.filter(({ label }) => label === "0"),
    MOST_OFF,
  );
  const on = spread(list, MOST).filter(({ label }) => label === "1");
  const others = spread(on, Math.max(Math.min(Number(page.most || MOST), MOST) - off.length, 0));
  return [...others, ...off].sort((a, b) => a.at - b.at);
}

function textOf(bytes) {
  return bytes
    .toString()
    .replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/gi, " ")
    .replace(/<!--[\s\S]*?-->|<[^>]*>|&\w+;/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Returns a history without off-topic mementos with off-topic pages put into it by a pattern. */
function composed(mementos, pattern, offTopic, random) {
  const list = mementos.map((memento) => ({ ...memento }));
  const gap = (index) =>
    Math.floor((list[index].at + (list[index + 1]?.at ?? list[index].at + 8e6)) / 2);
  const page = offTopic();
  const either = () => (random(3) === 0 ? offTopic() : page);
  const replaced = (from, to) => {
    for (let index = from; index < to; index += 1)
      list[index] = { ...either(), at: list[index].at };
  };
  if (pattern === "step")
    replaced(list.length - Math.max(1, Math.min(6, Math.floor(list.length / 3))), list.length);
  if (pattern === "begin-off") replaced(0, Math.max(1, Math.min(5, Math.floor(list.length / 2))));
  if (pattern === "always-off") replaced(0, list.length);
  if (pattern === "first-off") list.unshift({ ...page, at: list[0].at - 5e6 });
  if (pattern === "single-off") {
    const index = random(list.length);
    list.push({ ...page, at: gap(index) });
  }
  if (pattern === "oscillating")
    for (const index of new Set([0, 1, 2].map(() => random(list.length))))
      list.push({ ...either(), at: gap(index) });
  return list.sort((a, b) => a.at - b.at);
}

function build() {
  if (cache !== undefined) mkdirSync(cache, { recursive: true });
  const timeMaps = [];
  const groups = new Map();
  for (const page of pages.filter(({ part }) => only === undefined || part === only)) {
    const key = `${page.repository} ${page.commit}`;
    groups.set(key, [...(groups.get(key) ?? []), page]);
  }
  for (const [key, ofCommit] of groups) {
    const [repository, commit] = key.split(" ");
    const found = kept(repository, commit, ofCommit);
    const lists = ofCommit.map((page) => [page, chosen(page, found.get(page.path))]);
    const names = [...new Set(lists.flatMap(([, list]) => list.map(({ blob }) => blob)))];
    const bytes = new Map(blobs(repository, names).map((one, at) => [names[at], one]));
    for (const [page, list] of lists) {
      const mementos = list
        .map((version) => ({ ...version, bytes: bytes.get(version.blob) }))
        .filter(({ bytes }) => bytes !== undefined)
        .filter((version) => version.isRead || textOf(version.bytes).length >= LEAST_TEXT);
      if (mementos.length === 0) throw new Error(`${repository} ${page.path}: no version`);
      timeMaps.push({ page, mementos });
    }
  }
  for (const part of only === undefined ? new Set([...PARTS, ...OWN]) : [only])
    write(
      part,
      patterned(
        part,
        equal(
          part,
          timeMaps.filter(({ page }) => page.part === part),
        ),
      ),
    );
}

/**
 * Returns as many TimeMaps of each group for the part test and the parts with tables of their own, and all for other
 * parts.
 */
function equal(part, timeMaps) {
  if (part !== "test" && !OWN.includes(part)) return timeMaps;
  const inOrder = (group) =>
    timeMaps
      .filter(({ page }) => page.group === group)
      .sort((a, b) => numberOf(a.page.uri) - numberOf(b.page.uri));
  const groups = ["slow", "words-change", "mixed"].map(inOrder);
  return groups.flatMap((group) => group.slice(0, Math.min(...groups.map(({ length }) => length))));
}

function patterned(part, timeMaps) {
  const choices = pool
    .filter((row) => row.part === part)
    .map(({ repository, commit, path, kind, status }) => ({
      ...{ kind, status: Number(status || 200), label: "0" },
      bytes: blobs(repository, [`${commit}:${path}`])[0],
    }));
  let taken = 0;
  const offTopic = () => ({ ...choices[(taken++ * 7) % choices.length] });
  let turn = 0;
  return timeMaps
    .sort((a, b) => numberOf(a.page.uri) - numberOf(b.page.uri))
    .map(({ page, mementos }) => {
      let seed = numberOf(page.uri);
      const random = (below) => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return Math.floor((seed / 2 ** 32) * below);
      };
      if (choices.length === 0 || mementos.some(({ label }) => label === "0"))
        return { page, pattern: "natural", mementos };
      const pattern = PATTERNS[turn++ % PATTERNS.length];
      return { page, pattern, mementos: composed(mementos, pattern, offTopic, random) };
    });
}

function write(part, timeMaps) {
  const folder = join(out, part);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const records = [];
  const rows = ["id\tdate\tURI\tlabel\tpattern\tkind\tsite\tlang\tgroup\tpage\tsource"];
  timeMaps.forEach(({ page, pattern, mementos }, index) => {
    let last = 0;
    for (const { at, bytes, label, kind, status = 200 } of mementos) {
      last = Math.max(at, last + 1);
      const date = new Date(last * 1000).toISOString().slice(0, 19);
      records.push({ date, record: record(page.uri, `${date}Z`, status, bytes) });
      const first = [index + 1, date.replace(/\D/g, ""), page.uri, label, pattern, kind];
      rows.push(
        [...first, page.site, page.lang, page.group, page.kind, page.repository].join("\t"),
      );
    }
  });
  writeFileSync(join(folder, "labels.tsv"), `${rows.join("\n")}\n`);
  records.sort((a, b) => (a.date < b.date ? -1 : 1));
  writeFileSync(join(folder, "pages.warc.gz"), Buffer.concat(records.map((one) => one.record)));
  const cells = rows.slice(1).map((row) => row.split("\t"));
  const off = cells.filter((row) => row[3] === "0");
  const begin = timeMaps.filter(({ mementos }) => mementos[0].label === "0");
  const natural = off.filter((row) => row[4] === "natural");
  const different = (column) => new Set(cells.map((row) => row[column])).size;
  console.log(
    `${part}: ${timeMaps.length} TimeMaps of ${different(6)} sites, ${cells.length} mementos, ${off.length} off-topic ` +
      `(${natural.length} natural), ${different(7)} languages, ${begin.length} TimeMaps begin off-topic`,
  );
}

function record(uri, date, status, bytes) {
  // Pages that were converted to UTF-8 when they were stored may still name another charset.
  const charset = isUtf8(bytes) ? "; charset=utf-8" : "";
  const http = Buffer.from(
    `HTTP/1.1 ${status} OK\r\nContent-Type: text/html${charset}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  const block = Buffer.concat([http, bytes]);
  const digest = createHash("sha1").update(bytes).digest("hex");
  const id = createHash("sha1")
    .update(uri + date)
    .digest("hex");
  const head =
    `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${uri}\r\nWARC-Date: ${date}\r\n` +
    `WARC-Record-ID: <urn:sha1:${id}>\r\nWARC-Payload-Digest: sha1:${digest}\r\n` +
    `Content-Type: application/http; msgtype=response\r\nContent-Length: ${block.length}\r\n\r\n`;
  return gzipSync(Buffer.concat([Buffer.from(head), block, Buffer.from("\r\n\r\n")]), { level: 6 });
}

function isUtf8(bytes) {
  return bytes.some((byte) => byte > 127) && Buffer.from(bytes.toString()).equals(bytes);
}
