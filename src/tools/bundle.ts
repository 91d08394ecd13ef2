import { brotliCompressSync } from "node:zlib";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, join, relative } from "node:path";
import { build, type Metafile, transform } from "esbuild";
import { rolldown } from "rolldown";
import { COMMANDS_FILE } from "../base/option.js";
import { wholeCatalogue, wholeCommandCatalogue } from "./catalogue.js";
import { CATALOGUE_FILE } from "../run/plugins/catalogue.js";
import { changedFiles } from "./bundle-plugins.js";
import { LANGUAGE_DATA, languageData } from "./language-data.js";

/**
 * Makes dist/, the published part of the project. dist/ contains lib/, the data and the types of the library. lib/ contains the
 * command, the library, the scripts of threads, and all packages that they use.
 *
 * lib/ has the same depth as src/base/, so that src/base/package-root.ts finds the root from both folders.
 */
const root = join(import.meta.dirname, "..", "..");
const dist = join(root, "dist");
const browser = join(root, "src", "report", "browser");
const data = join(dist, "data");
/** Lowest version of Node that the package supports. */
const TARGET = "node20.19";
const REQUIRE =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';
/** Entry points: files that are started by their name or imported by their name. */
const ENTRIES = [
  "src/cli/main.ts",
  "src/index.ts",
  "src/cli/worker.ts",
  "src/cli/scoring-worker.ts",
  "src/read/documents/pdf-worker.ts",
];
/** Kinds of work, each with the modules that it loads. Code that the same kinds need becomes one chunk. */
const KINDS: readonly (readonly [kind: string, ...sources: string[]])[] = [
  ["start", "src/cli/program.ts", "src/cli/list.ts"],
  ["report", "src/tasks/report/command.ts"],
  ["evaluate", "src/extensions/lab/command.ts"],
  ["run", "src/tasks/detect/command.ts"],
  ["thread", "src/cli/scoring-worker.ts", "src/cli/worker.ts"],
  ["library", "src/index.ts"],
];
const made = new Set<string>();
mkdirSync(data, { recursive: true });

// Tests that start no process need only the data, and few need the types.
const [part = "all"] = process.argv.slice(2);
if (part !== "types") {
  const page = await bundlePage();
  await writeLanguageData();
  writeData(CATALOGUE_FILE, JSON.stringify(wholeCatalogue()));
  writeData(COMMANDS_FILE, JSON.stringify(await wholeCommandCatalogue()));
  if (part !== "data") await writeProgram(page);
}
if (part === "all" || part === "types") {
  // The compilers of types are loaded only where they are needed.
  const { writeTypes } = await import("./types.js");
  await writeTypes(root, join(dist, "index.d.ts"));
}

async function writeProgram(page: Metafile): Promise<void> {
  const program = await bundleProgram();
  writeData("build.json", JSON.stringify({ digest: digestOfBuild() }));
  keepOnly(data, made);
  keepOnly(dist, new Set(["data", "lib", "index.d.ts"]));
  // `generate` makes the licence notices from the list of bundled files.
  const bundled = [page, program]
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.keys(inputs));
  writeFileSync(
    join(root, "build", "bundled-files.json"),
    JSON.stringify(
      [...new Set([...bundled, "node_modules/eld", "node_modules/stopwords-iso"])].sort(),
    ),
  );
}

/** Each page is a single file. */
async function bundlePage(): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    entryPoints: ["main.ts", "served.ts", "report.css", "page.css"].map((name) =>
      join(browser, name),
    ),
    outdir: dist,
    write: false,
    bundle: true,
    minify: true,
    metafile: true,
    absWorkingDir: root,
    format: "iife",
    charset: "ascii",
    target: ["chrome123", "firefox120", "safari17.5"],
    banner: { js: `/*!\n${licences("d3-array", "d3-time", "internmap")}\n*/` },
  });
  const text = (name: string): string => {
    const file = outputFiles.find(({ path }) => basename(path) === name);
    if (file === undefined) throw new Error(`the bundle has no ${name}`);
    return file.text.trim();
  };
  writeData(
    "page-assets.json.br",
    brotliCompressSync(
      JSON.stringify({
        script: text("main.js"),
        servedScript: text("served.js"),
        style: text("report.css"),
        pageStyle: text("page.css"),
      }),
    ),
  );
  return metafile;
}

/** The digest changes with the program, because another program may get other results from the same page. */
function digestOfBuild(): string {
  const hash = createHash("sha256");
  const lib = join(dist, "lib");
  const files = [
    ...readdirSync(lib).map((name) => join(lib, name)),
    ...[...made].map((name) => join(data, name)),
    ...filesIn(join(root, "data")),
  ];
  for (const file of files.sort()) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest("hex");
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function licences(...packages: readonly string[]): string {
  return packages
    .map((name) => `${name}\n${readFileSync(inPackages(name, "LICENSE"), "utf8").trim()}`)
    .join("\n\n");
}

/**
 * Writes the data that this project makes of packages and lists of words. That takes longer than the rest of the build,
 * so files stay as they are while the lists, the packages and the code that reads them stay.
 */
async function writeLanguageData(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "src", "tools", "language-data.ts")],
    write: false,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
  });
  const hash = createHash("sha256").update(outputFiles[0]!.contents);
  for (const file of [join(root, "package-lock.json"), ...filesIn(join(root, "data")).sort()]) {
    hash.update(relative(root, file)).update(readFileSync(file));
  }
  const digest = hash.digest("hex");
  const stamp = join(root, "build", "language-data.txt");
  const isCurrent =
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === digest &&
    LANGUAGE_DATA.every((name) => existsSync(join(data, name)));
  if (isCurrent) {
    for (const name of LANGUAGE_DATA) made.add(name);
    return;
  }
  const files = await languageData();
  for (const name of LANGUAGE_DATA) writeData(name, files[name]);
  writeFileSync(stamp, digest);
}

