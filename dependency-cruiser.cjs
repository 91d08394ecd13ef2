/** Checks what imports what; `npm run lint` runs it. */

/**
 * The layers of src, first to last, as patterns of paths. A file may import files of its own layer and of the layers before it.
 * The entry points at the top of src import what they publish, and no file imports an entry point.
 */
const layers = [
  ["base", "base/"],
  ["read", "read/"],
  ["page", "page/"],
  ["score", "score/"],
  ["write", "write/"],
  ["run", "run/"],
  ["report", "report/"],
  ["tasks", "tasks/"],
  ["cli", "cli/"],
  ["web", "web/"],
  ["tools", "tools/"],
];

/** Files that run in a browser too: they take what they need of the machine from src/base/platform. */
const CORE =
  "^src/(base/(?!platform/|at-exit|package-root|portable-path|read-file|replace-file)|read/(coding|warc)/|(page|score|report)/|write/(?!read-results))";

/** A path belongs to the first layer whose pattern it matches. */
const patternsOf = (from, to) => layers.slice(from, to).map(([, pattern]) => `^src/(${pattern})`);

module.exports = {
  forbidden: [
    ...layers.map(([layer], at) => ({
      name: `${layer}-imports-a-later-layer`,
      comment: `Layers that ${layer} may import: ${layers
        .slice(0, at + 1)
        .map(([name]) => name)
        .join(", ")}.`,
      severity: "error",
      from: { path: patternsOf(at, at + 1), pathNot: patternsOf(0, at) },
      to: { path: "^src/", pathNot: patternsOf(0, at + 1) },
    })),
    {
      name: "no-node-in-core",
      comment:
        "The core runs in browsers too: it takes what it needs of Node from src/base/platform.",
      severity: "error",
      from: { path: CORE },
      to: { dependencyTypes: ["core"] },
    },
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "node_modules|^build/|^dist/" },
  },
};
