/**
 * Builds the sets of real crawls: node bench/crawls/build.mjs CLONES EXCLUDE [OUT [PART]].
 *
 * CLONES holds a clone of each repository of pages.tsv as `owner+name/repo`. EXCLUDE is the list of SHA-256 of sources
 * that are reserved for the final evaluation, at which the script stops. OUT receives the folders `train`, `tune` and
 * `unseen` (or PART alone), each with a WARC file and the labels.tsv that bench/train/train.mjs reads. Without OUT, the
 * tables are only checked. README.md describes the columns.
 *
 * The output is the same in every run. The pages belong to their authors, so they stay outside this repository.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const PARTS = ["train", "tune", "unseen"];
const CRLF2 = Buffer.from("\r\n\r\n");

const [clones, exclude, out, only] = process.argv.slice(2);
if (exclude === undefined) {
  process.stderr.write("usage: node bench/crawls/build.mjs CLONES EXCLUDE [OUT [PART]]\n");
  process.exit(2);
}
const pages = table("pages.tsv");
const captures = grouped(table("captures.tsv"), "page");
check();
if (out !== undefined) for (const part of only === undefined ? PARTS : [only]) build(part);

function table(file) {
  const [head, ...lines] = readFileSync(join(import.meta.dirname, file), "utf8")
    .replace(/\n$/, "")
    .split("\n");
  const names = head.split("\t");
  return lines.map((line) =>
    Object.fromEntries(line.split("\t").map((value, column) => [names[column], value])),
  );
}

/** Returns the rows by their value in a column. */
function grouped(rows, column) {
  const groups = new Map();
  for (const row of rows) {
    const group = groups.get(row[column]);
    if (group === undefined) groups.set(row[column], [row]);
    else group.push(row);
  }
  return groups;
}

function sha(algorithm, text) {
  return createHash(algorithm).update(text).digest("hex");
}

/** Returns the part of a site, by its hash. */
function partOf(site) {
  return PARTS[Number.parseInt(sha("sha256", `crawls:${site}`).slice(0, 8), 16) % PARTS.length];
}

/** Throws if a source is reserved for evaluation, if a site is in the wrong part, or if a URI belongs to two pages. */
function check() {
  const reserved = new Set(readFileSync(exclude, "utf8").split("\n"));
  const problems = [];
  const uris = new Set();
  for (const { repository, path, uri, site, part } of pages) {
    const folders = path.split("/").slice(0, -1);
    const services = [site, new URL(uri).hostname, ...folders].map((name) => `service:${name}`);
    for (const name of [repository, `${repository}/${path}`, ...services])
      if (reserved.has(sha("sha256", name.toLowerCase())))
        problems.push(`kept for judging: ${repository} ${path}`);
    if (part !== partOf(site)) problems.push(`in the wrong part: ${site}`);
    if (uris.has(uri)) problems.push(`not a URI of its own: ${uri}`);
    uris.add(uri);
  }
  if (problems.length > 0) throw new Error([...new Set(problems)].join("\n"));
  console.log(`${pages.length} pages of ${new Set(pages.map(({ site }) => site)).size} sites`);
}

/** Returns the bytes of the blobs of a repository by their abbreviated names. */
function blobs(repository, names) {
  const answer = execFileSync(
    "git",
    ["-C", join(clones, repository.replace("/", "+"), "repo"), "cat-file", "--batch"],
    { input: `${names.join("\n")}\n`, maxBuffer: 2 ** 31 - 1 },
  );
  let from = 0;
  return new Map(
    names.map((name) => {
      const end = answer.indexOf(10, from);
      const [, size] = / blob (\d+)$/.exec(answer.subarray(from, end).toString()) ?? [];
      if (size === undefined) throw new Error(`${repository} has no blob ${name}`);
      from = end + 1 + Number(size) + 1;
      return [name, answer.subarray(end + 1, from - 1)];
    }),
  );
}

/**
 * Returns the status line and the headers of a stored response (VCR's YAML). The body is stored decoded, so those of
 * its transfer are left out.
 */
function storedHead(yaml) {
  const response = /^response:\n([\s\S]*?)(?=^\S)/m.exec(`${yaml}\nend`)?.[1] ?? "";
  const [, message = "OK"] = /^ {4}message: (.*)$/m.exec(response) ?? [];
  const lines = [message];
  let name = "";
  for (const line of response.split("\n")) {
    const header = /^ {4}([\w-]+):(?: \[\])?$/.exec(line);
    const value = /^ {4}- (.*)$/.exec(line);
    if (header !== null) [, name] = header;
    else if (value !== null && !/^(?:transfer-encoding|content-(?:encoding|length))$/i.test(name))
      lines.push(`${name}: ${value[1].replace(/^(["'])(.*)\1$/, "$2")}`);
  }
  return lines;
}

function record({ uri }, { status, date }, bytes, response) {
  const isUtf8 = bytes.some((byte) => byte > 127) && Buffer.from(bytes.toString()).equals(bytes);
  const [message, ...headers] =
    response === undefined
      ? ["OK", `Content-Type: text/html${isUtf8 ? "; charset=utf-8" : ""}`]
      : storedHead(response.toString());
  const http = [`HTTP/1.1 ${status} ${message}`, ...headers, `Content-Length: ${bytes.length}`];
  const block = Buffer.concat([Buffer.from(`${http.join("\r\n")}\r\n\r\n`), bytes]);
  const [year, month, day, hour, minute, second] = date.match(/^\d{4}|\d{2}/g);
  const head = [
    "WARC/1.0",
    "WARC-Type: response",
    `WARC-Target-URI: ${uri}`,
    `WARC-Date: ${year}-${month}-${day}T${hour}:${minute}:${second}Z`,
    `WARC-Record-ID: <urn:sha1:${sha("sha1", uri + date)}>`,
    `WARC-Payload-Digest: sha1:${sha("sha1", bytes)}`,
    "Content-Type: application/http; msgtype=response",
    `Content-Length: ${block.length}`,
  ];
  return gzipSync(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), block, CRLF2]));
}

function build(part) {
  const folder = join(out, part);
  mkdirSync(folder, { recursive: true });
  const records = [];
  const rows = ["id\tdate\tURI\tlabel\tpattern\tkind\tlang\tsite\tsource"];
  const inPart = pages.filter((row) => row.part === part);
  for (const [repository, ofRepository] of grouped(inPart, "repository")) {
    const all = ofRepository.flatMap(({ page }) => captures.get(page));
    const names = all.flatMap(({ content, response }) => [content, response]).filter(Boolean);
    const bytes = blobs(repository, [...new Set(names)]);
    for (const page of ofRepository)
      for (const capture of captures.get(page.page)) {
        const { date, content, response, label, kind } = capture;
        records.push({
          date,
          bytes: record(page, capture, bytes.get(content), bytes.get(response)),
        });
        const first = [page.page, date, page.uri, label, "natural", kind];
        rows.push([...first, page.lang, page.site, repository].join("\t"));
      }
  }
  writeFileSync(join(folder, "labels.tsv"), `${rows.join("\n")}\n`);
  records.sort((a, b) => (a.date < b.date ? -1 : 1));
  writeFileSync(join(folder, `${part}.warc.gz`), Buffer.concat(records.map(({ bytes }) => bytes)));
  console.log(
    `${part}: ${inPart.length} TimeMaps of ${new Set(inPart.map(({ site }) => site)).size} sites, ${records.length} captures`,
  );
}
