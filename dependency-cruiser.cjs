/** What imports what: the folders of src in the order in which data flows. Checked by `npm run lint`. */
const ANY =
  "^src/(errors|failures|json|types|version|read-file|read-csv|shuffle|portable-path)\\.ts$|^src/(types|platform)/";
/** What runs in a browser as well: it imports nothing of Node, and of the machine only what src/platform offers. */
const CORE =
  "^src/(math|mementos|signs|pages|scoring|topic|warc|report-page|results/writers)/|^src/(errors|failures|json|shuffle|types|version)\\.ts$|^src/types/";
/** Folders, and the folders that each may import besides itself. */
const folders = {
  platform: [],
  math: [],
  mementos: [],
  signs: [],
  warc: ["mementos"],
  timemaps: ["mementos"],
  pages: ["mementos", "math", "signs"],
  archives: ["mementos", "timemaps"],
  http: ["mementos", "math", "timemaps", "pages", "warc"],
  inputs: ["mementos", "timemaps", "archives", "warc", "http"],
  topic: ["math", "pages"],
  scoring: ["mementos", "math", "pages", "signs", "settings", "topic"],
  cluster: ["math", "pages", "scoring", "settings", "mementos", "pipeline"],
  results: ["mementos", "math", "timemaps", "scoring", "report-page"],
  "report-page": ["mementos", "math", "scoring", "results"],
  review: ["mementos", "math", "warc", "archives", "http", "pages", "results", "report-page"],
  evaluate: ["mementos", "math", "scoring", "results", "settings", "topic"],
  settings: ["inputs", "pages", "math", "scoring", "topic", "results"],
  plugins: ["mementos", "inputs", "pages", "scoring", "results", "settings"],
  pipeline: [
    "plugins",
    "mementos",
    "math",
    "pages",
    "http",
    "inputs",
    "topic",
    "scoring",
    "settings",
    "results",
  ],
  filter: ["mementos", "timemaps", "archives", "warc", "http", "inputs", "results"],
  cli: [
    "filter",
    "mementos",
    "warc",
    "timemaps",
    "archives",
    "http",
    "inputs",
    "pages",
    "topic",
    "scoring",
    "cluster",
    "results",
    "report-page",
    "review",
    "evaluate",
    "settings",
    "pipeline",
    "plugins",
  ],
  testing: ["mementos", "pages", "scoring", "settings"],
  tools: ["pages", "settings", "inputs", "scoring", "topic", "results", "cli"],
};

module.exports = {
  forbidden: [
    {
      name: "no-node-in-core",
      comment: "The core runs in browsers too: it takes what it needs of Node from src/platform.",
      severity: "error",
      from: { path: CORE },
      to: { dependencyTypes: ["core"] },
    },
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    ...Object.entries(folders).map(([folder, allowed]) => ({
      name: `imports-of-${folder}`,
      comment: `src/${folder} may import ${[...allowed, "types", "errors"].join(", ")} only: see dependency-cruiser.cjs.`,
      severity: "error",
      from: { path: `^src/${folder}/` },
      to: { path: "^src/", pathNot: [`^src/(${[folder, ...allowed].join("|")})[/.]`, ANY] },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "node_modules|^build/|^dist/" },
  },
};
