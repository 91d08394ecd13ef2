import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../support/run-bin.js";
import { folderWith } from "../../support/folders.js";

const measure = (keyword: string): string =>
  `export default { keyword: "${keyword}", feature: "byte-count", score: () => 1 };`;

/** Returns the measures that the command knows in a folder with these files, with a plug-in of this name. */
function listedWith(
  name: string,
  files: Readonly<Record<string, string>>,
): { readonly status: number | null; readonly said: string } {
  const cwd = folderWith({ "package.json": "{}" });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const args = [join(ROOT, "bin/detect_off_topic.js"), "list", "measures", "--plugin", name];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

describe("a plug-in in a package", () => {
  const inModules = (name: string, manifest: object): Readonly<Record<string, string>> => ({
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, type: "module", ...manifest }),
    [`node_modules/${name}/dist/main.js`]: measure("of-package"),
  });

  it.each([["@museum/dot-plugin", { exports: { default: "./dist/main.js" } }]])(
    "is found by the name of the package: %s %j",
    (name, manifest) => {
      const { status, said } = listedWith(name, inModules(name, manifest));
      expect([status, said]).toEqual([0, expect.stringMatching(/^ {2}of-package\b/mu)]);
    },
  );

  it("a name of neither is refused, and no module of Node is loaded", () => {
    for (const name of ["dot-plugin-x", "fs"]) {
      const { status, said } = listedWith(name, {});
      expect([status, said]).toEqual([2, expect.stringContaining("cannot be read: no such file")]);
    }
  });
});
