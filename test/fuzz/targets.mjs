import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { prepareRun } from "../../build/index.js";
import { runProgram } from "../../build/cli/program.js";
import { seedKey } from "../../build/base/uri.js";
import { goldtest } from "../../build/extensions/otmt/goldtest.js";
import { timemap } from "../../build/read/inputs/timemap.js";
import { wacz } from "../../build/read/inputs/wacz.js";
import { wasapi } from "../../build/read/inputs/wasapi.js";
import { ArchivedRecords } from "../../build/read/replay/archived-records.js";
import { parseGold } from "../../build/extensions/lab/gold.js";
import { formatDecisions, mergeDecisions, parseDecisions } from "../../build/write/decisions.js";
import { parseOverrides } from "../../build/write/overrides.js";
import { writers } from "../../build/report/writers.js";
import { ODD_RECORDS } from "./odd-records.mjs";
import { ODD } from "./random.mjs";
import { TEXTS } from "./texts.mjs";
import { responsesByWarcio } from "./warcio.mjs";
import { expectingMistakes, must } from "./checks.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Settings with as little computation as possible, because the readers are tested and not the measures. */
const LEAN = { measures: "bytecount", detectLanguage: false, simhash: false, workers: 0 };
const CHEAP = ["-tm", "bytecount", "--no-detect-languages", "--workers", "0"];

async function collect(items) {
  const all = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* each(list) {
  for (const item of list) yield await Promise.resolve(item);
}

// WARC and ARC files

const HTML = (name) =>
  `<html><head><title>${name}</title></head><body><p>The page of ${name}.</p></body></html>`;

function httpOf(random, body) {
  const fields = random.list(0, 2, () =>
    random.pick([
      "Content-Encoding: gzip",
      "Transfer-Encoding: chunked",
      `Content-Length: ${random.pick([body.length, 0, 5, 1e9, -1])}`,
      "Content-Type: text/html; charset=utf-16",
      `X-Odd: ${random.text().replaceAll("\n", "")}`,
    ]),
  );
  const status = random.rarely(8)
    ? random.pick(["302 Found\r\nLocation: /x", "404 No", "304 x", "100 x"])
    : "200 OK";
  return Buffer.from(
    `HTTP/1.1 ${status}\r\n${["Content-Type: text/html", ...fields].join("\r\n")}\r\n\r\n${body}`,
  );
}

/** Returns the HTTP response of a page that every reader must find, at any position. */
const plainHttp = (name) =>
  Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${HTML(name)}`);

function warcRecord(random, at, isPage) {
  const name = `p${at}`;
  const type = isPage
    ? "response"
    : random.pick([
        "response",
        "resource",
        "revisit",
        "request",
        "metadata",
        "warcinfo",
        "odd",
        "",
      ]);
  const body = isPage
    ? plainHttp(name)
    : random.rarely(3)
      ? random.bytes(random.below(60))
      : httpOf(random, HTML(name));
  const length =
    isPage || !random.rarely(3)
      ? body.length
      : random.pick([0, 5, body.length + 300, body.length - 5, "", "x", -1, 1e15]);
  const head = [
    "WARC/1.0",
    `WARC-Type: ${type}`,
    `WARC-Target-URI: http://${isPage ? name : `odd${at}`}.example/`,
    `WARC-Date: 2012-06-01T10:${String(20 + (at % 40)).padStart(2, "0")}:30Z`,
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${String(at).padStart(12, "0")}>`,
    ...(isPage ? [] : random.list(0, 2, () => random.pick(WARC_FIELDS))),
    ...(length === "" ? [] : [`Content-Length: ${length}`]),
  ];
  return Buffer.concat([
    Buffer.from(`${head.join("\r\n")}\r\n\r\n`),
    body,
    Buffer.from("\r\n\r\n"),
  ]);
}

const WARC_FIELDS = [
  ...[
    "WARC-Truncated: length",
    "WARC-Truncated: odd",
    "WARC-Refers-To: <urn:uuid:00000000-0000-4000-8000-000000000001>",
  ],
  ...["WARC-Refers-To-Target-URI: http://p1.example/", "WARC-Refers-To-Date: 2012-06-01T10:21:30Z"],
  ...[
    "WARC-Profile: http://netpreserve.org/warc/1.1/server-not-modified",
    "WARC-Payload-Digest: sha1:AAAA",
  ],
  ...["WARC-Segment-Number: 2", "WARC-Date: 2009-03-65T08:43:19-0800", "Content-Type: image/png"],
];

function arcRecord(random, at, isPage) {
  const name = `p${at}`;
  const body = isPage ? plainHttp(name) : httpOf(random, HTML(name));
  const length =
    isPage || !random.rarely(3)
      ? body.length
      : random.pick([0, 5, body.length + 300, "x", -1, 1e15]);
  const type =
    isPage || !random.rarely(4) ? "text/html" : random.pick(["image/png", "no-type", "a b", ""]);
  const uri = `http://${isPage ? name : `odd${at}`}.example/`;
  return Buffer.concat([
    Buffer.from(`${uri} 192.0.2.1 200506070809${10 + (at % 50)} ${type} ${length}\n`),
    body,
    Buffer.from("\n"),
  ]);
}

