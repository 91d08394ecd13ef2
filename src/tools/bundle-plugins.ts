import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/** Bundles the packages that files of this project load with `require` at their first use. */
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

/** Declares variables that these packages assign without a declaration, because ES modules are strict. */
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

/** Embeds the code of the Zstandard decoder. Without this, the decoder would search for a file beside its own. */
export const embeddedWasm: Plugin = {
  name: "embedded-wasm",
  setup(build) {
    build.onLoad({ filter: /[\\/]zstd-wasm[\\/].*[\\/]index\.node\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        "yield readFile(resolve(__dirname, './zstd.wasm'))",
        'require("./zstd.wasm")',
      ),
    }));
    // The variable that this file assigns must be declared, because ES modules are strict.
    build.onLoad({ filter: /[\\/]zstd-wasm[\\/].*[\\/]zstd\.js$/ }, ({ path }) => ({
      contents: `var thisProgram; ${readFileSync(path, "utf8")}`,
    }));
  },
};
