/** Builds what is tested, unless that is newer than all sources: after `npm ci` it is. */
import { execSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const sources = ["src", "package-lock.json", "tsconfig.json"];
/** What the build writes near its end, and at its end. */
const made = ["dist/lib/main.js", "build/bundled-files.json"];

/** When a file, or a folder or anything in it, was last changed; a folder is when a file goes or comes. */
function changed(path) {
  const file = statSync(path);
  const within = file.isDirectory() ? readdirSync(path) : [];
  return Math.max(file.mtimeMs, ...within.map((name) => changed(join(path, name))));
}

const at = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(...sources.map((path) => changed(join(root, path))));
if (made.some((path) => at(path) < newest))
  execSync("npm run --silent build", { cwd: root, stdio: "inherit" });
