import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
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

/**
 * Removes an optional import of fdir. This package uses picomatch if it is installed, and our code does not need
 * picomatch.
 */
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

/**
 * Lets extensions import what they need of the core from the modules that define it. Their entry leads to most of the
 * core, and a chunk imports the chunks of all modules that it leads to.
 */
export const withoutEntry: Plugin = {
  name: "without-entry",
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]extensions[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /^import \{([^}]*)\} from "([^"]*\/extend(?:-\w+)?)\.js";$/gmu,
        (_, names: string, entry: string) => {
          const modules = modulesOf(resolve(dirname(path), entry));
          return valuesIn(names)
            .map((name) => modules.get(name) ?? `import { ${name} } from "${entry}.js";`)
            .join(" ");
        },
      ),
      loader: "ts",
    }));
  },
};

/** Returns the imports of the values of an entry from the modules that define them, by name. */
function modulesOf(entry: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const text = readFileSync(`${entry}.ts`, "utf8");
  for (const [, names, all, source = ""] of text.matchAll(
    /^export (?:\{([^}]*)\}|\*(?: as (\w+))?) from "(.*)\.js";$/gmu,
  )) {
    const path = resolve(dirname(entry), source);
    const from = `from ${JSON.stringify(`${path}.ts`)};`;
    const defined: Iterable<readonly [string, string]> =
      all !== undefined
        ? [[all, `import * as ${all} ${from}`]]
        : names === undefined
          ? modulesOf(path)
          : valuesIn(names).map((name) => [
              name.split(" as ").at(-1)!,
              `import { ${name} } ${from}`,
            ]);
    // A name of the entry itself wins over one of an entry that it repeats, which stands behind it.
    for (const [name, imported] of defined) if (!found.has(name)) found.set(name, imported);
  }
  return found;
}

const valuesIn = (names: string): string[] =>
  names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
