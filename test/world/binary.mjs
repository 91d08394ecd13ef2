import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

/*
 * Runs the executable of `npm run build:binary` in a file system that has nothing but the libraries which it is linked
 * with (glibc and libstdc++), and compares its output with that of the plain command.
 *
 *   node test/world/binary.mjs EXECUTABLE FOLDER
 */
const [executable, folder] = process.argv.slice(2);
const root = join(import.meta.dirname, "..", "..");
const command = join(root, "bin", "detect_off_topic.js");

const linked = execFileSync("ldd", [executable], { encoding: "utf8" });
const libraries = [...linked.matchAll(/\/\S+/gu)].map(([path]) => path);
// The libraries of glibc and GCC, and no other.
const known = /^(?:libc|libdl|libm|libpthread|libstdc\+\+|libgcc_s|ld-linux-[\w-]+)\.so\.\d+$/u;
assert.deepEqual(
  libraries.map((path) => basename(path)).filter((name) => !known.test(name)),
  [],
);
for (const path of libraries) {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  copyFileSync(path, join(folder, path));
}
mkdirSync(join(folder, "bin"));
// Inside the executable the files have URLs below its path, so that its name has characters that URLs escape.
const program = "/bin/detect #1 %41 \u00fc";
copyFileSync(executable, join(folder, program));
for (const path of ["fixtures/collection", "fixtures/documents", "examples/plugin"]) {
  cpSync(join(root, path), join(folder, path), { recursive: true });
}

const env = { PATH: "/bin" };
const inside = (args, input) =>
  spawnSync("/usr/sbin/chroot", [folder, program, ...args], { env, input });
const plain = (args, input) =>
  spawnSync(process.execPath, [command, ...args], { cwd: folder, input });

/** Runs both. Exit status, both outputs and the files that are written must be equal. Returns standard output. */
function compare(name, args, { files = [], input, status: wanted = 0 } = {}) {
  const [expected, found] = [plain, inside].map((run) => {
    const { status, stdout, stderr } = run(args, input);
    const written = files.map((file) => readFileSync(join(folder, file), "latin1"));
    for (const file of files) rmSync(join(folder, file));
    // The only differences are the time that a run takes, and the root of the file system.
    const said = String(stderr).replaceAll(/ in \S+ s \(\S+\/s\)/gu, "");
    return { status, said: said.replaceAll(folder, ""), written, stdout: String(stdout) };
  });
  assert.deepEqual(found, expected, name);
  assert.equal(found.status, wanted, found.said);
  process.stdout.write(`passed: ${name}\n`);
  return expected.stdout;
}

const readme = readFileSync(join(root, "README.md"), "utf8");
const first =
  /<!-- first-command -->[^]*?detect_off_topic\.js (.*)\n[^]*?<!-- \/first-command -->/u;
const shown = compare("the first command of the README", first.exec(readme)[1].split(" "));
assert.match(shown, /^ {2}x 2018-01-27 22:18 {2}200 {2}off-topic /mu);

const collection = ["-q", "-i", "warc=fixtures/collection"];
compare("two threads", [...collection, "--workers", "2", "-ot", "jsonl"]);
compare("the report", [...collection, "-o", "report.html"], { files: ["report.html"] });
compare("Parquet", [...collection, "-o", "rows.parquet"], { files: ["rows.parquet"] });
compare("tables of languages", [...collection, "--boilerplate", "justext", "-ot", "csv"]);
compare("packages of stemmers and readability", [
  ...[...collection, "--boilerplate", "readability", "--language", "de", "-ot", "csv"],
]);
const documents = [
  "-i",
  "warc=fixtures/documents/captures.warc",
  "--formats",
  "html,text,pdf,zip",
  "-ot",
  "csv",
];
compare("documents, which a thread reads", ["-q", ...documents]);
for (const workers of ["0", "2"]) {
  const measure = ["--plugin", "examples/plugin/headings.mjs", "-tm", "headings=0.2"];
  const run = ["--workers", workers, "-ot", "csv"];
  const name = `a plug-in, with --workers ${workers}`;
  assert.match(compare(name, [...collection, ...measure, ...run]), /headings/u);
}
compare("a plug-in for output", [
  ...[...collection, "--plugin", "examples/plugin/markdown.mjs", "-ot", "markdown"],
]);

const required = 'exports.own = require("detect-off-topic").defineMeasure({ keyword: "own",';
const rest = ' feature: "byte-count", score: () => 1 });';
writeFileSync(join(folder, "common.cjs"), required + rest);
const common = inside([...collection, "--plugin", "common.cjs", "-tm", "own=0.5", "-ot", "csv"]);
assert.equal(common.status, 0, String(common.stderr));
process.stdout.write("passed: a plug-in in CommonJS\n");

writeFileSync(join(folder, "broken.mjs"), "export default {");
writeFileSync(join(folder, "throws.mjs"), "export const never = undefined.length;");
for (const plugin of ["broken.mjs", "throws.mjs", "missing.mjs"]) {
  const name = `${plugin}, a plug-in that cannot be loaded`;
  compare(name, [...collection, "--plugin", plugin], { status: 2 });
}
compare("a mistake in the command line", ["-i", "wrac=fixtures/collection"], { status: 2 });

const mapped = compare("map", ["map", "fixtures/collection"]);
const lines = mapped.split("\n").slice(0, -1).map(Buffer.from).sort(Buffer.compare);
compare("reduce", ["reduce", "-ot", "csv"], { input: `${lines.join("\n")}\n` });

const kept = [...collection, "--history", "known", "-ot", "csv"];
const again = inside(kept);
assert.equal(again.status, 0);
assert.deepEqual(inside(kept).stdout, again.stdout);
process.stdout.write("passed: --history\n");

for (const file of ["help", "list"]) compare(file, [file]);
process.stdout.write(
  `${relative(root, executable)} needs ${libraries.map((path) => basename(path)).join(", ")}\n`,
);
