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
const names = process.argv.slice(2).filter((word) => word !== "--check");
const isCheck = process.argv.includes("--check");

/** The texts of generated files by their paths. */
type Files = Readonly<Record<string, string>>;

const makers: Readonly<Record<string, () => Files | Promise<Files>>> = {
  kernels: () => ({ "src/base/math/grams-kernel.ts": compiledKernel(root, "grams") }),

  async reference() {
    const { fillTables, optionsDocument } = await import("./reference-tables.js");
    return {
      "docs/reference.md": fillTables(currentContent("docs/reference.md")),
      "docs/options.md": optionsDocument(),
    };
  },

  async api() {
    const { apiReference } = await import("./api-reference.js");
    return apiReference(root);
  },

  notices() {
    const parts = noticesOf(root, bundledFiles(root));
    const text = ["The packages that dist/ holds, and their licences.\n", ...parts];
    return { "THIRD-PARTY-NOTICES.txt": text.join(`\n${"-".repeat(72)}\n\n`) };
  },
};
for (const name of names) {
  for (const [path, text] of Object.entries(await makers[name]!())) {
    if (currentContent(path) === text) continue;
    if (!isCheck) writeFileSync(join(root, path), text);
    else process.stderr.write(`${path} is not current: run npm run generate\n`);
    if (isCheck) process.exitCode = 1;
  }
}

function currentContent(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}
