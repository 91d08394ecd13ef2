import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compiledKernel } from "./kernels.js";
import { bundledFiles, noticesOf } from "./notices.js";

/**
 * Writes the generated files that are named: `kernels` the compiled kernels of src/base/math, `reference` docs/options.md
 * and the tables of docs/reference.md, and from the build `notices`, the licences of bundled packages, and `api`, the
 * reference of the library. With `--check` it writes nothing, and the exit status is 1 if a file is not current.
 */
const root = join(import.meta.dirname, "..", "..");
const keywordsOfFolder = process.argv.slice(2).filter((word) => word !== "--check");
const isCheck = process.argv.includes("--check");

const makers: Readonly<Record<string, () => Made[] | Promise<Made[]>>> = {
  ...{ kernels, reference, notices, api },
};
for (const name of keywordsOfFolder) {
  for (const { path, text } of await makers[name]!()) {
    if (currentContent(path) === text) continue;
    if (!isCheck) writeFileSync(join(root, path), text);
    else process.stderr.write(`${path} is not current: run npm run generate\n`);
    if (isCheck) process.exitCode = 1;
  }
}

interface Made {
  readonly path: string;
  readonly text: string;
}

function kernels(): Made[] {
  return [{ path: "src/base/math/grams-kernel.ts", text: compiledKernel(root, "grams") }];
}

async function reference(): Promise<Made[]> {
  const { fillTables, optionsDocument } = await import("./reference-tables.js");
  return [
    { path: "docs/reference.md", text: fillTables(currentContent("docs/reference.md")) },
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

function currentContent(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}