const ARC_HEAD = (() => {
  const block = "1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n";
  return Buffer.from(
    `filedesc://a.arc 0.0.0.0 20050607080910 text/plain ${block.length}\n${block}\n`,
  );
})();

/**
 * Reads a file of records of which some are complete pages. Each of these must have a row, or damage must be reported.
 */
async function archiveFile(random, folder, makeRecord, head, ending) {
  const pages = [];
  const records = [
    head,
    ...random.list(1, 6, (at) => {
      const isPage = !random.rarely(3);
      if (isPage) pages.push(at);
      return makeRecord(random, at, isPage);
    }),
  ];
  const packing = random.below(3);
  const pieces = packing === 1 ? records.map((record) => gzipSync(record, { level: 1 })) : records;
  const starts = [];
  let size = 0;
  for (const piece of pieces) {
    starts.push(size);
    size += piece.length;
  }
  let bytes = Buffer.concat(pieces);
  const undamaged = bytes;
  let damagedFrom = bytes.length;
  // Complete pages in the damaged file, by its final bytes.
  if (random.rarely(2)) {
    bytes = random.damaged(bytes, WARC_TOKENS, (at) => {
      damagedFrom = Math.min(damagedFrom, at);
    });
  }
  const whole = pages.filter((at) => bytes.includes(pieces[at + 1]));
  if (packing === 2) {
    bytes = gzipSync(bytes, { level: 1 });
    if (random.rarely(3)) {
      bytes = random.damaged(bytes, WARC_TOKENS);
      whole.length = 0;
      damagedFrom = 0;
    }
  }
  const path = join(folder, `a.${ending}${packing === 0 ? "" : ".gz"}`);
  writeFileSync(path, undamaged.subarray(0, damagedFrom));
  const byWarcio = (await responsesByWarcio(path)) ?? [];
  writeFileSync(path, bytes);
  const run = await expectingMistakes(() => prepareRun({ ...LEAN, input: `warc=${path}` }));
  if (run === undefined) return;
  const results = await collect(run.results);
  const archived = await ArchivedRecords.open([path], new AbortController().signal, () => {});
  for (const { capture, problem } of results) {
    const isWhole = whole.some((at) => capture?.uriR === `http://p${at}.example/`);
    if (!isWhole || problem !== undefined || capture.via !== undefined) continue;
    const page = await archived.page(
      capture.uriR,
      Date.parse(capture.mementoDatetime),
      capture.recordId,
    );
    must(page !== undefined, `${capture.uriR} is in a row and has no picture`);
  }
  for (let at = 0; at < 8; at += 1) await archived.nearest(`http://odd${at}.example/`, 0);
  await archived.close();
  rmSync(path);
  // Damage may join the line of a page with the text before it, so that the page has a longer URI-R.
  const found = results.map(({ capture }) => capture?.uriR ?? "");
  const lost = whole.filter((at) => !found.some((uriR) => uriR.includes(`http://p${at}.example/`)));
  // The same bytes twice are the same record twice, and a record inside a longer one is part of its body.
  must(
    lost.length === 0 || run.tally.damage.length > 0,
    `pages ${lost.join(", ")} are in no row and no count`,
  );
  must(
    results.length > 0 || run.tally.damage.length > 0 || run.tally.skipped.size > 0,
    "the file is in no row and no count",
  );
  const inRows = new Set(
    results.map(({ capture }) => `${capture?.uriR} ${capture?.mementoDatetime}`),
  );
  const missing = byWarcio.filter(([uri, date]) => !inRows.has(`${uri} ${date}`));
  const counted = [...run.tally.skipped.values()].reduce((sum, count) => sum + count, 0);
  must(
    missing.length <= counted + run.tally.damage.length,
    `warcio reads ${missing.join(", ")}, which are in no row and no count`,
  );
}

const WARC_TOKENS = [
  ...ODD,
  ...[
    "WARC/1.0\r\n",
    "WARC/1.1\r\nWARC-Type: response\r\n",
    "Content-Length: 5\r\n",
    "\r\n\r\n",
    "HTTP/1.1 200 OK\r\n",
  ],
  ...[
    "\x1f\x8b\x08\x00",
    "\x28\xb5\x2f\xfd",
    "filedesc://a 0 20100101000000 text/plain 5\n",
    "PK\x03\x04",
  ],
];

// TimeMaps

