/**
 * Reads one WARC file with other programs and with ours, in turn, and prints the CPU seconds of each and the ratio of
 * ours to theirs. The other programs are installed from their package registries into a cache folder (BENCH_CACHE, by
 * default ~/.cache/detect_off_topic-bench).
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

const here = join(import.meta.dirname, "peers");
const cache = process.env.BENCH_CACHE ?? join(homedir(), ".cache", "detect_off_topic-bench");
const PYTHON_PACKAGES = ["fastwarc", "resiliparse", "warcio", "trafilatura", "lxml_html_clean"];

/**
 * Programs by job. `read` reads the heads of all records, `text` extracts all text of pages, and `main` extracts their
 * text without boilerplate.
 */
const JOBS = [
  ["FastWARC", "read", python("fastwarc", "read")],
  ["warcio (Python)", "read", python("warcio", "read")],
  ["jwarc", "read", java("read")],
  ["FastWARC and Resiliparse", "text", python("fastwarc", "text")],
  ["jwarc and jsoup", "text", java("text")],
  ["FastWARC and Resiliparse", "main", python("fastwarc", "main")],
  ["FastWARC and trafilatura", "main", python("trafilatura", "main")],
];
const WHAT = { read: "reading", text: "reading and text", main: "reading and main text" };

/** Minimum number of bytes of records to read, so that programs with a just-in-time compiler have compiled by then. */
const LEAST_BYTES = 1e9;

/**
 * Measures each program `rounds` times on `given`, repeated up to LEAST_BYTES. Subtracts the time for an empty file.
 */
export function benchPeers(given, rounds, folder) {
  install();
  const once = gunzipSync(readFileSync(given)).length;
  const times = Math.ceil(LEAST_BYTES / once);
  const warc = join(folder, "repeated.warc.gz");
  for (let time = 0; time < times; time += 1) appendFileSync(warc, readFileSync(given));
  const empty = join(folder, "empty.warc.gz");
  writeFileSync(
    empty,
    gzipSync("WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n"),
  );
  const gigabytes = (once * times) / 1e9;
  process.stdout.write(
    `${given}, ${times} times: ${(statSync(warc).size / 1e6).toFixed(1)} MB, ${(gigabytes * 1e3).toFixed(1)} MB of records; CPU seconds a GB, less those of an empty file\n\n` +
      "| what | other program | its CPU s a GB | ours | ours divided by its (least to most) |\n" +
      "| --- | --- | --- | --- | --- |\n",
  );
  for (const [name, job, peer] of JOBS) {
    const ratios = [];
    const seconds = { theirs: [], ours: [] };
    for (let round = 0; round < rounds; round += 1) {
      const theirs = cpuSeconds(peer(warc)) - cpuSeconds(peer(empty));
      const own = cpuSeconds(ours(job)(warc)) - cpuSeconds(ours(job)(empty));
      seconds.theirs.push(theirs / gigabytes);
      seconds.ours.push(own / gigabytes);
      ratios.push(own / theirs);
    }
    const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    const cells = [
      WHAT[job],
      name,
      median(seconds.theirs).toFixed(1),
      median(seconds.ours).toFixed(1),
      `${median(ratios).toFixed(2)} (${spread})`,
    ];
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  }
}

function install() {
  mkdirSync(cache, { recursive: true });
  const environment = join(cache, "python");
  if (!existsSync(join(environment, "installed"))) {
    execFileSync("python3", ["-m", "venv", environment], { stdio: "inherit" });
    const pip = join(environment, "bin", "pip");
    execFileSync(pip, ["install", "--quiet", ...PYTHON_PACKAGES], { stdio: "inherit" });
    writeFileSync(join(environment, "installed"), "");
  }
  if (existsSync(join(cache, "java", "Peer.class"))) return;
  const output = `-Dmdep.outputFile=${join(cache, "classpath")}`;
  const maven = ["-q", "-B", "-f", join(here, "pom.xml"), "dependency:build-classpath", output];
  execFileSync("mvn", maven, { stdio: "inherit" });
  const path = readFileSync(join(cache, "classpath"), "utf8");
  const compile = ["-cp", path, "-d", join(cache, "java"), join(here, "Peer.java")];
  execFileSync("javac", compile, { stdio: "inherit" });
}

function python(program, job) {
  return (file) => [
    join(cache, "python", "bin", "python"),
    join(here, "peer.py"),
    program,
    job,
    file,
  ];
}

function java(job) {
  return (file) => {
    const path = readFileSync(join(cache, "classpath"), "utf8");
    return ["java", "-cp", [join(cache, "java"), path].join(delimiter), "Peer", job, file];
  };
}

const ours = (job) => (file) => [process.execPath, join(here, "ours.mjs"), job, file];

/** Returns the user and system time of a command with its threads. */
function cpuSeconds(command) {
  const timed = ["-c", 'TIMEFORMAT="%U %S"; time "$@" 2>/dev/null', "bash", ...command];
  const { status, stderr } = spawnSync("bash", timed, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}: ${stderr}`);
  const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return user + system;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
