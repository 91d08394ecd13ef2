import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { definitionFiles, indexText, ROOMS } from "./definitions.js";

/**
 * Writes what is made from the folders and the registry: `index` the index files, `readme` the tables in README.md.
 * With `--check` nothing is written and the exit status is 1 when something is not current.
 */
const root = join(import.meta.dirname, "..", "..");
const [what] = process.argv.slice(2);
const check = process.argv.includes("--check");

const files = what === "readme" ? await readme() : indexes();
const stale = files.filter(({ path, text }) => current(path) !== text);
for (const { path, text } of stale) {
  if (check) process.stderr.write(`${path} is not current: run npm run generate\n`);
  else writeFileSync(join(root, path), text);
}
if (check && stale.length > 0) process.exitCode = 1;

function indexes(): { path: string; text: string }[] {
  return ROOMS.map((room) => ({
    path: join("src", room.folder, "index.ts"),
    text: indexText(room, definitionFiles(join(root, "src"), room)),
  }));
}

async function readme(): Promise<{ path: string; text: string }[]> {
  const { fillTables } = await import("../registry/tables.js");
  return [{ path: "README.md", text: fillTables(current("README.md")) }];
}

function current(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}
