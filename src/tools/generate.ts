import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFINITION_FOLDERS, definitionsOf, indexText } from "./definitions.js";

/**
 * Writes what is made from the folders and the definitions: `index` the index files, `reference` docs/options.md and the tables of docs/reference.md, and
 * from the build `notices`, the licences of the packages that are in the bundle.
 * With `--check` nothing is written and the exit status is 1 when something is not current.
 */
const root = join(import.meta.dirname, "..", "..");
const [what] = process.argv.slice(2);
const check = process.argv.includes("--check");

const files = what === "reference" ? await reference() : what === "notices" ? notices() : indexes();
const stale = files.filter(({ path, text }) => current(path) !== text);
for (const { path, text } of stale) {
  if (check) process.stderr.write(`${path} is not current: run npm run generate\n`);
  else writeFileSync(join(root, path), text);
}
if (check && stale.length > 0) process.exitCode = 1;

function indexes(): { path: string; text: string }[] {
  return DEFINITION_FOLDERS.map((folder) => ({
    path: join("src", folder.folder, "index.ts"),
    text: indexText(folder, definitionsOf(join(root, "src"), folder)),
  }));
}

async function reference(): Promise<{ path: string; text: string }[]> {
  const { fillTables, optionsDocument } = await import("./reference-tables.js");
  return [
    { path: "docs/reference.md", text: fillTables(current("docs/reference.md")) },
    { path: "docs/options.md", text: optionsDocument() },
  ];
}

function notices(): { path: string; text: string }[] {
  const bundled = JSON.parse(current("build/bundled-files.json")) as readonly string[];
  // The last part: a package may stand in the folder of another.
  const packages = bundled.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file)?.[0] ?? [],
  );
  const parts = [...new Set(packages)].map(notice).sort();
  const text = ["The packages that dist/ holds, and their licences.\n", ...parts];
  return [{ path: "THIRD-PARTY-NOTICES.txt", text: text.join(`\n${"-".repeat(72)}\n\n`) }];
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
}

/** What a package says of itself, and its licence files; of one that ships none, the text in data/licences. */
function notice(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    current(join(folder, "package.json")),
  ) as PackageJson;
  const by = typeof author === "object" ? author.name : (author ?? "");
  const texts = readdirSync(join(root, folder))
    .filter((file) => /^(?:licen[cs]e|copying|notice)/iu.test(file))
    .map((file) => current(join(folder, file)).replace(/\r/gu, "").trim());
  if (texts.length === 0) texts.push(current(join("data", "licences", `${name}.txt`)).trim());
  return `${[`${name} ${version} (${license}${by === "" ? "" : `, ${by}`})`, ...texts].join("\n\n")}\n`;
}

function current(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}