const TIMEMAPS = readdirSync(join(ROOT, "fixtures/timemap"))
  .filter((name) => name.endsWith(".timemap"))
  .map((name) => {
    const [body, about] = readFileSync(join(ROOT, "fixtures/timemap", name), "utf8").split(
      "\n@@@\n",
    );
    const { base } = JSON.parse(about);
    return { body, base: base ?? "http://archive.example/timemap/link/http://a.example/" };
  });

/** Returns a fetcher that answers without a network: TimeMaps with this text, mementos with a page of their time. */
function answering(text) {
  return {
    async fetch({ uri, requestClass }) {
      const stamp = /\/(\d{14})/u.exec(uri)?.[1] ?? "20100101000000";
      const at = new Date(`${stamp.slice(0, 4)}-01-01T00:00:00Z`);
      const dated = Number.isNaN(at.getTime()) ? "x" : at.toUTCString();
      const isTimeMap = requestClass === "timemap";
      const headers = isTimeMap
        ? []
        : [
            ["Memento-Datetime", dated],
            ["Content-Type", "text/html"],
          ];
      const body = Buffer.from(isTimeMap ? text : HTML("a"));
      return { value: { uri, status: 200, headers, body, fetchedAt: "2026-01-01T00:00:00Z" } };
    },
  };
}

/** Returns an input over HTTP that needs no network. */
const offline = (input, sources, text) => ({
  ...input,
  usesHttp: false,
  prepare: async () => sources,
  read: (given, context) => input.read(given, { ...context, fetcher: answering(text) }),
});

