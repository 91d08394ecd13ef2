/** Checks what imports what; `npm run lint` runs it. */

/**
 * The layers of src: each folder imports itself and the folders before it. The entry point at the top of src imports what it
 * publishes, and no file imports it. The extensions import those below the entries.
 */
const layers = [
  ...["base", "read", "page", "score", "write", "run", "report", "command", "tasks", "cli"],
  // The same program in a browser, and the build of both.
  ...["web", "tools"],
];

/** The layers below the entries of programs. The extensions import them, and they import no extension. */
const belowEntries = "base|read|page|score|write|run|report|command|tasks";

/**
 * The folders of src/run, in the same way. The files beside them are the program that is made of them, which no folder knows.
 */
const partsOfRun = [
  ...["setup", "plugins", "extensions", "lines", "history", "records", "reduce", "collection"],
  ...["changes", "threads"],
];

/** Files that run in a browser too. */
const CORE = [
  "^src/base/(?!platform/|at-exit|package-root|portable-path|process-identity|read-file|replace-file)",
  "^src/read/(captures|coding|warc)/",
  "^src/(page|score|write|report)/",
];

module.exports = {
  forbidden: [
    ...layers.map((layer, at) => ({
      name: `${layer}-imports-a-later-layer`,
      comment: `${layer} may import only ${layers.slice(0, at + 1).join(", ")}.`,
      severity: "error",
      from: { path: `^src/${layer}/` },
      to: { path: "^src/", pathNot: `^src/(${layers.slice(0, at + 1).join("|")}|extensions)/` },
    })),
    ...partsOfRun.map((part, at) => ({
      name: `run-${part}-imports-a-later-part`,
      comment: `${part} may import only ${partsOfRun.slice(0, at + 1).join(", ")}.`,
      severity: "error",
      from: { path: `^src/run/${part}/` },
      to: {
        path: "^src/run/",
        pathNot: `^src/run/(${partsOfRun.slice(0, at + 1).join("|")})/`,
      },
    })),
    {
      name: "every-file-has-a-layer",
      comment: "At the top of src is only the entry point that package.json publishes.",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: `^src/((${layers.join("|")}|extensions)/|index\\.ts$)`,
      },
      to: {},
    },
    {
      name: "an-extension-imports-another",
      comment: "An extension imports its own folder and the layers, so that each can be left out.",
      severity: "error",
      from: { path: "^src/extensions/([^/]+)/" },
      to: {
        path: "^src/",
        pathNot: `^src/(extensions/$1|${belowEntries})/`,
      },
    },
    {
      name: "a-layer-imports-an-extension",
      comment: "The entries of the program and of its threads tell the layers of the extensions.",
      severity: "error",
      from: { path: `^src/(${belowEntries})/` },
      to: { path: "^src/extensions/", pathNot: "^src/extensions/settings\\.ts$" },
    },
    {
      name: "a-layer-imports-settings-of-extensions",
      comment: "Settings of a run have their types, and get their values from the entry.",
      severity: "error",
      from: { path: `^src/(${belowEntries})/` },
      to: { path: "^src/extensions/settings\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-command-imports-the-code-of-an-extension",
      comment: "It takes the list of extensions, and loads the code that a run needs.",
      severity: "error",
      from: { path: "^src/cli/" },
      to: { path: "^src/extensions/[^/]+/" },
    },
    {
      name: "only-programs-import-all-extensions",
      comment: "The library, the page for browsers and the build have all extensions at once.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(index\\.ts$|web/|tools/)" },
      to: { path: "^src/extensions/all\\.ts$" },
    },
    {
      name: "a-task-imports-another-task",
      comment: "What two tasks need belongs to a layer before them.",
      severity: "error",
      from: { path: "^src/tasks/([^/]+)/" },
      to: { path: "^src/tasks/", pathNot: "^src/tasks/$1/" },
    },
    {
      name: "no-node-in-core",
      comment:
        "The core runs in browsers too: it takes what it needs of Node from src/base/platform.",
      severity: "error",
      from: { path: CORE },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "no-cycle",
      severity: "error",
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "node_modules|^build/|^dist/" },
  },
};
