import js from "@eslint/js";
import tseslint from "typescript-eslint";

/**
 * The rooms of src/, in the order data flows, and what each may import besides `types` and `errors`.
 * A room may always import from itself. What is not listed is refused, so the map stays true.
 */
const rooms = {
  math: [],
  mementos: [],
  records: ["mementos"],
  timemaps: ["mementos"],
  archives: ["mementos", "timemaps"],
  http: ["mementos", "preprocess", "timemaps"],
  inputs: ["mementos", "timemaps", "archives", "records", "http"],
  preprocess: ["mementos", "math"],
  signs: [],
  features: ["preprocess", "math", "signs"],
  measures: ["features", "math"],
  topic: ["features", "math"],
  decide: ["mementos"],
  cluster: ["features", "measures", "math"],
  results: ["mementos", "timemaps"],
  evaluate: ["mementos", "decide", "results"],
  companions: ["mementos", "results", "math"],
  report: ["mementos", "decide", "results"],
  writers: ["mementos", "decide", "report"],
  registry: ["inputs", "preprocess", "features", "measures", "topic", "decide", "writers", "math"],
  run: [
    "mementos",
    "http",
    "preprocess",
    "signs",
    "features",
    "topic",
    "decide",
    "registry",
    "math",
  ],
  cli: [
    "mementos",
    "records",
    "timemaps",
    "archives",
    "http",
    "inputs",
    "preprocess",
    "features",
    "measures",
    "topic",
    "decide",
    "results",
    "evaluate",
    "companions",
    "cluster",
    "report",
    "writers",
    "registry",
    "run",
  ],
  tools: ["preprocess", "registry", "cli"],
};

const shared = ["types.js", "errors.js"];

const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  files: [`src/${room}/**/*.ts`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: Object.keys(rooms)
          .filter((other) => other !== room && !allowed.includes(other))
          .map((other) => ({
            regex: `^\\.\\./(\\.\\./)*${other}/`,
            message: `${room}/ may import only ${[...allowed, ...shared].join(", ")}: see the rooms in eslint.config.js.`,
          })),
      },
    ],
  },
}));

export default tseslint.config(
  { ignores: ["build/", "dist/", "coverage/", "node_modules/", "examples/**/*.py", ".venv/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["./test/tsconfig.json", "./src/report/browser/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "no-console": "error",
      "@typescript-eslint/no-explicit-any": "error",
      // Numbers in messages are what messages are for.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // Types and values stand apart (verbatimModuleSyntax).
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      // Type aliases of JSON unions must be aliases, interfaces cannot be assigned to Json.
      "@typescript-eslint/consistent-type-definitions": "off",
      // Typed arrays and tuples in hot loops: the index is known to be in range, and a check would cost.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
  ...roomRules,
  {
    files: ["**/*.js", "**/*.mjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        Buffer: "readonly",
        URL: "readonly",
        performance: "readonly",
        AbortController: "readonly",
        setTimeout: "readonly",
      },
    },
  },
);