function timeMapTarget() {
  return async (random) => {
    const { body, base } = random.pick(TIMEMAPS);
    let text = body;
    if (/^[{[]/u.test(body) && !random.rarely(3)) {
      // The text is one document, or has one object per line.
      text = /\}\s*\n\s*\{/u.test(body)
        ? body
            .split("\n")
            .map((line) => changedLine(random, line))
            .join("\n")
        : changedLine(random, body);
    } else {
      text = random.damaged(Buffer.from(body)).toString();
    }
    const uriT = random.rarely(10) ? random.pick(ODD) : base;
    const run = await expectingMistakes(() =>
      prepareRun({
        ...LEAN,
        input: offline(timemap, [/^https?:/u.test(uriT) ? uriT : base], text),
      }),
    );
    if (run === undefined) return;
    const results = await collect(run.results);
    must(results.length > 0, "a TimeMap without a row");
    await checkWriters(results, run.settings);
  };
}

function changedLine(random, line) {
  let value;
  try {
    value = JSON.parse(line);
  } catch {
    return random.damaged(Buffer.from(line)).toString();
  }
  return random.jsonText(random.changedJson(value));
}

/** Checks that every output format is well-formed: no invisible characters, one line per row, valid JSON. */
async function checkWriters(results, settings) {
  if (results.length === 0) return;
  for (const writer of writers.filter(({ keyword }) => keyword !== "html")) {
    const text = (await collect(writer.write(each(results), settings))).join("");
    const unseen = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.exec(text);
    must(unseen === null, `${writer.keyword} has U+${unseen?.[0].codePointAt(0).toString(16)}`);
    const lines = text.trimEnd().split("\n");
    if (writer.keyword === "json") JSON.parse(text);
    if (writer.keyword === "jsonl") {
      must(lines.length === results.length + 1, "JSON Lines do not have one row per result");
      for (const line of lines) JSON.parse(line);
    }
    if (writer.keyword === "golddatafile") {
      must(lines.length === results.length + 1, "gold data does not have one row per result");
      must(
        lines.every((line) =>
          /^(?:[^\t]*\t){3}[^\t]*(?:\toverride)?(?:\tsubstitute)?$/u.test(line),
        ),
        "gold data has a row with wrong fields",
      );
    }
    if (writer.keyword === "csv") {
      const width = cellsOf(lines[0]);
      must(
        lines.every((line) => cellsOf(line) === width),
        "CSV has a row with another number of cells than its header",
      );
    }
  }
}

/** Counts commas outside quotes. */
const cellsOf = (line) => line.replace(/"(?:[^"]|"")*"/gu, "").split(",").length;

// Results, models, configuration, URIs

let saved;
async function savedResults() {
  if (saved !== undefined) return saved;
  const input = "warc=fixtures/warcs/wild.warc,fixtures/warcs/two-captures.warc";
  const run = await prepareRun({ ...LEAN, detectLanguage: true, simhash: true, input });
  const results = await collect(run.results);
  const written = async (keyword) => {
    const writer = writers.find((one) => one.keyword === keyword);
    return (await collect(writer.write(each(results), run.settings))).join("");
  };
  saved = {
    json: await written("json"),
    jsonl: await written("jsonl"),
    csv: await written("csv"),
    golddatafile: await written("golddatafile"),
  };
  return saved;
}

/** Runs a command in this process and discards its output. */
async function command(args) {
  const { write } = process.stdout;
  const { write: warn } = process.stderr;
  const swallow = (_, ...more) => {
    more.find((one) => typeof one === "function")?.();
    return true;
  };
  process.stdout.write = swallow;
  process.stderr.write = swallow;
  try {
    return await expectingMistakes(() => runProgram(args));
  } finally {
    process.stdout.write = write;
    process.stderr.write = warn;
  }
}

async function resultsTarget(random, folder) {
  const formats = await savedResults();
  const format = random.pick(["json", "json", "jsonl", "jsonl", "csv", "golddatafile"]);
  const text =
    format === "json"
      ? changedLine(random, formats.json)
      : format === "jsonl"
        ? formats.jsonl
            .split("\n")
            .map((line) => (random.rarely(2) && line !== "" ? changedLine(random, line) : line))
            .join("\n")
        : random.damaged(Buffer.from(formats[format])).toString();
  const [odd, fine] = [join(folder, "odd"), join(folder, "fine")];
  writeFileSync(odd, random.rarely(10) ? gzipSync(text) : text);
  writeFileSync(fine, formats.jsonl);
  const out = join(folder, "out");
  const status = await command(
    random.pick([
      ["compare", odd, fine],
      ["compare", fine, odd],
      ["report", odd, "-o", out],
      ["convert", odd, "-ot", random.pick(["seeds", "csv", "jsonl"]), "-o", out],
      ["filter", odd, "-i", "warc=fixtures/warcs/two-captures.warc", "-o", out],
      ["evaluate", odd, "-g", fine],
      ["evaluate", fine, "-g", odd],
      ["exclude_duplicates", "-i", odd, "-o", out],
      ["slice_by_datetime", "-i", odd, "-o", out],
      ["select_by_language", "-i", odd, "-o", out],
      [
        "-q",
        "-i",
        "warc=fixtures/warcs/two-captures.warc",
        ...CHEAP,
        "--overrides",
        odd,
        "-o",
        out,
      ],
    ]),
  );
  rmSync(out, { force: true, recursive: true });
  must(status !== 1, "a bug of ours");
}

async function uriTarget(random, folder) {
  const uri = () => {
    const known = random.pick(URIS);
    return random.rarely(3) ? random.text() : random.damaged(Buffer.from(known)).toString();
  };
  const rows = random.list(1, 5, () => `1\t2010010100000${random.below(10)}\t${uri()}\t1`);
  const file = join(folder, "gold.tsv");
  writeFileSync(file, `id\tdate\tURI\tlabel\n${rows.join("\n")}\n`);
  const options = { ...LEAN, groupBy: random.pick(["surt", "uri"]), redirects: "follow" };
  const gold = await prepareRun({ ...options, input: offline(goldtest, [file], "") });
  const results = await collect(gold.results);
  must(results.length > 0 || gold.tally.damage.length > 0, "rows that are in no count");
  await checkWriters(results, gold.settings);
  const records = random.list(1, 3, (at) => {
    const date = `2012-06-01T10:20:3${at}Z`;
    const target = uri().replace(/[\r\n]/gu, "");
    const location = random.rarely(2)
      ? `302 Found\r\nLocation: ${uri().replace(/[\r\n]/gu, "")}`
      : "200 OK";
    const body = `HTTP/1.1 ${location}\r\nContent-Type: text/html\r\n\r\n${HTML(`p${at}`)}`;
    return `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${target}\r\nWARC-Date: ${date}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}\r\n\r\n`;
  });
  const path = join(folder, "uris.warc");
  writeFileSync(path, records.join(""));
  const run = await prepareRun({ ...options, input: `warc=${path}` });
  const found = await collect(run.results);
  const skipped = [...run.tally.skipped.values()].reduce((sum, count) => sum + count, 0);
  must(
    found.length + skipped + run.tally.damage.length >= records.length,
    "a record that is in no row and no count",
  );
  await checkWriters(found, run.settings);
}

const DATA = [
  '<?xml version="1.0" encoding="utf-8"?><rss><channel><title>Lamps</title><item><description>&lt;p&gt;Whale oil</description></item></channel></rss>',
  '<feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="xhtml"><div>A <b>lens</b></div></content></entry></feed>',
  "<urlset><url><loc>http://a.example/lamps%C3%BC.html</loc></url></urlset>",
  '{"title": "A lens", "items": [{"text": "of cut glass"}, null, 7]}',
];

/** Reads feeds, sitemaps and JSON, damaged. Each capture must become a row or be counted. */
async function structuredDataTarget(random, folder) {
  const types = ["application/rss+xml", "application/json", "text/xml", "text/plain", "text/html"];
  const records = random.list(1, 5, (at) => {
    const data = random.damaged(Buffer.from(random.pick(DATA)));
    const head = `HTTP/1.1 200 OK\r\nContent-Type: ${random.pick(types)}\r\n\r\n`;
    const date = `2012-06-01T10:20:3${at}Z`;
    const length = Buffer.byteLength(head) + data.length;
    const of = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nWARC-Date: ${date}\r\nContent-Length: ${length}\r\n\r\n${head}`;
    return Buffer.concat([Buffer.from(of), data, Buffer.from("\r\n\r\n")]);
  });
  const path = join(folder, "data.warc");
  writeFileSync(path, Buffer.concat(records));
  const formats = ["html", "text", "feed", "json", "sitemap"];
  const run = await prepareRun({ ...LEAN, measures: "cosine", formats, input: `warc=${path}` });
  const found = await collect(run.results);
  const skipped = [...run.tally.skipped.values()].reduce((sum, count) => sum + count, 0);
  must(found.length + skipped >= records.length, "a capture that is in no row and no count");
  await checkWriters(found, run.settings);
}

/** Reads an index and its file, either of them damaged. Each line must become a row or be counted. */
async function indexTarget(random, folder) {
  const uris = ["http://a.example/", "http://a.example/x?b=1", "http://b.example/"];
  const members = [];
  const lines = [];
  let offset = 0;
  for (const at of random.list(1, 6, (each) => each)) {
    const uri = random.pick(uris);
    const body = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${HTML(`p${at}`)}`;
    const record = `WARC/1.0\r\nWARC-Type: ${random.pick(["response", "revisit"])}\r\nWARC-Target-URI: ${uri}\r\nWARC-Date: 2012-06-01T10:20:3${at}Z\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}\r\n\r\n`;
    const bytes = random.rarely(2) ? gzipSync(record) : Buffer.from(record);
    const key = `example,${uri[7]})${uri.slice(17)}`;
    const fields = { url: uri, mime: "text/html", offset: String(offset), filename: "a.warc" };
    lines.push(
      random.rarely(2)
        ? `${key} 2012060110203${at} ${JSON.stringify(fields)}`
        : `${key} 2012060110203${at} ${uri} text/html 200 - - - 1 ${offset} a.warc`,
    );
    members.push(bytes);
    offset += bytes.length;
  }
  const harmed = (bytes) => (random.rarely(2) ? random.damaged(bytes) : bytes);
  writeFileSync(join(folder, "a.warc"), harmed(Buffer.concat(members)));
  const text = Buffer.from(
    `${random.pick(["", " CDX N b a m s k r M S V g\n"])}${lines.join("\n")}\n`,
  );
  const name = random.pick(["a.cdxj", "a.cdx", "a.cdxj.gz", "a.idx"]);
  const packed = name.endsWith(".gz") ? gzipSync(text) : text;
  for (const each of ["a.cdxj", "a.cdx", "a.cdxj.gz", "a.idx"])
    rmSync(join(folder, each), { force: true });
  writeFileSync(join(folder, name), harmed(packed));
  const http = random.pick([
    {},
    { from: "2012" },
    { seeds: uris.slice(1), match: "domain" },
    { limit: 1 },
  ]);
  await expectingMistakes(async () => {
    const run = await prepareRun({ ...LEAN, input: `cdx=${join(folder, name)}`, http });
    await checkWriters(await collect(run.results), run.settings);
  });
}

/** Returns the sorted lines of an index of one file, and the file with a page for each line. */
function indexedPages(random, most) {
  const hosts = random.list(1, most, (at) => `h${String(at).padStart(2, "0")}`);
  const records = hosts.map((host) => {
    const http = plainHttp(host);
    const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://${host}.example/\r\nWARC-Date: 2012-06-01T10:20:30Z\r\nContent-Length: ${http.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), http, Buffer.from("\r\n\r\n")]);
  });
  let offset = 0;
  const lines = hosts.map((host, at) => {
    const url = `http://${host}.example/`;
    const fields = { url, mime: "text/html", status: "200", offset: String(offset) };
    offset += records[at].length;
    return `example,${host})/ 20120601102030 ${JSON.stringify({ ...fields, filename: "a.warc" })}\n`;
  });
  return { hosts, lines, bytes: Buffer.concat(records) };
}

/** Returns a zip of stored or deflated members. */
function zipOf(random, members) {
  const parts = [];
  const directory = [];
  let at = 0;
  for (const { name, bytes } of members) {
    const isDeflated = random.rarely(3);
    const packed = isDeflated ? deflateRawSync(bytes) : bytes;
    const label = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x800, 2);
    head.writeUInt16LE(isDeflated ? 8 : 0, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(label.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), head, label, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), head, entry, label);
    parts.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(random.rarely(10) ? random.below(4) : members.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, central, Buffer.from("PK\x05\x06"), end]);
}

