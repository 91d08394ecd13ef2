/**
 * Measures what threads gain: `node bench/threads.mjs --runs 2 --workers 0,1,2 --program bin/detect_off_topic.js NAME=FILES... -- OPTIONS`.
 *
 * FILES are files or folders with commas between. Without any, files are made: 2,000 mementos in 1 file and in 16, one file of 1 GB
 * of records, and one TimeMap of 50,000 captures. OPTIONS go to the program.
 *
 * Prints of each run the seconds, the CPU seconds, and the CPU seconds of the busiest thread. On a machine with other work these
 * last ones tell what the seconds would be: at least those of the busiest thread, and at least half of all with two cores.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generateWarc } from "./generate.mjs";

const split = process.argv.indexOf("--");
const { values, positionals } = parseArgs({
  args: process.argv.slice(2, split < 0 ? undefined : split),
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "2" },
    workers: { type: "string", default: "0,1,2" },
    program: { type: "string", default: join(import.meta.dirname, "../bin/detect_off_topic.js") },
  },
});
const options = split < 0 ? [] : process.argv.slice(split + 1);
const folder = mkdtempSync(join(tmpdir(), "detect_off_topic-threads-"));

try {
  const given = positionals.map((each) => each.split(/=(.*)/su, 2));
  process.stdout.write("input                     workers  seconds   CPU s  busiest thread\n");
  for (const [name, files] of given.length > 0 ? given : made()) {
    const outputs = new Set();
    for (let run = 0; run < Number(values.runs); run += 1)
      for (const workers of values.workers.split(","))
        outputs.add(await line(name, files, workers));
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

/** Prints the line of a run and returns a digest of its output. */
async function line(name, files, workers) {
  const output = join(folder, "out.jsonl");
  const args = ["-q", "-i", `warc=${files}`, "--workers", workers, "-ot", "jsonl", "-o", output];
  const started = performance.now();
  const child = spawn(process.execPath, [values.program, ...args, ...options], {
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
  process.stdout.write(`${name.padEnd(26)}${workers.padStart(7)} ${numbers}\n`);
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
