/**
 * Measures `--fetch changes` on labelled sets: node bench/changes.mjs FOLDER... [--without-lengths] [--check 60] [--list]
 *
 * A FOLDER holds WARC files, such as those of bench/gold. A server on this machine shows their captures as a web archive does:
 * an index with the compressed length of each page, and raw mementos. Every fiftieth request is answered 429 first. One run reads
 * all captures, and one for each tolerance only what it needs. Prints for each:
 *
 * - fetched: mementos that were asked for, without the sample
 * - differ: captures with another verdict than in the full run
 * - runs found: off-topic runs of the full run with a capture that is called off-topic
 * - false: captures that are on-topic in the full run and called off-topic
 * - check: what the sample of the run says
 *
 * --list prints every capture with another verdict. Run `npm run build` before.
 */
import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { surt } from "../build/base/uri.js";
import { upperBound } from "../build/base/math/binomial.js";
import { decodeBody } from "../build/read/coding/content-coding.js";
import { warc } from "../build/read/inputs/warc.js";
import { prepareRun } from "../dist/lib/index.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "without-lengths": { type: "boolean", default: false },
    check: { type: "string", default: "60" },
    list: { type: "boolean", default: false },
  },
});
const MOST_BYTES = 1 << 26;

/** Returns the captures of a folder by TimeMap, oldest first. */
async function timeMapsOf(folder) {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => /\.warc(?:\.gz)?$/.test(path) && statSync(path).isFile())
    .sort();
  const context = {
    signal: new AbortController().signal,
    maxPageBytes: MOST_BYTES,
    redirects: "follow",
  };
  const timeMaps = new Map();
  const seen = new Set();
  for await (const item of warc.read(files, context)) {
    if (!("capture" in item) || !["memento", "redirect"].includes(item.kind)) continue;
    const { uriR, mementoDatetime, status = 200, contentType = "text/html" } = item.capture;
    const ts = mementoDatetime.replace(/\D/g, "").slice(0, 14);
    const key = surt(uriR);
    if (seen.has(`${key} ${ts}`)) continue;
    seen.add(`${key} ${ts}`);
    const body =
      item.kind === "memento" ? decodeBody(item.body, MOST_BYTES).bytes : Buffer.alloc(0);
    const timeMap = timeMaps.get(key) ?? { uriR, captures: [] };
    timeMaps.set(key, timeMap);
    timeMap.captures.push({
      ...{ ts, uriR, status, contentType, body, location: item.location },
      length: gzipSync(body).length + 300,
      digest: createHash("sha256").update(body).digest("hex").slice(0, 32).toUpperCase(),
    });
  }
  for (const { captures } of timeMaps.values()) captures.sort((a, b) => (a.ts < b.ts ? -1 : 1));
  return [...timeMaps.values()];
}

/** Starts the archive. `requests` counts the mementos that were sent. */
async function serve(timeMaps) {
  const all = new Map(timeMaps.map((each) => [each.uriR, each]));
  const byCapture = new Map(
    timeMaps.flatMap(({ captures }) => captures.map((each) => [`${each.ts} ${each.uriR}`, each])),
  );
  const state = { requests: 0, all: 0 };
  const server = createServer(({ url }, response) => {
    state.all += 1;
    if (state.all % 50 === 0) return response.writeHead(429, { "retry-after": "0" }).end();
    const asked = /^\/web\/timemap\/json\/(.*)$/.exec(url)?.[1];
    if (asked !== undefined) return response.end(JSON.stringify(indexOf(all.get(asked))));
    const [, ts, uriR] = /^\/web\/(\d{14})id_\/(.*)$/.exec(url) ?? [];
    const capture = byCapture.get(`${ts} ${uriR}`);
    if (capture === undefined) return response.writeHead(404).end();
    state.requests += 1;
    const { status, contentType, body, location } = capture;
    const [year, month, day, hour, minute, second] = ts.match(/^\d{4}|\d\d/g).map(Number);
    const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second)).toUTCString();
    return response
      .writeHead(status, {
        ...{ "content-type": contentType, "memento-datetime": date },
        ...(location && { location: `/web/${ts}/${location}` }),
      })
      .end(body);
  });
  await new Promise((started) => server.listen(0, "127.0.0.1", started));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    state,
    close: () => server.close(),
  };
}