/** Reads a damaged WACZ. Each of its pages must have a row, or damage must be reported. */
async function waczTarget(random, folder) {
  const { hosts, lines, bytes } = indexedPages(random, 6);
  const pages = hosts.map((host) =>
    JSON.stringify({ url: `http://${host}.example/`, ts: "2012-06-01T10:20:30Z", text: host }),
  );
  const members = [
    { name: "archive/a.warc", bytes },
    { name: "indexes/index.cdx", bytes: Buffer.from(lines.join("")) },
    {
      name: "pages/pages.jsonl",
      bytes: Buffer.from(`{"format":"json-pages-1.0"}\n${pages.join("\n")}\n`),
    },
    {
      name: "datapackage.json",
      bytes: Buffer.from(JSON.stringify({ resources: [{ path: "archive/a.warc", hash: "x" }] })),
    },
  ];
  if (random.rarely(8)) members.push({ ...random.pick(members), bytes: random.bytes(20) });
  const packed = zipOf(random, members);
  const isNested = random.rarely(6);
  const whole = isNested
    ? zipOf({ rarely: () => false }, [{ name: "inner.wacz", bytes: packed }])
    : packed;
  const path = join(folder, "a.wacz");
  writeFileSync(path, random.rarely(3) ? whole : random.damaged(whole, ZIP_TOKENS));
  const keyword = random.pick(["wacz", "warc", "cdx"]);
  const http = random.pick([{}, { seeds: "auto" }]);
  await expectingMistakes(async () => {
    const run = await prepareRun({
      ...LEAN,
      input: `${keyword}=${path}`,
      http: keyword === "cdx" ? {} : http,
      ...(random.rarely(4) && keyword !== "cdx" && { text: "rendered" }),
    });
    const results = await collect(run.results);
    await checkWriters(results, run.settings);
    const found = new Set(results.map(({ capture }) => capture?.uriR));
    const lost = hosts.filter((host) => !found.has(`http://${host}.example/`));
    const skipped = [...run.tally.skipped.values()].reduce((sum, count) => sum + count, 0);
    must(
      lost.length === 0 || run.tally.damage.length + skipped > 0,
      `pages ${lost.join(", ")} are in no row and no count`,
    );
  });
  rmSync(path);
}

