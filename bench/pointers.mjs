/**
 * Measures one round of resolve on many revisits: node bench/pointers.mjs [REVISITS]. Writes the pointer lines of
 * REVISITS revisits (10 million) of a tenth as many captures, sorted as a cluster engine sorts them, to
 * `rounds.mjs resolve`. Prints CPU seconds and peak memory of the process. The lines are streamed, not stored.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash53 } from "../build/base/math/sketch.js";
import { pointerLines, targetLines } from "../build/run/lines/pointers.js";

const revisits = Number(process.argv[2] ?? 1e7);
const by = { groupBy: "surt", groupCapturesBy: "surt" };
const STAMP = "0123456789abcdef surt,surt,2xx+errors,document,";
const REVISITS_OF_A_CAPTURE = 10;
const CAPTURES_OF_A_SEED = 5;

const dateOf = (days) => `${new Date(Date.UTC(2000) + days * 864e5).toISOString().slice(0, 19)}Z`;

function captureOf(seed, version, offset) {
  return {
    uriR: `http://www.site${seed}.example/some/section/page.html`,
    mementoDatetime: dateOf(version),
    status: 200,
    contentType: "text/html; charset=utf-8",
    recordId: `<urn:uuid:00000000-0000-4000-8000-${String(offset).padStart(12, "0")}>`,
    source: { file: `crawls/crawl-${String(version).padStart(5, "0")}.warc.gz`, offset },
  };
}

/** Returns the sorted lines of one seed, which a cluster engine passes to one round under one name. */
function linesOf(seed) {
  const lines = [];
  for (let version = 0; version < CAPTURES_OF_A_SEED; version += 1) {
    const capture = captureOf(seed, version * 100, seed);
    lines.push(targetLines(capture, "page", by)[0]);
    for (let i = 1; i <= REVISITS_OF_A_CAPTURE; i += 1) {
      const { uriR, mementoDatetime, recordId } = capture;
      const profile = "identical-payload-digest";
      const target = { profile, uriR, mementoDatetime, recordId };
      const revisit = captureOf(seed, version * 100 + i, seed + i);
      lines.push(...pointerLines({ kind: "revisit", capture: revisit, target }, by, STAMP));
    }
  }
  return lines.sort();
}

// Names are sorted by their hashes, so the seeds are put into that order. Otherwise the lines of the whole input would
// not be sorted.
const seeds = Math.ceil(revisits / REVISITS_OF_A_CAPTURE / CAPTURES_OF_A_SEED);
const nameOf = (seed) => `~s${hash53(`example,site${seed})/some/section/page.html`).toString(36)}`;
const order = Array.from({ length: seeds }, (_, seed) => [nameOf(seed), seed]);
order.sort(([a], [b]) => (a < b ? -1 : 1));

const folder = mkdtempSync(join(tmpdir(), "bench-pointers-"));
const usageFile = join(folder, "usage.json");
const child = spawn(
  process.execPath,
  [
    ...["--import", join(import.meta.dirname, "report-usage.mjs")],
    ...[join(import.meta.dirname, "..", "examples", "rounds.mjs"), "resolve"],
  ],
  {
    env: { ...process.env, USAGE_FILE: usageFile },
    stdio: ["pipe", "pipe", "inherit"],
  },
);
let answers = 0;
let bytesOut = 0;
child.stdout.on("data", (bytes) => {
  bytesOut += bytes.length;
  answers += bytes.toString("latin1").split("\n").length - 1;
});
const ended = once(child, "close");
let [lines, bytesIn] = [0, 0];
for (const [, seed] of order) {
  const sorted = linesOf(seed);
  const text = `${sorted.join("\n")}\n`;
  lines += sorted.length;
  bytesIn += text.length;
  if (!child.stdin.write(text)) await once(child.stdin, "drain");
}
child.stdin.end();
const [status] = await ended;
if (status !== 0) throw new Error(`resolve ended with status ${status}`);
const { cpu, rssMB } = JSON.parse(readFileSync(usageFile, "utf8"));
rmSync(folder, { recursive: true });
process.stdout.write(
  `${revisits} revisits: ${lines} small lines of ${Math.round(bytesIn / lines)} bytes in, ` +
    `${answers} of ${Math.round(bytesOut / answers)} bytes out, ${cpu.toFixed(1)} CPU seconds, ${rssMB.toFixed(0)} MB\n`,
);