const indexOf = ({ captures }) => [
  ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"],
  ...captures.map(({ ts, uriR, contentType, status, digest, length }) => [
    ...["-", ts, uriR, contentType.split(";")[0], String(status), digest],
    values["without-lengths"] ? "-" : String(length),
  ]),
];

/** Runs the tool on the archive, and returns the verdicts by URI-M in the order of results. */
async function run(timeMaps, options) {
  const { origin, state, close } = await serve(timeMaps);
  const rate = 1e8;
  const { results, tally } = await prepareRun({
    input: timeMaps.map(({ uriR }) => `timemap=${origin}/web/timemap/json/${uriR}`),
    concurrency: 10,
    rate: { timemap: rate, api: rate, playback: rate },
    ...options,
  });
  const rows = [];
  for await (const each of results) {
    if (each.kind !== "memento") continue;
    const { uriT, uriM, overall, capture } = each;
    rows.push({
      uriT,
      name: uriM.replace(origin, ""),
      overall,
      isInferred: capture.inferredFrom !== undefined,
    });
  }
  close();
  return { rows, tally, requests: state.requests };
}

/** Returns the off-topic runs of results, each a list of names. */
function runsOf(rows) {
  const runs = [];
  let last;
  for (const { uriT, name, overall } of rows) {
    if (overall === "off-topic") {
      if (last === uriT) runs.at(-1).push(name);
      else runs.push([name]);
    }
    if (overall !== undefined) last = overall === "off-topic" ? uriT : undefined;
  }
  return runs;
}

const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;

const columns = [
  "set",
  "captures",
  "fetched",
  "differ",
  "off-topic found",
  "runs found",
  "false",
  "check",
];
console.log(`| ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length)}`);
for (const folder of positionals) {
  const timeMaps = await timeMapsOf(folder);
  const full = await run(timeMaps, {});
  const verdicts = new Map(full.rows.map(({ name, overall }) => [name, overall]));
  const runs = runsOf(full.rows);
  const listed = timeMaps.reduce((sum, { captures }) => sum + captures.length, 0);
  const name = basename(resolve(folder));
  console.log(
    `| ${name} | ${listed} | all | ${full.requests} (${percent(full.requests, listed)}) | | ${runs.flat().length} | ${runs.length} | | |`,
  );
  const options = { fetch: "changes" };
  const without = await run(timeMaps, { ...options, fetchCheck: 0 });
  const { tally } = await run(timeMaps, { ...options, fetchCheck: Number(values.check) });
  const { inferred, checked, differ } = tally.check;
  const called = new Map(without.rows.map((each) => [each.name, each.overall]));
  const isOff = (each) => called.get(each) === "off-topic";
  const found = runs.filter((each) => each.some(isOff)).length;
  const differing = [...verdicts].filter(([each, verdict]) => called.get(each) !== verdict);
  const wrong = differing.filter(([each, verdict]) => verdict === "on-topic" && isOff(each));
  const bound = percent(upperBound(differ, checked, 0.05), 1);
  const cells = [
    ...[name, listed, "changes", `${without.requests} (${percent(without.requests, listed)})`],
    ...[`${differing.length} (${percent(differing.length, listed)})`],
    ...[
      `${runs.flat().filter(isOff).length} of ${runs.flat().length}`,
      `${found} of ${runs.length}`,
    ],
    ...[wrong.length, `${differ} of ${checked} of ${inferred}, at most ${bound}`],
  ];
  console.log(`| ${cells.join(" | ")} |`);
  if (!values.list) continue;
  const unread = new Set(without.rows.flatMap((each) => (each.isInferred ? [each.name] : [])));
  for (const [each, verdict] of differing) {
    const how = unread.has(each) ? "inferred" : "read";
    console.log(`  ${each}: ${verdict} in the full run, ${called.get(each)} (${how})`);
  }
}
