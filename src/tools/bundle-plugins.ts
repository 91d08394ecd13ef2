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
          const imports = valuesIn(names).map((name) => {
            const { imported, file } = modules.get(name)!;
            return `import ${imported} from ${JSON.stringify(file)};`;
          });
          return imports.join(" ");
        },
      ),
      loader: "ts",
    }));
  },
};

interface DefiningModule {
  /** Clause of the import, such as `{ one }`, `{ one as other }` or `* as all`. */
  readonly imported: string;
  readonly file: string;
}

/** Returns the name that `one as other` gives. */
const renamed = (name: string): string => name.split(" as ").at(-1)!;

/** Returns the modules that define the values of an entry, by name. */
function modulesOf(entry: string): ReadonlyMap<string, DefiningModule> {
  const found = new Map<string, DefiningModule>();
  const text = readFileSync(`${entry}.ts`, "utf8");
  for (const [, names, whole, source = ""] of text.matchAll(
    /^export (?:\{([^}]*)\}|\*(?: as (\w+))?) from "(.*)\.js";$/gmu,
  )) {
    const path = resolve(dirname(entry), source);
    const file = `${path}.ts`;
    const defined =
      names !== undefined
        ? valuesIn(names).map((name) => [renamed(name), { imported: `{ ${name} }`, file }] as const)
        : whole !== undefined
          ? ([[whole, { imported: `* as ${whole}`, file }]] as const)
          : modulesOf(path);
    // A name of the entry itself wins over one of an entry that it repeats, which stands behind it.
    for (const [name, file] of defined) if (!found.has(name)) found.set(name, file);
  }
  return found;
}

const valuesIn = (names: string): string[] =>
  names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
