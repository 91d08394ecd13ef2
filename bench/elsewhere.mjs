/**
 * Measures what --elsewhere finds in a collection of thousands of seeds: node bench/elsewhere.mjs CLONES OUT [PROFILE].
 * The seeds are pages of the site sources of bench/histories (parts train and tune), with up to four versions each. One
 * seed in eight gets off-topic pages of the pool at its end, at its beginning or throughout. Some pages of the pool are
 * in many seeds and most in few. All other pages count as on-topic. OUT receives the WARC file. CLONES is described in
 * bench/histories/README.md. The result is the same in every run.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { detect } from "../dist/lib/index.js";

const PAGES = 48;
const VERSIONS = 4;
const FEWEST_WORDS = 60;
/** Returns true if a site is in the parts train and tune. The same rule as in bench/histories/build.mjs. */
const isTaken = (source) => numberOf(`part:${source.toLowerCase()}`) % 10 < 8;
const numberOf = (text) => createHash("sha256").update(text).digest().readUInt32BE(0);

const [clones, out, profile = "default"] = process.argv.slice(2);
const labels = new Map();
mkdirSync(out, { recursive: true });
const file = join(out, "pages.warc.gz");
compose();
await measure();

function table(name) {
  const path = join(import.meta.dirname, "histories", name);
  const [head, ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  const names = head.split("\t");
  return lines.map((line) =>
    Object.fromEntries(line.split("\t").map((value, at) => [names[at], value])),
  );
}

function git(repository, args, input = "") {
  const folder = join(clones, repository.replace("/", "+"), "repo");
  return execFileSync("git", ["-C", folder, "-c", "core.quotePath=false", ...args], {
    ...{ maxBuffer: 2 ** 31 - 1, stdio: ["pipe", "pipe", "ignore"], input },
  });
}

/** Returns the versions of the pages of a site, newest version last: `[path, [{ at, blob, bytes }]]`. */
function pagesOf({ repository, commit }) {
  const log = git(repository, [
    ...["log", "--first-parent", "--no-renames", "--no-abbrev", "--raw", "--format=@%at", commit],
    ...["--", "*.html"],
  ]).toString();
  const blobs = new Map();
  let at = 0;
  for (const line of log.split("\n")) {
    const [, blob, path] = /^:\d+ 100\d+ \S+ (\S+) [AM]\t(.*)$/.exec(line) ?? [];
    if (line.startsWith("@")) at = Number(line.slice(1));
    else if (
      path !== undefined &&
      !/(^|\/)[_.]|vendor|template|layout|\b[45]\d\d\b|["\s#?*]/.test(path)
    )
      blobs.set(path, [...(blobs.get(path) ?? []), { at, blob }]);
  }
  const chosen = [...blobs].sort(([a], [b]) => numberOf(a) - numberOf(b)).slice(0, PAGES);
  const some = chosen.map(([path, list]) => {
    const step = Math.max(1, (list.length - 1) / (VERSIONS - 1));
    const versions = list.filter((_, index) => Math.floor(index % step) === 0);
    return [path, versions.slice(0, VERSIONS).reverse()];
  });
  const bytes = blobsOf(
    repository,
    some.flatMap(([, list]) => list.map(({ blob }) => blob)),
  );
  const whole = (list) => list.map((one) => ({ ...one, bytes: bytes.get(one.blob) }));
  return some.map(([path, list]) => [path, whole(list).filter(isPage)]);
}

/** Returns the bytes of blobs by name, without the blobs that a clone lacks. */
function blobsOf(repository, names) {
  const answer = git(repository, ["cat-file", "--batch"], `${names.join("\n")}\n`);
  const found = new Map();
  for (let from = 0; from < answer.length;) {
    const end = answer.indexOf(10, from);
    const [name, type, size] = answer.subarray(from, end).toString().split(" ");
    from = end + 1;
    if (type !== "blob") continue;
    found.set(name, answer.subarray(from, from + Number(size)));
    from += Number(size) + 1;
  }
  return found;
}

function isPage({ bytes }) {
  if (bytes === undefined) return false;
  const html = bytes.toString();
  const words = html.replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/gi, " ").split(/\s+/);
  return (
    /<(html|body)\b/i.test(html) &&
    !/^---|\{\{|\{%|<\?php/.test(html) &&
    words.length >= FEWEST_WORDS
  );
}

function compose() {
  const sites = table("pages-sites.tsv").filter(({ site }) => isTaken(site));
  const bases = new Map();
  for (const { repository, commit, path, uri } of sites) {
    const end = path.replace(/(^|\/)index\.html$/, "$1");
    if (!bases.has(repository) && uri.endsWith(end))
      bases.set(repository, { repository, commit, base: uri.slice(0, uri.length - end.length) });
  }
  const pool = table("pool.tsv")
    .filter(({ repository }) => isTaken(repository.split("/")[0]))
    .map((row) => ({ ...row, bytes: git(row.repository, ["show", `${row.commit}:${row.path}`]) }));
  const records = [];
  for (const site of bases.values())
    for (const [path, versions] of pagesOf(site)) {
      const uri = site.base + path.replace(/(^|\/)index\.html$/, "$1");
      const number = numberOf(uri);
      if (versions.length === 0) continue;
      // The third power puts a tenth of the pool into half of the seeds that have an off-topic page.
      const other = pool[Math.floor(pool.length * (numberOf(`pool:${uri}`) / 2 ** 32) ** 3)];
      const mementos = versions.map((version) => ({ ...version, label: "1" }));
      const off = (at) => ({ at, bytes: other.bytes, label: "0" });
      if (number % 8 === 0) {
        const pattern = Math.floor(number / 8) % 3;
        if (pattern === 0) mementos.push(off(mementos.at(-1).at + 4e6));
        if (pattern === 1) mementos.unshift(off(mementos[0].at - 4e6));
        if (pattern === 2) mementos.forEach((one, index) => (mementos[index] = off(one.at)));
      }
      let last = 0;
      for (const { at, bytes, label } of mementos) {
        last = Math.max(at, last + 1);
        const date = `${new Date(last * 1000).toISOString().slice(0, 19)}Z`;
        labels.set(`${uri} ${date}`, label);
        records.push(record(uri, date, bytes));
      }
    }
  writeFileSync(file, Buffer.concat(records));
}

function record(uri, date, bytes) {
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  const block = Buffer.concat([Buffer.from(http), bytes]);
  const id = createHash("sha1")
    .update(uri + date)
    .digest("hex");
  const head =
    `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${uri}\r\nWARC-Date: ${date}\r\n` +
    `WARC-Record-ID: <urn:sha1:${id}>\r\nContent-Type: application/http; msgtype=response\r\n` +
    `Content-Length: ${block.length}\r\n\r\n`;
  return gzipSync(Buffer.concat([Buffer.from(head), block, Buffer.from("\r\n\r\n")]), { level: 1 });
}

async function measure() {
  const rows = [];
  for await (const result of detect({ input: `warc=${file}`, elsewhere: "collection", profile })) {
    const { uriR, mementoDatetime } = result.capture;
    const date = new Date(mementoDatetime).toISOString().slice(0, 19);
    const label = labels.get(`${uriR} ${date}Z`);
    if (label === undefined) throw new Error(`not a memento of the collection: ${uriR} ${date}`);
    const found = result.measures.find(({ name }) => name === "elsewhere");
    const [, ofSite = 0] = /(\d+) other TimeMaps? of its/.exec(found?.comparedWith ?? "") ?? [];
    const score = found?.outcome.value?.score ?? 0;
    rows.push({ label, isOff: result.overall === "off-topic", score, ofSite: Number(ofSite) });
  }
  const off = rows.filter(({ label }) => label === "0").length;
  const seeds = new Set([...labels.keys()].map((key) => key.split(" ")[0])).size;
  console.log(`${seeds} seeds, ${rows.length} mementos, ${off} off-topic, profile ${profile}`);
  console.log(
    "vote from, of, off-topic found, on-topic found, precision, recall, F1 with the verdicts",
  );
  const has = (wanted, test) => rows.filter((row) => row.label === wanted && test(row)).length;
  for (const [vote, of] of [
    [Infinity, "score"],
    ...[1, 2, 3, 5, 10].flatMap((from) => ["score", "ofSite"].map((each) => [from, each])),
  ]) {
    const isFound = (row) => row[of] >= vote;
    const either = (row) => row.isOff || isFound(row);
    const [right, wrong] = [has("0", either), has("1", either)];
    const figures = [right / (right + wrong), right / off, (2 * right) / (right + wrong + off)];
    const counts = [has("0", isFound), has("1", isFound)];
    console.log([vote, of, ...counts, ...figures.map((figure) => figure.toFixed(3))].join("\t"));
  }
}
