import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFINITION_FOLDERS, definitionsOf, indexText } from "./definitions.js";
import { extensionLists } from "./extensions.js";
import { compiledKernel } from "./kernels.js";
import { readProject, repositoryName } from "./project.js";
import { bundledFiles, noticesOf } from "./notices.js";

/**
 * Writes the generated files that are named: `index` the index files of definitions and the lists of extensions,
 * `kernels` the compiled kernels of src/base/math, `project` the version, the repository and the bug address of
 * package.json where other files name them, `reference` docs/options.md and the tables of docs/reference.md, and from the
 * build `notices`, the licences of bundled packages, and `api`, the reference of the library. With `--check` it writes
 * nothing, and the exit status is 1 if a file is not current.
 */
const root = join(import.meta.dirname, "..", "..");
const names = process.argv.slice(2).filter((word) => word !== "--check");
const check = process.argv.includes("--check");

const makers: Readonly<Record<string, () => Made[] | Promise<Made[]>>> = {
  ...{ index: indexes, kernels, project, reference, notices, api },
};
for (const name of names) {
  for (const { path, text } of await makers[name]!()) {
    if (current(path) === text) continue;
    if (!check) writeFileSync(join(root, path), text);
    else process.stderr.write(`${path} is not current: run npm run generate\n`);
    if (check) process.exitCode = 1;
  }
}

interface Made {
  readonly path: string;
  readonly text: string;
}

function indexes(): Made[] {
  const ofDefinitions = DEFINITION_FOLDERS.map((folder) => ({
    path: join("src", folder.folder, "index.ts"),
    text: indexText(folder, definitionsOf(join(root, "src"), folder)),
  }));
  const ofExtensions = Object.entries(extensionLists(join(root, "src"))).map(([name, text]) => ({
    path: join("src", "extensions", name),
    text,
  }));
  return [...ofDefinitions, ...ofExtensions];
}

function kernels(): Made[] {
  return [{ path: "src/base/math/grams-kernel.ts", text: compiledKernel(root, "grams") }];
}

function project(): Made[] {
  const { version, repository, bugs } = readProject(root);
  const request = JSON.stringify(`please report it${bugs === "" ? "" : ` (${bugs})`}`);
  const edited = (path: string, edits: readonly (readonly [RegExp, string])[]): Made => ({
    path,
    text: edits.reduce((text, [from, to]) => text.replace(from, () => to), current(path)),
  });
  return [
    edited("src/base/version.ts", [
      [/^export const version = .*$/mu, `export const version = ${JSON.stringify(version)};`],
      [
        /^export const reportRequest =[^;]*;$/mu,
        // Formatted as oxfmt does it.
        `export const reportRequest =${request.length > 70 ? "\n " : ""} ${request};`,
      ],
    ]),
    edited("CITATION.cff", [
      [
        /^version: .*\n(?:repository-code: .*\n)?/mu,
        `version: ${version}\n${repository === "" ? "" : `repository-code: ${repository}\n`}`,
      ],
    ]),
    edited("docs/automation.md", [
      [
        /uses: \S+@v\S+/u,
        `uses: ${repositoryName(repository) ?? "OWNER/detect_off_topic"}@v${version}`,
      ],
    ]),
  ];
}

async function reference(): Promise<Made[]> {
  const { fillTables, optionsDocument } = await import("./reference-tables.js");
  return [
    { path: "docs/reference.md", text: fillTables(current("docs/reference.md")) },
    { path: "docs/options.md", text: optionsDocument() },
  ];
}

async function api(): Promise<Made[]> {
  const { apiReference } = await import("./api-reference.js");
  const pages = await apiReference(root);
  return [...pages].map(([name, text]) => ({ path: `docs/api/${name}`, text }));
}

function notices(): Made[] {
  const parts = noticesOf(root, bundledFiles(root));
  const text = ["The packages that dist/ holds, and their licences.\n", ...parts];
  return [{ path: "THIRD-PARTY-NOTICES.txt", text: text.join(`\n${"-".repeat(72)}\n\n`) }];
}

function current(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}
