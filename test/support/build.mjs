/**
 * Builds the program if a source is newer than the build, so that threads and processes of tests run the same sources as
 * the tests themselves. Vitest calls this before it runs tests, and before it runs them again in watch mode.
 *
 *     node test/support/build.mjs [types]
 */
import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const sources = ["src", "data", "package-lock.json", "tsconfig.json"];
/**
 * A file that the build writes near its end, and the file that it writes last. If both files are new, the build was
 * complete.
 */
const program = ["dist/lib/main.js", "build/bundled-files.json"];

/** @param {{ name: string, onTestsRerun: (build: () => void) => void }} project */
export default function setup(project) {
  const build = () => {
    buildProgram();
    if (project.name === "browser") make(["build/detect_off_topic.html"], "bundle-web");
  };
  build();
  project.onTestsRerun(build);
}

function buildProgram() {
  make(program, "compile", "bundle");
}

/** Runs tools of the build, unless the files that they make are newer than every source. */
function make(files, ...tools) {
  const newest = Math.max(...sources.map((path) => changed(join(root, path))));
  if (files.every((path) => at(path) >= newest)) return;
  for (const tool of tools) {
    const script =
      tool === "compile"
        ? ["node_modules/typescript-7/bin/tsc", "-p", "tsconfig.json", "--noCheck"]
        : [`build/tools/${tool}.js`];
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
  if (process.argv[2] === "types") make(["dist/index.d.ts"], "bundle-types");
}
