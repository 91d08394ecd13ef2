import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/** Changes without which files cannot be bundled. A variable without a declaration is an error in ES modules, which are strict. */
const CHANGES: readonly (readonly [files: RegExp, from: string | RegExp, to: string])[] = [
  // The scripts of threads are in the folder of the bundle.
  [/[\\/]src[\\/]run[\\/]threads[\\/].*\.ts$/, '"../../cli/', '"./'],
  // Packages that files of this project load with `require` at their first use are bundled.
  [/[\\/]src[\\/].*\.ts$/, "const require = createRequire(import.meta.url);", ""],
  [/[\\/]simhash-js[\\/].*\.js$/, /^/u, "var mixed, shingle; "],
  [/[\\/]yazl[\\/]index\.js$/, /^/u, "var utf8FileName; "],
  [/[\\/]zstd-wasm[\\/].*[\\/]zstd\.js$/, /^/u, "var thisProgram; "],
  // The decoder would search for its code in a file beside its own.
  [
    /[\\/]zstd-wasm[\\/].*[\\/]index\.node\.js$/,
    "yield readFile(resolve(__dirname, './zstd.wasm'))",
    'require("./zstd.wasm")',
  ],
];

export const changedFiles: Plugin = {
  name: "changed-files",
  setup(build) {
    for (const [filter, from, to] of CHANGES) {
      build.onLoad({ filter }, ({ path }) => ({
        contents: readFileSync(path, "utf8").replace(from, () => to),
        loader: path.endsWith(".ts") ? "ts" : "js",
      }));
    }
  },
};