const ZIP_TOKENS = [
  ...ODD,
  ...["PK\x01\x02", "PK\x03\x04", "PK\x05\x06", "PK\x06\x06", "PK\x06\x07"],
  ...["\xff\xff\xff\xff", "\0\0", "\x08\0", "archive/b.warc", "pages/pages.jsonl"],
];

// Caches, copies and configuration files of earlier runs

/**
 * Runs with a damaged history. Such a run must be refused, or give the results of a run over all files. A run over a further
 * file must not fail in another way.
 */
async function historyTarget(random, folder) {
  const [history, out, expected] = ["history", "out", "expected"].map((name) => join(folder, name));
  const files = ["wild.warc", "two-captures.warc"].map((name) => `fixtures/warcs/${name}`);
  const run = (input, ...more) =>
    command(["-q", "-i", `warc=${input}`, ...CHEAP, "-ot", "jsonl", ...more]);
  must((await run(files[0], "--history", history, "-o", out)) === 0, "the first run failed");
  must((await run(files[0], "-o", expected)) === 0, "the run without a history failed");
  for (const name of readdirSync(history)) {
    const path = join(history, name);
    const bytes = readFileSync(path);
    if (random.rarely(3)) continue;
    if (random.rarely(6)) rmSync(path);
    else writeFileSync(path, random.damaged(bytes));
  }
  const whole = await run(files[0], "--history", history, "--since", "1990", "-o", out);
  // A mistake of the user has no status here.
  must(whole === 0 || whole === undefined, `status ${whole} with a damaged history`);
  must(
    whole === undefined || readFileSync(out, "utf8") === readFileSync(expected, "utf8"),
    "results differ with a damaged history",
  );
  const next = await run(files[1], "--history", history, "-o", out);
  must([0, 6, undefined].includes(next), `status ${next} for a new file and a damaged history`);
  for (const each of [history, out, expected]) rmSync(each, { recursive: true, force: true });
}

// Decisions

/**
 * Reads damaged decision files. What is read must be the same after writing and reading again, and after merging it
 * with itself.
 */
async function decisionsTarget(random) {
  const some = (make) => (random.rarely(3) ? undefined : make());
  const decisions = random.list(0, 6, () => ({
    uriM: random.rarely(4) ? random.text() : random.pick(URIS),
    label: random.pick(["on-topic", "off-topic", "unsure", undefined]),
    note: some(() => random.text()),
    by: some(() => random.pick(["anna", "ben", "a;b", random.text()])),
    at: some(() => random.pick(["2026-03-01T09:00:00Z", "2026-03-02T09:00:00.5Z"])),
    drawn: some(() => random.pick([1, 0.25, 1e-7])),
  }));
  const written = Buffer.from(formatDecisions(decisions));
  const read = parseDecisions(random.damaged(written).toString("utf8"));
  const again = formatDecisions(read.decisions);
  const reread = parseDecisions(again);
  must(
    reread.problems.length === 0,
    `written decisions cannot be read: ${reread.problems[0]?.message}`,
  );
  must(
    formatDecisions(reread.decisions) === again,
    "decisions change when they are written and read again",
  );
  const merged = mergeDecisions(read.decisions);
  must(
    formatDecisions(mergeDecisions(merged, merged)) === formatDecisions(merged),
    "decisions change when they are merged with themselves",
  );
  await expectingMistakes(() => parseOverrides(again, "decisions.tsv"));
  await expectingMistakes(() => parseGold(again, "decisions.tsv"));
}

