/**
 * Builds the program before the tests, unless the build is newer than every source. After `npm ci` the build is already
 * newer.
 */
import { execSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const sources = ["src", "package-lock.json", "tsconfig.json"];
/**
 * A file that the build writes near its end, and the file that it writes last. If both files are new, the build was
 * complete.
 */
const made = ["dist/lib/main.js", "build/bundled-files.json"];

/**
 * Returns the latest modification time of a file, or of a folder and all its contents. The modification time of a
 * folder changes when a file is added or removed.
 */
function changed(path) {
  const file = statSync(path);
  const within = file.isDirectory() ? readdirSync(path) : [];
  return Math.max(file.mtimeMs, ...within.map((name) => changed(join(path, name))));
}

const at = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(...sources.map((path) => changed(join(root, path))));
if (made.some((path) => at(path) < newest))
  execSync("npm run --silent build", { cwd: root, stdio: "inherit" });