async function bundleProgram(): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    entryPoints: Object.fromEntries(
      ENTRIES.map((source) => [basename(source, ".ts"), join(root, source)]),
    ),
    outdir: join(dist, "lib"),
    chunkNames: "[name]-[hash]",
    write: false,
    bundle: true,
    splitting: true,
    metafile: true,
    absWorkingDir: root,
    format: "esm",
    platform: "node",
    target: TARGET,
    // A literal is compiled once. esbuild takes no Node for one that has all Unicode properties, and would construct it at each use.
    supported: { "regexp-unicode-property-escapes": true },
    charset: "utf8",
    legalComments: "none",
    loader: { ".wasm": "binary" },
    plugins: [changedFiles],
  });
  const chunks = new Map<string, string>();
  for (const { path, text } of outputFiles) {
    // esbuild writes the path of a module before it. Rolldown keeps only comments in the form of licences.
    chunks.set(basename(path), text.replace(/^\/\/ (\S+)$/gmu, "/*! $1 */"));
  }
  await joinChunks(chunks, metafile);
  return metafile;
}

/**
 * Joins the chunks that the same kinds of commands load. esbuild makes a chunk for each set of commands and threads
 * with common modules. Without the join, a run would open 130 files, which takes longer than loading the modules in
 * them.
 */
async function joinChunks(
  chunks: ReadonlyMap<string, string>,
  { outputs }: Metafile,
): Promise<void> {
  const loads = new Map(
    KINDS.map(([kind, ...sources]) => [kind, loadedBy(new Set(sources), outputs)]),
  );
  const entries = ENTRIES.map((source) => `${basename(source, ".ts")}.js`);
  const kindsOf = (id: string): string | null => {
    // Two entry points in one chunk would both run.
    if (entries.includes(id)) return null;
    const kinds = [...loads].filter(([, names]) => names.has(id)).map(([kind]) => kind);
    return kinds.length === 0 ? null : kinds.join("-");
  };
  const bundle = await rolldown({
    input: entries,
    external: (source) => isBuiltin(source),
    platform: "node",
    treeshake: false,
    preserveEntrySignatures: "allow-extension",
    plugins: [
      {
        name: "chunks",
        resolveId: (source) => (chunks.has(basename(source)) ? basename(source) : undefined),
        load: (id) => chunks.get(id),
      },
    ],
  });
  const folder = join(dist, "lib");
  const { output } = await bundle.generate({
    format: "es",
    chunkFileNames: "[name]-[hash].js",
    comments: { legal: true, annotation: false, jsdoc: false },
    minify: false,
    minifyInternalExports: false,
    codeSplitting: {
      groups: [{ name: kindsOf, debugName: "kinds", includeDependenciesRecursively: false }],
    },
  });
  mkdirSync(folder, { recursive: true });
  for (const part of output) {
    if (part.type === "chunk") {
      writeFileSync(join(folder, part.fileName), withRequire(await minifyPackages(part.code)));
    }
  }
  keepOnly(folder, new Set(output.map(({ fileName }) => fileName)));
}

/** Returns the names of the chunks that modules of this project load, and of all chunks that these chunks import. */
function loadedBy(sources: ReadonlySet<string>, outputs: Metafile["outputs"]): ReadonlySet<string> {
  const paths = new Set(
    Object.keys(outputs).filter((path) => sources.has(outputs[path]!.entryPoint ?? "")),
  );
  if (paths.size < sources.size) throw new Error(`the bundle lacks one of ${[...sources].join()}`);
  for (const path of paths) {
    for (const { path: imported, kind } of outputs[path]!.imports) {
      if (kind === "import-statement" && imported in outputs) paths.add(imported);
    }
  }
  return new Set(Array.from(paths, (path) => basename(path)));
}

/**
 * Adds a definition of `require` if CommonJS packages in the chunk load modules of Node. A CommonJS bundle of another
 * program has no `import.meta.url`, and there any place will do.
 */
function withRequire(chunk: string): string {
  const whole = /\brequire\b/u.test(chunk) ? `${REQUIRE}\n${chunk}` : chunk;
  return whole.replaceAll(
    /(?<=(?:createRequire|requireFrom)\()import\.meta\.url(?=\))/gu,
    "import.meta.url ?? process.execPath",
  );
}

/**
 * Modules of this project stay as compiled, because Node shows the line of an error and a minified chunk is a single
 * line. A comment with its path stands before each module.
 */
async function minifyPackages(chunk: string): Promise<string> {
  const modules = chunk.split(/^(?=\/\*! \S+ \*\/$|\/\/#|export \{)/mu);
  const written = modules.map(async (text) => {
    if (!/^\/\*! (?:node_modules\/|\S+\.json )/u.test(text)) return text;
    const { code } = await transform(text, {
      minifySyntax: true,
      minifyWhitespace: true,
      charset: "utf8",
      legalComments: "none",
      target: TARGET,
    });
    return code;
  });
  return (await Promise.all(written)).join("");
}

function writeData(name: string, content: string | Uint8Array): void {
  made.add(name);
  writeFileSync(join(data, name), content);
}

/** Removes the files of an earlier build, so that they are not published again. */
function keepOnly(folder: string, names: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    if (!names.has(name)) rmSync(join(folder, name), { recursive: true });
  }
}

function inPackages(...path: readonly string[]): string {
  return join(root, "node_modules", ...path);
}
