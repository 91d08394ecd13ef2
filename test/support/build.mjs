/**
 * Builds what is older than its sources, so that tests and what they start run the same sources. Vitest calls this before
 * it runs tests, and before it runs them again in watch mode.
 *
 *     node test/support/build.mjs [types]
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const sources = ["src", "data", "package-lock.json", "tsconfig.json"];
/**
 * A file that the build writes near its end, and the file that it writes last. If both files are new, the build was
 * complete.
 */
const program = ["dist/lib/main.js", "build/bundled-files.json"];
/** The last of the files that all code reads, whether it is bundled or not. */
const data = ["dist/data/commands.json"];

/** @param {import("vitest/node").TestProject & { onTestsRerun: (build: () => Promise<void>) => void }} project */
export default async function setup(project) {
  const build = async () => {
    // Most of the build is the bundle, and a single file often starts no process.
    if (await runsOneFileInside(project)) {
      make(data, "compile", "bundle data");
      process.env["PROGRAM_IS_BUILT"] = "later";
    } else {
      buildProgram();
      delete process.env["PROGRAM_IS_BUILT"];
    }
    if (project.name === "browser") make(["build/detect_off_topic.html"], "bundle-web");
  };
  await build();
  project.onTestsRerun(build);
}

function buildProgram() {
  make(program, "compile", "bundle program");
}

/**
 * Tells whether a single file is to be tested that uses the bundle at most by test/support/run-bin.ts, which has it built
 * when it starts the first process.
 */
async function runsOneFileInside(project) {
  const patterns = project.vitest.filenamePattern;
  if (patterns === undefined) return false;
  const { testFiles } = await project.globTestFiles(patterns);
  return testFiles.length === 1 && !usesBundle(testFiles[0]);
}

/** Tells whether a file or a module of test/ that it imports starts processes by itself, or names files of the build. */
function usesBundle(file, known = new Set()) {
  if (known.has(file) || file === join(import.meta.dirname, "run-bin.ts")) return false;
  known.add(file);
  const text = readFileSync(file, "utf8");
  if (/node:child_process|\b(?:dist|build)[/"]|src\/tools\//u.test(text)) return true;
  return [...text.matchAll(/from "(\.[^"]+)\.js"/gu)]
    .map(([, path]) => join(dirname(file), `${path}.ts`))
    .some(
      (path) => path.startsWith(join(root, "test")) && existsSync(path) && usesBundle(path, known),
    );
}

/** Runs tools of the build, unless the files that they make are newer than every source. */
function make(files, ...tools) {
  const newest = Math.max(...sources.map((path) => changed(join(root, path))));
  if (files.every((path) => at(path) >= newest)) return;
  for (const tool of tools) {
    const [name, ...words] = tool.split(" ");
    const script =
      name === "compile"
        ? ["node_modules/typescript-7/bin/tsc", "-p", "tsconfig.json", "--noCheck"]
        : [`build/tools/${name}.js`, ...words];
    execFileSync(process.execPath, script, { cwd: root, stdio: "inherit" });
  }
}

/**
 * Returns the latest modification time of a file, or of a folder and all its contents. The modification time of a
 * folder changes when a file is added or removed.
 */
function changed(path) {
  const file = statSync(path);
  const within = file.isDirectory() ? readdirSync(path) : [];
  return Math.max(file.mtimeMs, ...within.map((name) => changed(join(path, name))));
}

function at(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

if (import.meta.filename === process.argv[1]) {
  buildProgram();
  // Few tests look at the types of the library, and these take as long as the program.
  if (process.argv[2] === "types") make(["dist/index.d.ts"], "bundle types");
}
