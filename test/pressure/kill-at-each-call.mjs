/**
 * Kills a fetch of 50 mementos at each of its writes, renames, links, fsyncs and connects, one kill per run, and then
 * runs the same command again. The results and the recorded mementos must be those of an undisturbed run. Run it by
 * hand on Linux with strace, after a build:
 *
 *   node test/pressure/kill-at-each-call.mjs               every call
 *   node test/pressure/kill-at-each-call.mjs --every 7     every seventh
 *   node test/pressure/kill-at-each-call.mjs --calls link,rename
 *
 * strace sends SIGKILL when the call begins, so that the call does not happen. It counts calls per thread, so Node gets
 * a single thread for files. Not every run makes as many calls as the run in which they were counted. Exits with 1 and
 * one line for each run with another outcome, and keeps the folders of these runs.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "write,pwrite64,rename,link,fsync,fdatasync,connect" },
    every: { type: "string", default: "1" },
  },
});

const server = spawn(process.execPath, [join(ROOT, "test/support/archive-server/server.mjs")], {
  stdio: ["pipe", "pipe", "inherit"],
});
const [line] = await once(createInterface({ input: server.stdout }), "line");
const origin = `http://127.0.0.1:${JSON.parse(line).port}`;
const parent = mkdtempSync(join(tmpdir(), "dot-kill-"));

const command = (folder) => [
  ...[process.execPath, join(ROOT, "bin/detect_off_topic.js"), "-q"],
  ...["-i", `timemap=${origin}/web/timemap/link/http://n50.example/`],
  ...["-d", join(folder, "work"), "-o", join(folder, "out.jsonl"), "-ot", "jsonl"],
  ...["--rate", "60000/m", "--set", "concurrency=4", "--workers", "0"],
  ...["-tm", "cosine,bytecount", "--no-detect-languages"],
];

function mkdir(folder) {
  mkdirSync(folder);
  return folder;
}

/** Runs a command to its end without blocking, because the server writes to this process. */
async function run([program, ...args]) {
  const env = { ...process.env, UV_THREADPOOL_SIZE: "1" };
  const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (bytes) => (stderr += bytes));
  const [status, signal] = await once(child, "close");
  return { status, signal, stderr };
}

/**
 * Returns a digest of the results, and the URI and body of each recorded answer, which must be the same in all runs.
 */
function outcome(folder) {
  const results = createHash("sha256").update(readFileSync(join(folder, "out.jsonl")));
  const work = join(folder, "work");
  const answers = readdirSync(work)
    .filter((name) => name.endsWith(".warc.gz"))
    .flatMap((name) => responsesOf(gunzipSync(readFileSync(join(work, name))).toString("latin1")))
    .sort();
  const left = readdirSync(folder).filter((name) => name !== "work" && name !== "out.jsonl");
  const locks = readdirSync(work).filter((name) => name.startsWith("lock"));
  return { results: results.digest("hex"), answers, left: [...left, ...locks] };
}

function responsesOf(text) {
  return text
    .split(/^WARC\/1\.\d\r\n/mu)
    .filter((record) => record.includes("WARC-Type: response\r\n"))
    .map((record) => {
      const uri = /^WARC-Target-URI: (.*)\r$/mu.exec(record)[1];
      const digest = /^WARC-Payload-Digest: (.*)\r$/mu.exec(record)[1];
      return `${uri} ${digest}`;
    });
}

/** Returns the largest number of calls that one thread makes in an undisturbed run. */
async function countCalls(call, folder) {
  const trace = join(folder, "trace");
  const strace = ["strace", "-f", "-qq", "-e", `trace=${call}`, "-e", "signal=none", "-o", trace];
  await run([...strace, ...command(folder)]);
  const threads = new Map();
  for (const each of readFileSync(trace, "utf8").split("\n")) {
    const thread = /^(\d+) +\w+\(/u.exec(each)?.[1];
    if (thread !== undefined) threads.set(thread, (threads.get(thread) ?? 0) + 1);
  }
  return Math.max(0, ...threads.values());
}

if (spawnSync("strace", ["-V"]).status !== 0) {
  process.stderr.write("strace is not installed: apt-get install strace\n");
  process.exit(1);
}
let failures = 0;
let kills = 0;
try {
  const undisturbed = join(parent, "undisturbed");
  const first = await run(command(mkdir(undisturbed)));
  if (first.status !== 0) throw new Error(first.stderr);
  const expected = JSON.stringify(outcome(undisturbed));
  for (const call of values.calls.split(",")) {
    const most = await countCalls(call, mkdir(join(parent, `${call}-counted`)));
    let killed = 0;
    for (let nth = 1; nth <= most; nth += Number(values.every)) {
      const folder = mkdir(join(parent, `${call}-${nth}`));
      const inject = `inject=${call}:signal=SIGKILL:when=${nth}`;
      const strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", `trace=${call}`];
      const stopped = await run([...strace, "-e", inject, ...command(folder)]);
      if (stopped.signal === "SIGKILL" || stopped.status === 137) killed += 1;
      const finished = await run(command(folder));
      const found = finished.status === 0 ? JSON.stringify(outcome(folder)) : finished.stderr;
      if (found === expected) rmSync(folder, { recursive: true });
      else {
        failures += 1;
        process.stdout.write(
          `${call} ${nth}: not the same, see ${folder}: ${found.slice(0, 200)}\n`,
        );
      }
    }
    kills += killed;
    process.stdout.write(`${call}: ${most} calls, ${killed} kills\n`);
  }
} finally {
  server.kill();
}
process.stdout.write(`${kills} kills, ${failures} did not come out the same\n`);
if (failures === 0) rmSync(parent, { recursive: true });
process.exitCode = failures === 0 ? 0 : 1;
