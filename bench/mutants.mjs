/**
 * Counts how many faults the tests find: puts one fault at a time into ten files of verdict, readers and filter, and runs the
 * tests of that room, and those of the example collection, up to the first that fails.
 *
 *     node bench/mutants.mjs FOLDER [--seed N] [--log FILE] [--only src/a.ts,src/b.ts]
 *
 * FOLDER is a copy of the repository with node_modules and a complete build, in which nothing else runs: the script changes
 * its build. Files and faults are chosen by a hash of the seed and of what they are, so that code that stays the same keeps
 * its faults when other code goes. A fault that the log has already is not tried again: a run that was stopped continues.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "64" },
    log: { type: "string", default: "mutants.tsv" },
    only: { type: "string" },
  },
});
const root = resolve(positionals[0] ?? ".");
const MUTANTS_OF_A_FILE = 10;
/** A file with fewer places for a fault is not chosen. */
const LEAST_TO_CHOOSE_FROM = 20;
/** CPU seconds of a process: a fault that makes a loop endless ends there, and counts as found. */
const MOST_CPU_SECONDS = 150;

const BUNDLE = "node build/tools/bundle.js program";
const conditionOf = (node) =>
  ts.isIfStatement(node) || ts.isWhileStatement(node) ? node.expression : node.condition;
const DROPPED = [ts.isExpressionStatement, ts.isThrowStatement, ts.isContinueStatement];
const OPPOSITES = ["< <=", "> >=", "=== !==", "&& ||"].map((pair) => pair.split(" "));
const OTHER_OPERATOR = Object.fromEntries(
  OPPOSITES.flatMap(([a, b]) => [
    [a, b],
    [b, a],
  ]),
);

/** Folders, how many files of each are chosen, and their tests: first those nearest to the code. */
const read = "warc cdx archives captures coding documents files inputs timemaps crawls".split(" ");
const reader = (name, near) => ({
  folder: `src/read/${name}`,
  tests: [near, read.map((each) => `test/read/${each}/`).filter((each) => !near.includes(each))],
});
const ROOMS = [
  {
    count: 3,
    sources: [{ folder: "src/score/verdict", tests: [["test/score/verdict/"], ["test/score/"]] }],
  },
  {
    count: 5,
    sources: [
      reader("warc", ["test/read/warc/"]),
      reader("cdx", ["test/read/cdx/", "test/read/inputs/cdx", "test/reference/surt"]),
      reader("coding", ["test/read/coding/"]),
      reader("timemaps", ["test/read/timemaps/"]),
    ],
  },
  { count: 2, sources: [{ folder: "src/tasks/filter", tests: [["test/tasks/filter/"]] }] },
];
const AT_LAST = ["test/end-to-end/collection.test.ts"];

/** Files that go with features that are given up, so that the figures before and after are of the same files. */
const GOING =
  /parts|read-warc|segments|cluster|services|mark|original|moved-files|lists|same-content|archive-file|fetched/u;

const hash = (...words) => createHash("sha256").update(words.join("\n")).digest("hex");
const byHash = (key) => (a, b) => (hash(given.seed, key(a)) < hash(given.seed, key(b)) ? -1 : 1);

const chosen = ROOMS.flatMap(({ count, sources }) =>
  sources
    .flatMap(({ folder, tests }) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith(".ts") && !GOING.test(name))
        .map((name) => ({ path: `${folder}/${name}`, tests })),
    )
    .filter(({ path }) => given.only === undefined || given.only.split(",").includes(path))
    .map((file) => ({ ...file, mutants: mutantsOf(file.path) }))
    .filter(({ mutants }) => mutants.length === MUTANTS_OF_A_FILE)
    .toSorted(byHash(({ path }) => path))
    .slice(0, given.only === undefined ? count : Infinity),
);

