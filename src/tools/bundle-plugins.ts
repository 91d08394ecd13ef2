import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/** Where a file of ours requires a package when it first needs it, the bundle holds that package. */
export const requiredPackages: Plugin = {
  name: "required-packages",
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        "const require = createRequire(import.meta.url);",
        "",
      ),
      loader: "ts",
    }));
  },
};

/** Modules of JavaScript are strict: what these packages assign without declaring it has to be declared. */
export const declaredVariables: Plugin = {
  name: "declared-variables",
  setup(build) {
    build.onLoad({ filter: /[\\/]simhash-js[\\/].*\.js$/ }, ({ path }) => ({
      contents: `var mixed, shingle; ${readFileSync(path, "utf8")}`,
    }));
    build.onLoad({ filter: /[\\/]yazl[\\/]index\.js$/ }, ({ path }) => ({
      contents: `var utf8FileName; ${readFileSync(path, "utf8")}`,
    }));
  },
};

/** This package takes another one that happens to be installed, and nothing of ours asks for what that one is for. */
export const noOptionalPackage: Plugin = {
  name: "no-optional-package",
  setup(build) {
    build.onLoad({ filter: /[\\/]fdir[\\/].*\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /try \{\s*__require\.resolve\("picomatch"\);[^}]*\} catch \{\}/u,
        "",
      ),
    }));
  },
};

/** The Zstandard decoder would look for its code beside itself: the bundle holds that too. */
export const embeddedWasm: Plugin = {
  name: "embedded-wasm",
  setup(build) {
    build.onLoad({ filter: /[\\/]zstd-wasm[\\/].*[\\/]index\.node\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        "yield readFile(resolve(__dirname, './zstd.wasm'))",
        'require("./zstd.wasm")',
      ),
    }));
    // Modules of JavaScript are strict: what this file assigns without declaring it has to be declared.
    build.onLoad({ filter: /[\\/]zstd-wasm[\\/].*[\\/]zstd\.js$/ }, ({ path }) => ({
      contents: `var thisProgram; ${readFileSync(path, "utf8")}`,
    }));
  },
};