const URIS = [
  ...[
    "http://a.example/20100101000000/http://b.example/",
    "https://web.archive.org/web/20100101000000id_/http://b.example/?q=1#x",
  ],
  ...[
    "https://wayback.archive-it.org/7877/20100101000000/http://ü.example/%E0%A4",
    "http://user:pw@h.example:8080/web/20100101000000if_/x.example",
  ],
  ...[
    "http://[::1]/20100101000000/http://a.example/",
    "http://warp.da.ndl.go.jp/info:ndljp/pid/1/a.example/",
    "http://a.example/;jsessionid=0?PHPSESSID=1&b=%25%32%35",
  ],
];

process.chdir(ROOT);

/** Targets by name. Each gets random choices and a folder, and throws if an input is not read correctly. */
/** Lists of files of a WASAPI service. Every name to download must be a plain file name, and every list must end. */
async function wasapiTarget(random, folder) {
  const warcs = ["a.warc.gz", "b.warc", "../c.warc.gz", "A.warc.gz", ".d.warc", "nul.arc"];
  const odd = () => random.pick([null, 0, -1, 1e30, "", [], {}, true, random.text()]);
  const or = (value) => (random.rarely(4) ? odd() : value);
  const file = () => ({
    filename: or(random.pick(warcs) + (random.rarely(5) ? random.text() : "")),
    filetype: or("warc"),
    size: or(random.below(100)),
    checksums: or({ md5: or("0".repeat(32)), sha1: or("x") }),
    checksum: or([`sha1:${"0".repeat(40)}`, odd()]),
    locations: or([or(`https://a.example/${random.text()}`), or("//"), or("/x")]),
  });
  const path = join(folder, "file.warc");
  writeFileSync(path, warcRecord(random, 1, true));
  const lists = ["https://a.example/webdata?collection=1"];
  let asked = 0;
  const fetcher = {
    async fetch({ uri }) {
      asked += 1;
      must(asked < 100, "a list does not end");
      must(new URL(uri).host === "a.example", `a page of another host is asked for: ${uri}`);
      const next = or(
        random.pick([null, null, lists[0], `http://b.example/${asked}`, "?2", "//c"]),
      );
      const list = {
        ...{ count: or(random.below(20)), next },
        [random.pick(["files", "results"])]: or(random.list(0, 4, file)),
      };
      const text = Buffer.from(JSON.stringify(or(list)));
      const body = random.rarely(4) ? random.damaged(text) : text;
      const status = random.rarely(10) ? random.pick([204, 401, 403, 500]) : 200;
      return { value: { uri, status, headers: [], body, fetchedAt: "2026-01-01T00:00:00Z" } };
    },
    async download({ name, locations }) {
      const isPlain = name === basename(name) && !/^\.|[\\/:\p{Cc}]/u.test(name);
      must(isPlain && Buffer.byteLength(name) < 256, `a file is named ${JSON.stringify(name)}`);
      must(
        locations.every((uri) => /^https?:/u.test(uri) && URL.canParse(uri)),
        `a file is fetched from ${locations.join(" ")}`,
      );
      return random.rarely(3) ? { problem: { stage: "access", message: "no" } } : { value: path };
    },
  };
  const context = { signal: new AbortController().signal, maxPageBytes: 1e6, redirects: "follow" };
  await collect(wasapi.read(lists, { ...context, fetcher }));
  rmSync(path);
}

// Page lists and the texts of browsers

const VIEWS = [
  "",
  "#/mill",
  "#/chess",
  "#!mill",
  "#/",
  "#top",
  "#/mill#top",
  "#/%C3%A4",
  "#:~:text=a",
];
const LIST_TOKENS = [
  "{",
  "}",
  '"',
  ",",
  "\n",
  "\r\n",
  "\u{feff}",
  "\\",
  "null",
  "[",
  "1e400",
  "\0",
];

/** Returns a value in one of the forms of `ts`, mostly near `time`. */
function tsOf(random, time) {
  const date = new Date(time + random.below(3) * 60_000);
  const iso = date.toISOString();
  return random.pick([
    ...[iso, iso.replace("T", " ").replace("Z", "508+00:00"), iso.replace(/[-:T]|\..*/gu, "")],
    ...[Number(date), Number(date) / 1000, String(Number(date)), Number(date) * 1000],
    ...[undefined, undefined, null, "", "soon", -1, 0, 1e300, {}, [], true, random.text()],
  ]);
}