/** The faults of a file: where they are, what stands there afterwards. */
function mutantsOf(path) {
  const text = readFileSync(join(root, path), "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const found = [];
  const add = (kind, node, replacement) => {
    const [start, end] = [node.getStart(source), node.getEnd()];
    const line = source.getLineAndCharacterOfPosition(start).line;
    // The lines around say which place it is when others of the same text are in the file.
    const context = text.split("\n").slice(Math.max(0, line - 1), line + 2);
    const was = text.slice(start, end).replaceAll(/\s+/gu, " ").slice(0, 80);
    const name = hash(kind, ...context.map((each) => each.trim()), was).slice(0, 12);
    const id = `${name}-${found.filter((each) => each.id.startsWith(name)).length}`;
    found.push({ id, kind, line: line + 1, was, start, end, replacement });
  };
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const condition = conditionOf(node);
    if (condition) add("negate", condition, `!(${condition.getText(source)})`);
    if (ts.isBinaryExpression(node)) {
      const other = OTHER_OPERATOR[node.operatorToken.getText(source)];
      if (other) add("operator", node.operatorToken, other);
    }
    if (ts.isNumericLiteral(node)) add("number", node, `(${node.text} + 1)`);
    if (node.kind === ts.SyntaxKind.TrueKeyword) add("boolean", node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) add("boolean", node, "true");
    if (DROPPED.some((isOfKind) => isOfKind(node))) add("drop", node, ";");
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (found.length < LEAST_TO_CHOOSE_FROM) return [];
  return found
    .toSorted(byHash(({ id }) => path + id))
    .slice(0, MUTANTS_OF_A_FILE)
    .map((mutant) => ({
      ...mutant,
      text: text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end),
    }));
}

/** Puts a text in the place of what the compiler made of a source. */
function writeBuilt(path, text) {
  const { ES2023: target } = ts.ScriptTarget;
  const compilerOptions = { target, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  const { outputText } = ts.transpileModule(text, { fileName: path, compilerOptions });
  writeFileSync(join(root, path.replace(/^src/u, "build").replace(/ts$/u, "js")), outputText);
}

/** Exit status; null for a process that a signal ended. */
function run(command) {
  const limited = `ulimit -t ${MOST_CPU_SECONDS}; exec ${command}`;
  const env = { ...process.env, NODE_OPTIONS: "--max-old-space-size=1500" };
  const options = { cwd: root, env, stdio: "ignore", timeout: 3_600_000, killSignal: "SIGKILL" };
  return spawnSync("bash", ["-c", limited], options).status;
}

/** A busy machine must not make a test time out: that would count as a fault that was found. */
const PATIENTLY = "--testTimeout 1200000 --hookTimeout 1200000";
const VITEST = `node node_modules/.bin/vitest run --project suite --maxWorkers 1 --bail 1 ${PATIENTLY}`;
const testsPass = (files) => run(`${VITEST} ${files.join(" ")}`) === 0;

/**
 * Says which tests found the fault, or undefined. The tests nearest to the code run it in their own process, so that only
 * what follows needs the bundle.
 */
function foundBy({ path, tests }, mutant) {
  writeBuilt(path, mutant.text);
  const [near, ...others] = [...tests, AT_LAST];
  if (!testsPass(near)) return near[0];
  if (run(BUNDLE) !== 0) return "bundle";
  isBundleOfFault = true;
  return others.find((files) => !testsPass(files))?.[0];
}

const log = resolve(given.log);
const known = new Map(
  (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [])
    .map((line) => line.split("\t"))
    .map(([path, id, , , , found]) => [`${path} ${id}`, found]),
);
if (!existsSync(log)) {
  const all = new Set(chosen.flatMap(({ tests }) => [...tests, AT_LAST].map(String)));
  const failing = [...all].find((files) => !testsPass(files.split(",")));
  if (failing !== undefined) throw new Error(`these tests fail without a fault: ${failing}`);
}
/** Threads and processes must not run an earlier fault. */
let isBundleOfFault = false;
const counts = new Map();
// The first fault of each file, then the second: what a run that was stopped has found is a sample of all.
for (const at of Array(MUTANTS_OF_A_FILE).keys()) {
  for (const file of chosen) {
    const mutant = file.mutants[at];
    const key = `${file.path} ${mutant.id}`;
    if (!known.has(key)) {
      const found = foundBy(file, mutant) ?? "-";
      known.set(key, found);
      const { id, kind, line, was } = mutant;
      appendFileSync(log, [file.path, id, kind, line, was, found].join("\t") + "\n");
      writeBuilt(file.path, readFileSync(join(root, file.path), "utf8"));
      if (isBundleOfFault) isBundleOfFault = run(BUNDLE) !== 0;
    }
    const [found, all] = counts.get(file.path) ?? [0, 0];
    counts.set(file.path, [found + (known.get(key) === "-" ? 0 : 1), all + 1]);
  }
}
for (const [path, [found, all]] of counts) console.log(`${path}: ${found} of ${all} found`);
const sum = [...counts.values()].reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
console.log(`${sum[0]} of ${sum[1]} mutants found (${Math.round((100 * sum[0]) / sum[1])} %)`);
