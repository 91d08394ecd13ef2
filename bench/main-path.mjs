import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Counts, with the coverage of V8, the files and functions that a reader has to know, and the modules that commands
 * load:
 *
 * - the source files with a function that runs at least once per memento, in a run of the default profile on
 *   fixtures/collection in one thread. A function counts if it runs at least once per memento more often with the
 *   collection than with a single page, so that tables built at the start do not count.
 * - the source files that each command loads.
 *
 * Run `node bench/main-path.mjs` after a build. `--files` also lists the files.
 */
const root = join(import.meta.dirname, "..");
const collection = join(root, "fixtures", "collection");
const smallest = join(root, "fixtures", "warcs", "two-captures.warc");
const labels = join(collection, "labels.tsv");
const showsFiles = process.argv.includes("--files");

const folder = mkdtempSync(join(tmpdir(), "main-path-"));
try {
  const results = join(folder, "results.jsonl");
  const inOneThread = (file) => ["-i", `warc=${file}`, "--workers", "0"];
  const whole = covered([...inOneThread(collection), "-o", results]);
  const few = covered(inOneThread(smallest));

  const mementos = countMementos(results) - 2;
  const path = [...whole]
    .map(([file, functions]) => [file, functionsThatRun(functions, few.get(file), mementos)])
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const functions = path.reduce((sum, [, count]) => sum + count, 0);
  console.log(`once or more per memento: ${path.length} files, ${functions} functions`);
  if (showsFiles) for (const [file, count] of path) console.log(`  ${file} ${count}`);

  const commands = [
    ["--help", ["--help"]],
    ["list", ["list"]],
    ["report", ["report", results, "-o", join(folder, "report.html")]],
    ["evaluate (results)", ["evaluate", labels, results]],
    ["evaluate (input)", ["evaluate", "--gold", labels, ...inOneThread(collection)]],
    ["smallest run", inOneThread(smallest)],
  ];
  for (const [name, args] of commands) {
    const modules = [...covered(args).keys()].sort();
    console.log(`${name}: ${modules.length} modules`);
    if (showsFiles) for (const file of modules) console.log(`  ${file}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * Runs a command from the compiled modules. Returns the functions of each source file, as a map from their start
 * offsets to their run counts.
 */
function covered(args) {
  const coverage = mkdtempSync(join(folder, "coverage-"));
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, "build", "cli", "main.js"), ...args],
    { cwd: folder, env: { ...process.env, NODE_V8_COVERAGE: coverage }, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`${args.join(" ")}: status ${status}: ${stderr}`);
  const files = new Map();
  for (const name of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8"));
    for (const { url, functions } of result) {
      const file = url.startsWith("file:") ? relative(root, fileURLToPath(url)) : "";
      if (!file.startsWith("build/")) continue;
      const counts = functions.map(({ ranges: [{ startOffset, count }] }) => [startOffset, count]);
      files.set(file.replace(/^build\/(.*)\.js$/u, "src/$1.ts"), new Map(counts));
    }
  }
  return files;
}

function functionsThatRun(functions, before, mementos) {
  return [...functions].filter(([at, count]) => count - (before?.get(at) ?? 0) >= mementos).length;
}

/** Returns the number of mementos in results, whether judged or not. */
function countMementos(file) {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.filter((line) => "URI-M" in JSON.parse(line)).length;
}
