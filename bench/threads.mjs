/**
 * Measures what threads gain: `node bench/threads.mjs --runs 2 --workers 0,1,2 --program A/bin/detect_off_topic.js,B/bin/detect_off_topic.js
 * NAME=FILES... -- OPTIONS`. With two programs it compares two builds, and says if their outputs differ.
 *
 * FILES are files or folders with commas between. With `--records a.warc,b.warc` (plain WARC files, such as those of the gold standard)
 * these files are measured as they are, in 16 files, with verdicts of a curator (`--overrides`), and as one file of 1 GB of records,
 * which has them again and again under other hosts. Without any, files are made: 2,000 mementos in 1 file and in 16, one file of
 * 1 GB of records, and one TimeMap of 50,000 captures. OPTIONS go to the program.
 *
 * Prints of each run the seconds, the CPU seconds, and the CPU seconds of the busiest thread. On a machine with other work these
 * last ones tell what the seconds would be: at least those of the busiest thread, and at least half of all with two cores.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { generateWarc } from "./generate.mjs";

const split = process.argv.indexOf("--");
const { values, positionals } = parseArgs({
  args: process.argv.slice(2, split < 0 ? undefined : split),
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "2" },
    workers: { type: "string", default: "0,1,2" },
    records: { type: "string" },
    program: { type: "string", default: join(import.meta.dirname, "../bin/detect_off_topic.js") },
  },
});
const options = split < 0 ? [] : process.argv.slice(split + 1);
/** Number of bytes of records of the large file. */
const LARGE = 1e9;
const TARGET = /^(WARC-Target-URI:\s*<?https?:\/\/)([^\s>]+)/imu;
const folder = mkdtempSync(join(tmpdir(), "detect_off_topic-threads-"));

try {
  const given = positionals.map((each) => each.split(/=(.*)/su, 2));
  const programs = values.program.split(",");
  process.stdout.write("input                  program workers  seconds   CPU s  busiest thread\n");
  const inputs = values.records === undefined ? made() : ofRecords(values.records.split(","));
  for (const [name, files, more = []] of given.length > 0 ? given : inputs) {
    const outputs = new Set();
    for (let run = 0; run < Number(values.runs); run += 1)
      for (const workers of values.workers.split(","))
        for (const at of programs.keys())
          outputs.add(await line(name, files, workers, { at, program: programs[at], more }));
    if (outputs.size > 1) process.stdout.write(`${name}: the outputs differ\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function* made() {
  const file = (name, count, more) => {
    const path = join(folder, `${name}.warc.gz`);
    generateWarc(path, count, more);
    return path;
  };
  yield ["2,000 mementos", file("one", 2000)];
  const parts = Array.from({ length: 16 }, (_, at) => file(`p${at}`, 125, { firstSeed: 13 * at }));
  yield ["2,000 in 16 files", parts.join(",")];
  yield ["1 GB in one file", file("large", 33_000)];
  yield [
    "a TimeMap of 50,000",
    file("long", 50_000, { mementosPerSeed: 50_000, wordsPerPage: 100 }),
  ];
}

function* ofRecords(files) {
  const records = files.flatMap((file) => [...recordsOf(readFileSync(file))]);
  yield [`${files.length} files`, files.join(",")];
  const each = Math.ceil(records.length / 16);
  const parts = Array.from({ length: 16 }, (_, at) =>
    packed(`of-16-${at}`, records.slice(at * each, (at + 1) * each)),
  );
  yield ["16 files", parts.join(",")];
  const seeds = records.flatMap((record, at) => (at % 50 === 0 ? uriOf(record) : []));
  const decisions = join(folder, "decisions.tsv");
  writeFileSync(decisions, [...new Set(seeds)].map((uri) => `${uri}\t1\n`).join(""));
  yield ["with verdicts", files.join(","), ["--overrides", decisions]];
  yield ["1 GB in one file", packed("1-gb", repeated(records))];
}

/** Yields the records of a plain WARC file. */
function* recordsOf(bytes) {
  for (let from = 0; from < bytes.length;) {
    const body = bytes.indexOf("\r\n\r\n", from) + 4;
    const [, length] = /^content-length:\s*(\d+)/imu.exec(bytes.toString("latin1", from, body));
    const to = body + Number(length) + 4;
    yield bytes.subarray(from, to);
    from = to;
  }
}

function uriOf(record) {
  const head = record.toString("latin1", 0, record.indexOf("\r\n\r\n"));
  const [, , rest] = TARGET.exec(head) ?? [];
  return rest === undefined ? [] : [`http://${rest}`];
}

function* repeated(records) {
  let bytes = 0;
  for (let time = 0; bytes < LARGE; time += 1) {
    for (const record of records) {
      const end = record.indexOf("\r\n\r\n");
      const head = record.toString("latin1", 0, end).replace(TARGET, `$1copy${time}.$2`);
      bytes += record.length;
      yield Buffer.concat([Buffer.from(head, "latin1"), record.subarray(end)]);
      if (bytes >= LARGE) return;
    }
  }
}

/** Writes a file with a gzip member for each record. */
function packed(name, records) {
  const path = join(folder, `${name}.warc.gz`);
  const file = openSync(path, "w");
  for (const record of records) writeSync(file, gzipSync(record));
  closeSync(file);
  return path;
}

/** Prints the line of a run and returns a digest of its output. */
async function line(name, files, workers, { at, program, more }) {
  const output = join(folder, "out.jsonl");
  const args = ["-q", "-i", `warc=${files}`, "--workers", workers, "-ot", "jsonl", "-o", output];
  const started = performance.now();
  const child = spawn(process.execPath, [program, ...args, ...more, ...options], {
    stdio: "inherit",
  });
  const threads = new Map();
  const timer = setInterval(() => look(child.pid, threads), 100);
  const status = await new Promise((resolve) => child.on("close", resolve));
  clearInterval(timer);
  if (status !== 0) throw new Error(`${name}: status ${status}`);
  const seconds = (performance.now() - started) / 1000;
  const all = [...threads.values()];
  const cells = [seconds, all.reduce((sum, each) => sum + each, 0), Math.max(...all)];
  const numbers = cells.map((each) => each.toFixed(2).padStart(8)).join("");
  process.stdout.write(
    `${name.padEnd(22)}${String(at + 1).padStart(8)}${workers.padStart(8)} ${numbers}\n`,
  );
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(output)) hash.update(chunk);
  return hash.digest("hex");
}

/** Reads the CPU seconds of all threads of a process (Linux). */
function look(pid, threads) {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const text = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      threads.set(thread, (Number(fields[11]) + Number(fields[12])) / 100);
    }
  } catch {
    // The process or the thread has ended.
  }
}