/** Reads a WACZ whose page lists and texts are odd. The text of a view must never stand for another view. */
async function pageListTarget(random, folder) {
  const start = Date.parse("2023-05-01T10:00:00Z");
  const day = 86_400_000;
  const uriOf = () => `https://app.example/${random.pick(["", "", "", "a"])}${random.pick(VIEWS)}`;
  const timeOf = () => start + random.pick([0, 0, 60_000, 300_000, day, 400 * day]);
  const captured = random.list(1, 4, () => {
    const date = new Date(timeOf()).toISOString();
    const head = `WARC-Target-URI: ${uriOf().replace(/#.*/u, "")}\r\nWARC-Date: ${date}`;
    const id = random.rarely(2) ? `\r\nWARC-Page-ID: ${random.below(4)}` : "";
    const isRevisit = random.rarely(4);
    const body = `HTTP/1.1 ${random.pick([200, 200, 200, 304, 404, "301 x\r\nLocation: /a"])} x\r\nContent-Type: text/html\r\n\r\n${isRevisit ? "" : HTML("app")}`;
    return `WARC/1.1\r\nWARC-Type: ${isRevisit ? "revisit" : "response"}\r\n${head}${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}\r\n\r\n`;
  });
  const texts = random.list(0, 4, () => {
    const uri = uriOf();
    const date = new Date(timeOf()).toISOString();
    const kind = random.pick(["text", "text", "textFinal"]);
    return `WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: urn:${kind}:${uri}\r\nWARC-Date: ${date}\r\nContent-Length: ${uri.length}\r\n\r\n${uri}\r\n\r\n`;
  });
  const listOf = () => {
    const pages = random.list(0, 5, () => {
      const url = uriOf();
      const text = random.pick([url, url, url, undefined, null, "", 3, {}, [url]]);
      const page = { url: random.rarely(12) ? random.pick([1, null, {}, "", "x"]) : url, text };
      return { ...page, id: String(random.below(4)), ts: tsOf(random, timeOf()) };
    });
    const lines = pages.map((page) => JSON.stringify(page));
    if (!random.rarely(3)) lines.unshift('{"format":"json-pages-1.0"}');
    const ends = random.pick(["\n", "\n", "\r\n", "\n\n", "\n \n"]);
    return Buffer.from(`${random.rarely(6) ? "\u{feff}" : ""}${lines.join(ends)}${ends}`);
  };
  const isDamaged = random.rarely(3);
  const lists = ["pages", "extraPages"].map((name) => {
    const bytes = listOf();
    return {
      name: `pages/${name}.jsonl`,
      bytes: isDamaged ? random.damaged(bytes, LIST_TOKENS) : bytes,
    };
  });
  const path = join(folder, "a.wacz");
  const read = async (records) => {
    const archive = { name: "archive/a.warc", bytes: Buffer.from(records.join("")) };
    writeFileSync(path, zipOf({ rarely: () => false }, [archive, ...lists]));
    const context = {
      ...{ signal: new AbortController().signal, maxPageBytes: 1 << 20, redirects: "follow" },
      wantsRendered: true,
    };
    return collect(wacz.read([path], context));
  };
  const records = [...captured, ...texts];
  const items = await read(records);
  must(items.length >= records.length, "records were lost");
  const shown = items.flatMap((item) =>
    item.kind === "memento" && item.body.rendered !== undefined
      ? [`${item.capture.mementoDatetime} ${item.capture.uriR}\n${item.body.rendered}`]
      : [],
  );
  if (isDamaged) return;
  for (const each of shown) {
    const [name, text] = each.split("\n");
    const uriR = name.slice(name.indexOf(" ") + 1);
    must(seedKey(uriR) === seedKey(text), `${uriR} has the text of ${text}`);
    must(!/#(?:\/|!)\w|#\/%/u.test(text), `${uriR} has the text of the view ${text}`);
  }
  const turned = await read([...texts.toReversed(), ...captured]);
  must(turned.length === items.length, "the order of the records changes what is counted");
}

export const TARGETS = new Map([
  [
    "warc",
    (random, folder) =>
      archiveFile(
        random,
        folder,
        warcRecord,
        Buffer.from("WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n"),
        "warc",
      ),
  ],
  ["arc", (random, folder) => archiveFile(random, folder, arcRecord, ARC_HEAD, "arc")],
  ...ODD_RECORDS,
  ["index", indexTarget],
  ["wacz", waczTarget],
  ["page-lists", pageListTarget],
  ["timemap", timeMapTarget()],
  ["wasapi", wasapiTarget],
  ["results", resultsTarget],
  ["history", historyTarget],
  ["uris", uriTarget],
  ["structured-data", structuredDataTarget],
  ["decisions", decisionsTarget],
  ...TEXTS,
]);
